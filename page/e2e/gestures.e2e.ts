import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { env } from "node:process";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { accessible } from "./axe";
import { Desk } from "./desk";
import { browser as launched, ROOT, RunningServer } from "./harness";
import { GATHERED, gathering } from "./made";

type By = "mouse" | "finger" | "keyboard";
const ALL: By[] = ["mouse", "finger", "keyboard"];

let server: RunningServer;
let browser: Browser;
let desk: Desk;
let page: Page;

beforeAll(async () => {
  [server, browser] = await Promise.all([RunningServer.start(), launched()]);
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

afterEach(() => desk.close());

async function open(by: By): Promise<void> {
  desk = await Desk.open(server, browser, by === "finger" ? { viewport: { width: 1024, height: 768 }, hasTouch: true } : {});
  page = desk.page;
  await desk.drop(gathering());
  await desk.settled();
  expect(people()).toEqual([GATHERED.a, GATHERED.b, GATHERED.phantom, GATHERED.top, GATHERED.legs]);
}

/** Detections of each person, in the order of the first. */
function people(): number[][] {
  const all = desk.scene().people.map((person) => person.joints.map((joint) => joint.detection).sort((a, b) => a - b));
  return all.sort((a, b) => a[0]! - b[0]!);
}

/** The name on the screen of who has a detection. */
const name = (detection: number) => String(desk.scene().owner.get(detection)!.number + 1);
const spot = (detection: number) => desk.scene().spots.get(detection)!;
const place = (detection: number) => desk.screen(spot(detection));

/** After a change: one chip, solved again. */
async function changed(chip: RegExp): Promise<void> {
  await desk.chips().filter({ hasText: chip }).waitFor();
  expect(await desk.chips().count()).toBe(1);
  await desk.settled();
}

/** One undo takes all of it back. */
async function undone(): Promise<void> {
  await desk.press("Control+z");
  await desk.chips().waitFor({ state: "detached" });
  await desk.settled();
  expect(desk.answer.pins).toEqual([]);
  expect(people()).toEqual([GATHERED.a, GATHERED.b, GATHERED.phantom, GATHERED.top, GATHERED.legs]);
}

/** Somebody is selected. */
async function select(by: By, a: number, b: number): Promise<void> {
  const at = await desk.limb(a, b);
  if (by === "mouse") await page.mouse.click(at.x, at.y);
  else if (by === "finger") await desk.tap(at);
  else {
    await page.locator(`[data-key="person-${desk.scene().owner.get(a)!.number}"]`).focus();
    await desk.press("Enter");
  }
  await page.getByRole("heading", { name: `Person ${name(a)}` }).waitFor();
}

/** A joint is selected by keyboard. */
async function joint(detection: number): Promise<void> {
  const owner = desk.scene().owner.get(detection)!;
  await select("keyboard", owner.joints[0]!.detection, owner.joints[1]!.detection);
  for (let i = 0; i <= owner.joints.findIndex((each) => each.detection === detection); i++) await desk.press("]");
}

/** Moves the place that is chosen by keyboard, from one point of the screen to another. */
async function arrows(from: { x: number; y: number }, to: { x: number; y: number }): Promise<void> {
  for (const [distance, less, more] of [[to.x - from.x, "ArrowLeft", "ArrowRight"], [to.y - from.y, "ArrowUp", "ArrowDown"]] as const) {
    const key = distance < 0 ? less : more;
    const steps = Math.round(Math.abs(distance));
    for (let i = 0; i < Math.floor(steps / 10); i++) await desk.press(key);
    for (let i = 0; i < steps % 10; i++) await desk.press(`Shift+${key}`);
  }
}

test.each(ALL)("somebody is deleted by %s: one step, and what they were made of stays unused", async (by) => {
  await open(by);
  await select(by, 12, 13);
  if (by === "keyboard") await desk.press("Delete");
  else await page.getByRole("button", { name: "Delete person" })[by === "finger" ? "tap" : "click"]();
  await changed(/^person \d deleted/);
  expect(desk.answer.pins).toEqual([{ skip: 12 }, { skip: 13 }]);
  expect(people()).toEqual([GATHERED.a, GATHERED.b, GATHERED.top, GATHERED.legs]);
  await accessible(page);
  await undone();
});

test.each(ALL)("a joint is moved to a free place by %s; the grouping and its proof stay", async (by) => {
  await open(by);
  const before = desk.answer.solution;
  const from = await place(3);
  const to = await desk.screen({ x: 140, y: 230 });
  if (by === "keyboard") {
    await joint(3);
    await desk.press("w");
    await arrows(from, to);
    expect(await desk.said().textContent()).toBe("move left knee here");
    await desk.press("Enter");
  } else {
    expect(await desk.carry(by, from, to)).toBe("move left knee here");
  }
  await changed(/^left knee of \d moved/);
  expect(desk.answer.pins).toEqual([]);
  expect(desk.answer.solution).toEqual(before);
  // exported where it was put, and marked
  await desk.press("x");
  const dialog = page.getByRole("dialog", { name: "Export" });
  const [request] = await Promise.all([page.waitForRequest(/\/api\/v1\/export/), dialog.getByRole("button", { name: "Export" }).click()]);
  const { moves } = JSON.parse(request.postData()!) as { moves: { detection: number; x: number; y: number }[] };
  expect(moves.map(({ detection }) => detection)).toEqual([3]);
  expect(moves[0]!.x).toBeCloseTo(140, -1);
  expect(moves[0]!.y).toBeCloseTo(230, -1);
  await dialog.getByText("is written").waitFor();
  await desk.press("Escape");
  await undone();
});

test.each(["mouse", "finger"] as const)("a joint cannot be put outside the image by %s", async (by) => {
  await open(by);
  const box = (await page.locator(".stage canvas").boundingBox())!;
  const corner = await desk.screen({ x: 0, y: 0 });
  // the stage is larger than the image on one side
  const outside = corner.y - box.y > 8 ? { x: box.x + box.width / 2, y: box.y + 4 } : { x: box.x + 4, y: box.y + box.height / 2 };
  expect(await desk.carry(by, await place(1), outside)).toBe("outside the image");
  await page.locator(".trouble", { hasText: "A joint cannot be outside the image." }).waitFor();
  expect(await desk.chips().count()).toBe(0);
});

test.each(ALL)("another detection of the part is taken instead by %s", async (by) => {
  await open(by);
  if (by === "keyboard") {
    await joint(1);
    await desk.press("w");
    await arrows(await place(1), await place(19));
    expect(await desk.said().textContent()).toBe("use this head instead");
    await desk.press("Enter");
  } else {
    expect(await desk.carry(by, await place(1), await place(19))).toBe("use this head instead");
  }
  await changed(/^head of \d replaced/);
  expect(people()[0]).toEqual([0, 2, 3, 4, 5, 19]);
  await undone();
});

test.each(ALL)("a joint is given to somebody else by %s", async (by) => {
  await open(by);
  const to = name(6);
  if (by === "keyboard") {
    await joint(3);
    await desk.press("m");
    await page.keyboard.type(to);
    await desk.press("Enter");
  } else {
    expect(await desk.carry(by, await place(3), await place(7))).toBe(`give left knee to person ${to}`);
  }
  await changed(/^left knee of \d with neck of \d/);
  expect(desk.answer.pins).toEqual([{ together: [3, 6] }]);
  const { owner } = desk.scene();
  expect(owner.get(3)).toBe(owner.get(6));
  await undone();
});

test.each(ALL)("two pieces become one person by %s", async (by) => {
  await open(by);
  if (by === "keyboard") {
    await select(by, 14, 15);
    await desk.press("m");
    await page.keyboard.type(name(16));
    await desk.press("Enter");
  } else {
    expect(await desk.carry(by, await desk.limb(14, 15), await place(17))).toMatch(/^merge \d with \d$/);
  }
  await changed(/^\d merged into \d/);
  // of two necks that of the larger piece stays
  expect(people()).toContainEqual([15, 16, 17, 18]);
  expect(people()).toHaveLength(4);
  await undone();
});

test.each(ALL)("somebody is cut at a limb by %s", async (by) => {
  await open(by);
  const at = await desk.limb(0, 2);
  if (by === "mouse") await page.mouse.dblclick(at.x, at.y);
  else if (by === "finger") {
    await page.touchscreen.tap(at.x, at.y);
    await page.touchscreen.tap(at.x, at.y);
  } else {
    await joint(2);
    await desk.press("k");
  }
  await changed(/^\d split at neck\u2013left hip/);
  expect(people()[0]).toEqual([0, 1, 4, 5]);
  await undone();
});

test("dropping somebody on nobody changes nothing, and says so before", async () => {
  await open("mouse");
  expect(await desk.carry("mouse", await desk.limb(12, 13), await desk.screen({ x: 380, y: 240 }))).toBe("drop on another one to merge");
  expect(await desk.chips().count()).toBe(0);
});

const KITCHEN = join(env["JOINTLY_DATA"] ?? "", "photos", "000000397133.jpg");

// a cook, and pans and cloths that look like three more people
test.skipIf(!existsSync(KITCHEN))("the kitchen, solved with everybody, needs a delete for each phantom and nothing else", async () => {
  const folder = mkdtempSync(join(tmpdir(), "jointly-kitchen-"));
  execFileSync(`${ROOT}/bin/jointly`, ["pose", KITCHEN, "--min-score", "0", "--quiet", "-o", join(folder, "people.json"), "--problems", join(folder, "problem.json")]);
  desk = await Desk.open(server, browser);
  page = desk.page;
  await desk.drop(join(folder, "problem.json"));
  rmSync(folder, { recursive: true });
  await desk.settled();
  expect(await page.getByRole("heading", { name: "4 people" }).isVisible()).toBe(true);
  const cook = [...desk.scene().people].sort((a, b) => b.joints.length - a.joints.length)[0]!;
  const joints = cook.joints.map(({ part }) => part.label).sort();
  for (let actions = 1; desk.scene().people.length > 1; actions++) {
    expect(actions).toBeLessThanOrEqual(4);
    const phantom = desk.scene().people.find((person) => !person.joints.some(({ part, x, y }) => cook.joints.some((joint) => joint.part.label === part.label && joint.x === x && joint.y === y)))!;
    await page.locator(`[data-key="person-${phantom.number}"]`).focus();
    await desk.press("Enter");
    await desk.press("Delete");
    await desk.chips().nth(actions - 1).waitFor();
    await desk.settled();
  }
  expect(desk.scene().people[0]!.joints.map(({ part }) => part.label).sort()).toEqual(joints);
});
