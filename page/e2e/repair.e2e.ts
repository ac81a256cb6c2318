import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import type { Scene } from "../src/scene";
import { alone, type Desk, eachTest, FOUR } from "./desk";

let desk: Desk;
let page: Page;

eachTest(async (opened) => {
  desk = opened;
  page = desk.page;
  await desk.drop(FOUR);
  await desk.settled();
});

const other = () => page.getByRole("button", { name: /^Otherwise: (with|not used)/ });
const drawn = () => page.locator(".stage canvas").evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL());
/** Until the image looks different. */
const redrawn = (before: string) =>
  page.waitForFunction((old) => document.querySelector<HTMLCanvasElement>(".stage canvas")!.toDataURL() !== old, before);

test("resting on a joint says whose it would be otherwise", async () => {
  await desk.hover(alone(desk.scene()));
  await page.getByRole("tooltip").filter({ hasText: /otherwise(with|not used)/ }).waitFor();
});

test("the second-best answer is shown dashed, and taken by e and Enter", async () => {
  await desk.doubting();
  await desk.press("n");
  const before = desk.scene();
  await other().waitFor();
  const label = (await other().textContent())!;
  const plain = await drawn();
  await desk.press("e");
  await redrawn(plain);
  await desk.press("Enter");
  await desk.chips().waitFor();
  await desk.settled();
  const one = desk.answer.pins[0]!;
  const joint = one.skip ?? (one.together ?? one.apart)![0]!;
  const fellows = (scene: Scene) => scene.owner.get(joint)?.joints.map((each) => each.detection).sort() ?? [];
  expect(fellows(desk.scene())).not.toEqual(fellows(before));
  if (label.startsWith("Otherwise: not used")) expect(fellows(desk.scene())).toEqual([]);
  else expect(fellows(desk.scene())).toContain(joint);
});

test("the second-best answer is drawn while the mouse is on it, and taken by a click", async () => {
  await desk.doubting();
  await desk.press("n");
  await other().waitFor();
  const plain = await drawn();
  await other().hover();
  await redrawn(plain);
  const ghost = await drawn();
  await page.mouse.move(700, 5);
  await redrawn(ghost);
  await other().click();
  await desk.chips().waitFor();
});

/** An empty place, near the first person. */
async function emptyPlace() {
  const scene = desk.scene();
  const spots = [...scene.spots.values()];
  const { left, top, width, height } = scene.box;
  for (let i = 1; i < 400; i++) {
    const at = { x: left + ((i * 0.618) % 1) * width * 0.9 + width * 0.05, y: top + (i / 400) * height * 0.9 + height * 0.05 };
    if (spots.every((spot) => Math.hypot(spot.x - at.x, spot.y - at.y) > width / 30)) return { scene: at, screen: await desk.screen(at) };
  }
  throw new Error("no place is empty");
}

test("a joint that was missed is added by a double click, as one step that survives a reload", async () => {
  const before = desk.problem.detections.length;
  const place = await emptyPlace();
  await page.mouse.dblclick(place.screen.x, place.screen.y);
  const dialog = page.getByRole("dialog", { name: "A joint that was missed" });
  await dialog.waitFor();
  const person = await dialog.getByLabel("Person").inputValue();
  const part = await dialog.getByLabel("Part").inputValue();
  await dialog.getByRole("button", { name: "Add" }).click();
  await desk.chips().waitFor();
  expect(await desk.chips().textContent()).toMatch(/^added .* with .* of \d/);
  await desk.settled();
  const added = desk.problem.detections.at(-1)!;
  expect(desk.problem.detections.length).toBe(before + 1);
  expect(added.part).toBe(part);
  expect(added.x).toBeCloseTo(place.scene.x, 0);
  expect(desk.scene().owner.get(before)?.number).toBe(Number(person));
  await desk.press("Control+z");
  await page.locator(".chip").waitFor({ state: "detached" });
  await desk.settled();
  expect(desk.scene().owner.has(before)).toBe(false);
  await page.reload();
  await desk.status("proven");
  await desk.press("Control+Shift+Z");
  await desk.chips().waitFor();
  await desk.settled();
  expect(desk.scene().owner.has(before)).toBe(true);
  expect(desk.problem.detections.length).toBe(before + 1);
});

test("a joint that was missed is added by keyboard alone", async () => {
  const before = desk.problem.detections.length;
  await desk.doubting();
  await desk.press("n");
  await desk.press("j");
  for (let i = 0; i < 3; i++) await desk.press("ArrowRight");
  await desk.press("Shift+ArrowUp");
  await desk.press("Enter");
  const dialog = page.getByRole("dialog", { name: "A joint that was missed" });
  await dialog.waitFor();
  await desk.press("Enter");
  await page.waitForFunction(() => document.querySelector(".chip") !== null || document.querySelector(".trouble")!.textContent !== "");
  expect(await page.locator(".trouble").textContent()).toBe("");
  await desk.settled();
  expect(desk.problem.detections.length).toBe(before + 1);
});
