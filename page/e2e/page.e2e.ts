import { readFileSync } from "node:fs";
import type { Browser, Page } from "playwright-core";
import { expect, test } from "vitest";
import { accessible } from "./axe";
import { alone, Desk, eachTest, FOUR } from "./desk";
import { RunningServer } from "./harness";

let browser: Browser;
let desk: Desk;
let page: Page;

eachTest((opened, _server, by) => {
  desk = opened;
  page = desk.page;
  browser = by;
});

test("the page opens with nothing loaded and says what to do", async () => {
  expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe("Drop photos here");
  expect(await page.getByRole("button", { name: "Choose files" }).isVisible()).toBe(true);
  expect(await page.locator("footer").isVisible()).toBe(false);
});

test("a problem shows its people, and hovering a joint says what is known of it", async () => {
  const drawn = await desk.generated();
  expect(await page.getByRole("heading", { name: "11 people" }).isVisible()).toBe(true);
  expect(await desk.people().count()).toBe(11);
  const joint = alone(drawn);
  const at = await desk.screen(joint);
  await page.mouse.move(at.x, at.y);
  const tip = page.getByRole("tooltip");
  await tip.waitFor();
  const text = (await tip.textContent())!;
  expect(text).toContain(joint.part.label);
  expect(text).toContain(`person${drawn.owner.get(joint.detection)!.number + 1}`);
  expect(text).toContain("otherwise");
  await page.mouse.move(2, 300);
  await tip.waitFor({ state: "hidden" });
});

test("the image zooms to the cursor and fits again", async () => {
  const drawn = await desk.generated();
  const joint = alone(drawn);
  const at = await desk.screen(joint);
  await page.mouse.move(at.x, at.y);
  await page.mouse.wheel(0, -600);
  // the joint is still under the cursor, others have moved away
  await page.mouse.move(at.x + 1, at.y);
  expect(await page.getByRole("tooltip").textContent()).toContain(joint.part.label);
  const other = await desk.screen(alone(drawn, (spot) => Math.hypot(spot.x - joint.x, spot.y - joint.y) < drawn.box.height / 4));
  await page.mouse.move(other.x, other.y);
  expect(await page.getByRole("tooltip").isVisible()).toBe(false);
  await page.keyboard.press("0");
  await page.mouse.move(other.x + 1, other.y);
  await page.getByRole("tooltip").waitFor();
});

test("doubts are as many as the button says, each below the limit, and are gone through in turn", async () => {
  await desk.drop(FOUR);
  await desk.settled();
  await desk.weighed();
  const label = (await page.getByRole("button", { name: /^Next doubt, \d+/ }).textContent())!;
  const doubts = Number(/\d+/.exec(label)![0]);
  const seen = new Set<string>();
  for (let i = 0; i < doubts; i++) {
    await page.keyboard.press("n");
    expect(await desk.said().textContent()).toContain("in doubt: another grouping is almost as good");
    const numbers = page.locator(".selected .numbers");
    const margin = Number(/margin([\d.]+)/.exec((await numbers.textContent())!)![1]);
    expect(margin).toBeLessThan(3);
    seen.add(`${await page.locator(".selected h2").textContent()} ${await page.locator(".selected dd").first().textContent()} ${margin}`);
  }
  expect(seen.size).toBe(doubts);
  const selected = page.locator(".selected");
  // what else the joint could be is found a little later
  await expect.poll(() => selected.textContent()).not.toContain("otherwise…");
  const last = await selected.textContent();
  await page.keyboard.press("n");
  await page.keyboard.press("Shift+N");
  await expect.poll(() => selected.textContent()).toBe(last);
});

test("a joint that is dropped, undone, redone, taken back at its chip", async () => {
  await desk.generated();
  const before = await desk.joints();
  await desk.doubting();
  await page.keyboard.press("n");
  await page.keyboard.press("Delete");
  await desk.chips().first().waitFor();
  await desk.settled();
  const dropped = desk.answer.pins[0]!.skip!;
  expect(desk.scene().owner.has(dropped)).toBe(false);
  expect(await desk.chips().first().textContent()).toContain("not ");
  await page.keyboard.press("Control+z");
  await desk.settled();
  expect(await desk.chips().count()).toBe(0);
  expect(desk.answer.pins).toEqual([]);
  expect(await desk.joints()).toEqual(before);
  await page.keyboard.press("Control+Shift+Z");
  await desk.chips().first().waitFor();
  await desk.settled();
  await page.getByRole("button", { name: /^Take back/ }).click();
  await desk.settled();
  expect(await desk.chips().count()).toBe(0);
  expect(desk.scene().owner.has(dropped)).toBe(true);
});

test("a joint dragged onto another person belongs to that person, and nobody else changes hue or number", async () => {
  await page.locator("input[type=file]").setInputFiles(FOUR);
  await desk.settled();
  const drawn = desk.scene();
  const hues = await desk.swatches();
  // any joint may go to any person if the pair is allowed: the two that cost least together
  const listed = (JSON.parse(readFileSync(FOUR, "utf8")) as { pairs: [number, number, number][] }).pairs;
  const used = new Set(drawn.people.flatMap((person) => person.joints.map((joint) => joint.detection)));
  const major = (d: number) => desk.problem!.detections[d]!.part === "neck";
  const [, target, moving] = listed
    .flatMap(([a, b, cost]): [number, number, number][] => (major(a) ? [[cost, a, b]] : major(b) ? [[cost, b, a]] : []))
    .filter(([, a, b]) => used.has(a) && used.has(b) && drawn.owner.get(a) !== drawn.owner.get(b) && !major(b))
    .sort((x, y) => x[0] - y[0])[0]!;
  await desk.drag(drawn.spots.get(moving)!, drawn.spots.get(target)!);
  await desk.chips().first().waitFor();
  await desk.settled();
  expect(desk.answer.pins).toEqual([{ together: [moving, target] }]);
  const now = desk.scene();
  expect(now.owner.get(moving)?.number).toBe(now.owner.get(target)?.number);
  const stayed = (await desk.swatches()).filter(([number]) => hues.some(([before]) => before === number));
  expect(stayed.length).toBeGreaterThanOrEqual(3);
  expect(hues).toEqual(expect.arrayContaining(stayed));
});

test("a joint is given to another person by keyboard alone", async () => {
  await desk.generated();
  await desk.doubting();
  await page.keyboard.press("n");
  const before = (await page.locator(".selected dd").first().textContent())!;
  const number = before === "1" ? "2" : "1";
  await page.keyboard.press("m");
  await page.keyboard.type("99");
  await page.keyboard.press("Enter");
  expect(await page.locator(".trouble").textContent()).toContain("There is no person 99");
  await page.keyboard.press("m");
  await page.keyboard.type(number);
  await page.keyboard.press("Enter");
  await desk.chips().first().waitFor();
  // whether this can hold or not, the pin says what was asked for
  expect(await desk.chips().first().textContent()).toContain(`of ${before} with `);
  expect(await desk.chips().first().textContent()).toContain(`of ${number}`);
  await page.waitForFunction(() => /proven|cannot all hold/.test(document.querySelector(".state")!.textContent!));
  await page.keyboard.press("Control+z");
  await desk.settled();
  expect(desk.answer.pins).toEqual([]);
  desk.faults.splice(0).forEach((fault) => expect(fault).toContain("409"));
});

test("an export that is done", async () => {
  await desk.generated();
  await desk.click("Export");
  const dialog = page.getByRole("dialog", { name: "Export" });
  await Promise.all([page.waitForEvent("download"), dialog.getByRole("button", { name: "Export" }).click()]);
  await dialog.getByText(/^people-\S+\.json is written: 1 image, 11 people\. It is in your browser's downloads\.$/).waitFor();
  await accessible(page);
});

test("changes that cannot all hold turn red, and the last answer stays", async () => {
  const drawn = await desk.generated();
  const before = await desk.joints();
  const far = [...drawn.people].sort((a, b) => a.centre.x - b.centre.x);
  const neck = (person: (typeof far)[0]) => person.joints.find((joint) => joint.part.label === "neck")!;
  desk.faults.length = 0;
  await desk.drag(neck(far[0]!), neck(far.at(-1)!));
  await page.locator(".chip.wrong").waitFor();
  expect(await desk.state().textContent()).toContain("cannot all hold");
  expect(await page.locator(".trouble").textContent()).toContain("Remove one of the red changes");
  expect(await desk.joints()).toEqual(before);
  await page.keyboard.press("Control+z");
  await desk.settled();
  expect(await desk.chips().count()).toBe(0);
  // the browser notes every refused request
  expect(desk.faults.splice(0)).toEqual([expect.stringContaining("409")]);
});

test("the example is a photo with its people", async () => {
  await desk.click("Try an example");
  await desk.settled();
  expect(desk.scene().box).toMatchObject({ width: 640 });
  expect(desk.scene().people.length).toBeGreaterThan(5);
  // the photo is under the people: not one colour
  const colours = await page.locator(".stage canvas").evaluate((canvas: HTMLCanvasElement) => {
    const { data } = canvas.getContext("2d")!.getImageData(canvas.width / 2 - 100, canvas.height / 2 - 50, 200, 100);
    return new Set(new Uint32Array(data.buffer)).size;
  });
  expect(colours).toBeGreaterThan(1000);
  await accessible(page);
});

test("a problem file can be dropped; what is not one is named", async () => {
  const file = readFileSync(FOUR, "utf8");
  const transfer = await page.evaluateHandle((text) => {
    const data = new DataTransfer();
    data.items.add(new File([text], "four.json"));
    data.items.add(new File(['{"format": "other"}'], "other.json"));
    return data;
  }, file);
  await page.dispatchEvent("body", "drop", { dataTransfer: transfer });
  await desk.settled();
  expect(await page.locator(".thumb .name").allTextContents()).toEqual(["crowded-4p-s1"]);
  expect(await page.locator(".trouble").textContent()).toContain('other.json: found format "other"');
});

test("pins survive a server that goes away and comes back without its sessions", async () => {
  const own = await RunningServer.start();
  const seen = await Desk.open(own, browser);
  await seen.drop(FOUR);
  await seen.status("proven");
  await seen.click(/^Next doubt, \d+/);
  await own.stop();
  await seen.press("Delete");
  await seen.page.getByText("the server does not answer").waitFor();
  expect(await seen.chips().count()).toBe(1);
  const again = await RunningServer.start(own.port);
  try {
    await seen.click("Try again");
    await seen.status("proven");
    expect(await seen.chips().count()).toBe(1);
    expect(await seen.page.locator(".trouble").textContent()).toBe("");
  } finally {
    seen.faults.length = 0;
    await seen.close();
    await again.stop();
  }
});
