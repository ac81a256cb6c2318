import { readFileSync } from "node:fs";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import type { Answer, Problem } from "../src/api";
import { sceneOf, type Scene, type Spot } from "../src/scene";
import { fit, toScreen, type Point } from "../src/view";
import { browser as launched, RunningServer, watched } from "./harness";

const FOUR = new URL("../../instances/crowded-4p-s1.problem.json", import.meta.url).pathname;

let server: RunningServer;
let browser: Browser;
let page: Page;
let faults: string[];
/** Of the session that the page began last. */
let session: string;
let answer: Answer;
let problem: Problem;

beforeAll(async () => {
  [server, browser] = await Promise.all([RunningServer.start(), launched()]);
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

beforeEach(async () => {
  ({ page, faults } = await watched(browser, server.url));
  page.on("response", (response) => {
    session = response.headers()["location"] ?? session;
  });
});

afterEach(async () => {
  expect(faults).toEqual([]);
  await page.close();
});

const state = () => page.getByRole("status");
const chips = () => page.locator(".chip");
const peopleList = () => page.locator(".people li");
/** Of each person in the list, without doubts, which come later. */
const joints = () => page.locator(".people li .soft").allTextContents();

/** Of each person in the list, its number and hue. */
function swatches(): Promise<string[][]> {
  return peopleList().evaluateAll((rows) =>
    rows.map((row) => [row.querySelector(".number")!.textContent!, row.querySelector<HTMLElement>(".swatch")!.style.background]),
  );
}

/** Until the answer is proven, whether or not its doubts are known exactly; then asks the server what it is. */
async function settled(): Promise<void> {
  await page.waitForFunction(() => document.querySelector(".state")?.textContent?.includes("proven"));
  const response = await fetch(new URL(session, server.url));
  answer = (await response.json()) as Answer;
  problem = answer.problem!;
}

/** Until some doubts are known. */
async function doubting(): Promise<void> {
  await page.getByRole("button", { name: /^Next doubt, \d+/ }).waitFor();
}

async function example(): Promise<Scene> {
  await page.getByRole("button", { name: "Try an example" }).click();
  await settled();
  return scene();
}

/** What the page draws, from what the server says. */
function scene(): Scene {
  return sceneOf(problem, answer);
}

/** Where a joint is on the screen while the whole image is shown. */
async function screen(spot: Spot): Promise<Point> {
  const box = (await page.locator(".stage canvas").boundingBox())!;
  const at = toScreen(fit(scene().box, box), spot);
  return { x: box.x + at.x, y: box.y + at.y };
}

/** A joint with no other within reach of the mouse. */
function alone(of: Scene, not: (spot: Spot) => boolean = () => false): Spot {
  const all = of.people.flatMap((person) => person.joints);
  const unit = Math.max(of.box.width, of.box.height) / 25;
  const found = all.find((joint) => !not(joint) && all.every((other) => other === joint || Math.hypot(other.x - joint.x, other.y - joint.y) > unit));
  if (!found) throw new Error("no joint stands alone");
  return found;
}

async function drag(from: Spot, to: Spot | Point): Promise<void> {
  const a = await screen(from);
  const b = "detection" in to ? await screen(to) : to;
  await page.mouse.move(a.x, a.y);
  await page.mouse.down();
  await page.mouse.move((a.x + b.x) / 2, (a.y + b.y) / 2, { steps: 3 });
  await page.mouse.move(b.x, b.y, { steps: 3 });
  await page.mouse.up();
}

test("the page opens with nothing loaded and says what to do", async () => {
  expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe("Drop images or problem files here");
  expect(await page.getByRole("button", { name: "Choose files" }).isVisible()).toBe(true);
  expect(await page.locator("footer").isVisible()).toBe(false);
});

test("the example shows its people, and hovering a joint says what is known of it", async () => {
  const drawn = await example();
  // the scene of the README: generated with 12 people, and its best grouping has 11
  expect(await page.getByRole("heading", { name: "11 people" }).isVisible()).toBe(true);
  expect(await peopleList().count()).toBe(11);
  const joint = alone(drawn);
  const at = await screen(joint);
  await page.mouse.move(at.x, at.y);
  const tip = page.getByRole("tooltip");
  await tip.waitFor();
  const text = (await tip.textContent())!;
  expect(text).toContain(joint.part.label);
  expect(text).toContain(`person${drawn.owner.get(joint.detection)!.number + 1}`);
  expect(text).toContain(`score${joint.score!.toFixed(2)}`);
  expect(text).toMatch(/margin(at least )?\d+\.\d\d|marginnot known/);
  await page.mouse.move(2, 300);
  await tip.waitFor({ state: "hidden" });
});

test("the image zooms to the cursor and fits again", async () => {
  const drawn = await example();
  const joint = alone(drawn);
  const at = await screen(joint);
  await page.mouse.move(at.x, at.y);
  await page.mouse.wheel(0, -600);
  // the joint is still under the cursor, others have moved away
  await page.mouse.move(at.x + 1, at.y);
  expect(await page.getByRole("tooltip").textContent()).toContain(joint.part.label);
  const other = await screen(alone(drawn, (spot) => Math.hypot(spot.x - joint.x, spot.y - joint.y) < drawn.box.height / 4));
  await page.mouse.move(other.x, other.y);
  expect(await page.getByRole("tooltip").isVisible()).toBe(false);
  await page.keyboard.press("0");
  await page.mouse.move(other.x + 1, other.y);
  await page.getByRole("tooltip").waitFor();
});

test("doubts are visited from the least margin on", async () => {
  await example();
  await doubting();
  await page.keyboard.press("n");
  const margin = async () => Number((await page.locator(".selected dd").last().textContent())!.replace("at least ", ""));
  const first = await margin();
  expect(first).toBeLessThan(3);
  await page.keyboard.press("n");
  const second = await margin();
  expect(second).toBeGreaterThanOrEqual(first);
  await page.keyboard.press("Shift+N");
  expect(await margin()).toBeLessThanOrEqual(second);
});

test("a joint that is dropped, undone, redone, unpinned", async () => {
  await example();
  const before = await joints();
  await doubting();
  await page.keyboard.press("n");
  await page.keyboard.press("Delete");
  await chips().first().waitFor();
  await settled();
  const dropped = answer.pins[0]!.skip!;
  expect(scene().owner.has(dropped)).toBe(false);
  expect(await chips().first().textContent()).toContain("not ");
  await page.keyboard.press("Control+z");
  await settled();
  expect(await chips().count()).toBe(0);
  expect(answer.pins).toEqual([]);
  expect(await joints()).toEqual(before);
  await page.keyboard.press("Control+Shift+Z");
  await chips().first().waitFor();
  await settled();
  await page.getByRole("button", { name: /^Remove pin/ }).click();
  await settled();
  expect(await chips().count()).toBe(0);
  expect(scene().owner.has(dropped)).toBe(true);
});

test("a joint dragged onto another person belongs to that person, and nobody else changes hue or number", async () => {
  await page.locator("input[type=file]").setInputFiles(FOUR);
  await settled();
  const drawn = scene();
  const hues = await swatches();
  // any joint may go to any person if the pair is allowed: the two that cost least together
  const listed = (JSON.parse(readFileSync(FOUR, "utf8")) as { pairs: [number, number, number][] }).pairs;
  const used = new Set(drawn.people.flatMap((person) => person.joints.map((joint) => joint.detection)));
  const major = (d: number) => problem!.detections[d]!.part === "neck";
  const [, target, moving] = listed
    .flatMap(([a, b, cost]): [number, number, number][] => (major(a) ? [[cost, a, b]] : major(b) ? [[cost, b, a]] : []))
    .filter(([, a, b]) => used.has(a) && used.has(b) && drawn.owner.get(a) !== drawn.owner.get(b) && !major(b))
    .sort((x, y) => x[0] - y[0])[0]!;
  await drag(drawn.spots.get(moving)!, drawn.spots.get(target)!);
  await chips().first().waitFor();
  await settled();
  expect(answer.pins).toEqual([{ together: [moving, target] }]);
  const now = scene();
  expect(now.owner.get(moving)?.number).toBe(now.owner.get(target)?.number);
  const stayed = (await swatches()).filter(([number]) => hues.some(([before]) => before === number));
  expect(stayed.length).toBeGreaterThanOrEqual(3);
  expect(hues).toEqual(expect.arrayContaining(stayed));
});

test("a joint is given to another person by keyboard alone", async () => {
  await example();
  await doubting();
  await page.keyboard.press("n");
  const before = (await page.locator(".selected dd").first().textContent())!;
  const number = before === "1" ? "2" : "1";
  await page.keyboard.press("m");
  await page.keyboard.type("99");
  await page.keyboard.press("Enter");
  expect(await page.getByRole("alert").textContent()).toContain("There is no person 99");
  await page.keyboard.press("m");
  await page.keyboard.type(number);
  await page.keyboard.press("Enter");
  await chips().first().waitFor();
  // whether this can hold or not, the pin says what was asked for
  expect(await chips().first().textContent()).toContain(`of ${before} with `);
  expect(await chips().first().textContent()).toContain(`of ${number}`);
  await page.waitForFunction(() => /proven|cannot all hold/.test(document.querySelector(".state")!.textContent!));
  await page.keyboard.press("Control+z");
  await settled();
  expect(answer.pins).toEqual([]);
  faults.splice(0).forEach((fault) => expect(fault).toContain("409"));
});

test("pins that cannot all hold turn red, and the last answer stays", async () => {
  const drawn = await example();
  const before = await joints();
  const far = [...drawn.people].sort((a, b) => a.centre.x - b.centre.x);
  const neck = (person: (typeof far)[0]) => person.joints.find((joint) => joint.part.label === "neck")!;
  faults.length = 0;
  await drag(neck(far[0]!), neck(far.at(-1)!));
  await page.locator(".chip.wrong").waitFor();
  expect(await state().textContent()).toContain("cannot all hold");
  expect(await page.getByRole("alert").textContent()).toContain("Remove one of the red pins");
  expect(await joints()).toEqual(before);
  await page.keyboard.press("Control+z");
  await settled();
  expect(await chips().count()).toBe(0);
  // the browser notes every refused request
  expect(faults.splice(0)).toEqual([expect.stringContaining("409")]);
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
  await settled();
  expect(await page.locator(".thumb .name").allTextContents()).toEqual(["crowded-4p-s1"]);
  expect(await page.getByRole("alert").textContent()).toContain('other.json: found format "other"');
});

test("pins survive a server that goes away and comes back without its sessions", async () => {
  const own = await RunningServer.start();
  const seen = await watched(browser, own.url);
  const chip = seen.page.locator(".chip");
  const proven = () => seen.page.waitForFunction(() => document.querySelector(".state")?.textContent?.includes("proven"));
  await seen.page.locator("input[type=file]").setInputFiles(FOUR);
  await proven();
  await seen.page.getByRole("button", { name: /^Next doubt, \d+/ }).click();
  await own.stop();
  await seen.page.keyboard.press("Delete");
  await seen.page.getByText("the server does not answer").waitFor();
  expect(await chip.count()).toBe(1);
  const again = await RunningServer.start(own.port);
  try {
    await seen.page.getByRole("button", { name: "Try again" }).click();
    await proven();
    expect(await chip.count()).toBe(1);
    expect(await seen.page.getByRole("alert").textContent()).toBe("");
  } finally {
    await seen.page.close();
    await again.stop();
  }
});
