import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, test } from "vitest";
import type { Spot } from "../src/scene";
import { boxOf, fit, padded, toScreen, type Point } from "../src/view";
import { Desk } from "./desk";
import { browser as launched, ROOT, RunningServer } from "./harness";
import { crowd, walk } from "./made";

/** Pictures to look at, in page/shots, and the animation of the README: `npm run shots`. */
const INTO = new URL("../shots", import.meta.url).pathname;
const SIZES = [
  { width: 1280, height: 720 },
  { width: 1920, height: 1080 },
];

let server: RunningServer;
let browser: Browser;

beforeAll(async () => {
  mkdirSync(INTO, { recursive: true });
  [server, browser] = await Promise.all([RunningServer.start(), launched()]);
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

/** One state in light and dark, 1280 and 1920 wide. */
async function shots(name: string, prepare: (desk: Desk) => Promise<void>): Promise<void> {
  const desk = await Desk.open(server, browser);
  await prepare(desk);
  for (const colorScheme of ["light", "dark"] as const) {
    for (const size of SIZES) {
      await desk.page.emulateMedia({ colorScheme });
      await desk.page.setViewportSize(size);
      // two frames: the size is known in one, and drawn in the next
      await desk.page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
      await desk.page.screenshot({ path: join(INTO, `${name}-${colorScheme}-${size.width}.png`) });
    }
  }
  desk.faults.length = 0;
  await desk.close();
}

/** Until all margins are known. */
const weighed = (desk: Desk) =>
  desk.page.waitForFunction(() => /proven/.test(document.querySelector(".state")!.textContent!) && !/looking/.test(document.querySelector(".state")!.textContent!), undefined, { timeout: 90_000 });

async function doubt(desk: Desk): Promise<void> {
  await weighed(desk);
  await desk.press("n");
  await desk.page.getByRole("button", { name: /^Otherwise: / }).waitFor();
}

const neck = (joints: readonly Spot[]) => joints.find((joint) => joint.part.label === "neck")!;

test("empty", () => shots("empty", async (desk) => desk.page.getByRole("heading", { level: 1 }).waitFor()));

test("12 people", () =>
  shots("example", async (desk) => {
    await desk.generated();
    await doubt(desk);
    await desk.press("e");
  }));

test("300 people", () =>
  shots("crowd", async (desk) => {
    await desk.drop(crowd(300));
    await desk.status("proven");
  }));

test("contradiction", () =>
  shots("contradiction", async (desk) => {
    const drawn = await desk.generated();
    const far = [...drawn.people].sort((a, b) => a.centre.x - b.centre.x);
    await desk.drag(neck(far[0]!.joints), neck(far.at(-1)!.joints));
    await desk.page.locator(".chip.wrong").waitFor();
    await desk.page.mouse.move(5, 5);
  }));

test("timeline", () =>
  shots("timeline", async (desk) => {
    // three who walk up and down, each at its own pace
    const at = (f: number, pace: number, from: number) => 480 + 460 * Math.sin(from + pace * f);
    await desk.drop(...Array.from({ length: 48 }, (_, f) => walk(`walk/frame${100 + f}`, ...[at(f, 0.09, 0), at(f, 0.13, 2), at(f, 0.11, 4)].filter((_, i) => (i + f) % 17 !== 0))));
    await desk.page.locator(".thumb.solved").nth(47).waitFor();
    await desk.click("Frames in order");
    await desk.page.getByRole("button", { name: /^Next crossing \(/ }).waitFor();
    await desk.press("x");
    await desk.page.locator(".timeline .what").filter({ hasText: /costs/ }).waitFor();
  }));

test("small screens", async () => {
  for (const [name, look] of [
    ["zoom-200", { viewport: { width: 640, height: 360 } }],
    ["tablet", { viewport: { width: 820, height: 1180 }, hasTouch: true, isMobile: true }],
  ] as const) {
    const desk = await Desk.open(server, browser, look);
    await desk.generated();
    await desk.doubting();
    await desk.press("n");
    await desk.page.getByRole("button", { name: /^Otherwise: / }).waitFor();
    await desk.page.screenshot({ path: join(INTO, `${name}.png`), fullPage: name === "zoom-200" });
    await desk.close();
  }
});

test("dialogs", async () => {
  const desk = await Desk.open(server, browser);
  await desk.generated();
  for (const key of ["?", "x"]) {
    await desk.press(key);
    await desk.page.locator("dialog[open]").waitFor();
    await desk.page.screenshot({ path: join(INTO, `dialog-${key === "x" ? "export" : "help"}.png`) });
    await desk.press("Escape");
  }
  await desk.press("j");
  await desk.press("Enter");
  await desk.page.locator("dialog[open]").waitFor();
  await desk.page.screenshot({ path: join(INTO, "dialog-missed.png") });
  await desk.close();
});

test("the example", () =>
  shots("photo", async (desk) => {
    await desk.click("Try an example");
    await desk.settled();
    await doubt(desk);
    await desk.press("0");
  }));

/** The mouse as part of the picture, since screenshots leave it out. */
const POINTER = "M0 0 L0 17 L4 13 L7 20 L10 19 L7 12 L12 12 Z";

test("the animation of a repair", async () => {
  const folder = join(INTO, "frames");
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  // the scene of docs/faq.md whose best grouping is wrong: two detections of one neck lead two people in one place
  execFileSync(`${ROOT}/bin/jointly`, ["generate", "--people", "2", "--crowding", "easy", "--seed", "13", "-o", folder]);
  const desk = await Desk.open(server, browser, { viewport: { width: 1180, height: 620 } });
  const { page } = desk;
  const frames: string[] = [];
  let at = { x: 620, y: 560 };
  const frame = async (milliseconds: number) => {
    await page.evaluate(pointTo, { ...at, path: POINTER });
    const path = join(folder, `${String(frames.length / 3).padStart(3, "0")}.png`);
    await page.screenshot({ path });
    frames.push("-d", String(milliseconds), path);
  };
  const glide = async (to: Point, steps: number) => {
    const from = at;
    for (let i = 1; i <= steps; i++) {
      const share = (1 - Math.cos((Math.PI * i) / steps)) / 2;
      at = { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
      await page.mouse.move(at.x, at.y);
      await frame(50);
    }
  };
  await desk.drop(join(folder, "easy-2p-s13.problem.json"));
  await desk.settled();
  await weighed(desk);
  await frame(1500);
  const scene = desk.scene();
  const [wrong, right] = [scene.spots.get(1)!, scene.spots.get(3)!];
  await glide(await desk.screen(wrong), 8);
  await page.mouse.click(at.x, at.y);
  await page.getByRole("button", { name: /^Otherwise: / }).waitFor();
  await frame(900);
  await desk.press("z");
  const canvas = (await page.locator(".stage canvas").boundingBox())!;
  const zoomed = fit(padded(boxOf(scene.owner.get(1)!.joints), 0.4), canvas);
  const near = (spot: Spot) => ({ x: canvas.x + toScreen(zoomed, spot).x, y: canvas.y + toScreen(zoomed, spot).y });
  await glide(near(wrong), 6);
  await frame(600);
  await page.mouse.down();
  await glide(near(right), 12);
  await frame(900);
  await page.mouse.up();
  await desk.chips().waitFor();
  await desk.settled();
  await frame(1200);
  await desk.press("Escape");
  await desk.press("0");
  await weighed(desk);
  at = { x: 620, y: 560 };
  await page.mouse.move(at.x, at.y);
  await frame(2500);
  execFileSync("img2webp", ["-loop", "0", "-lossy", "-q", "70", "-m", "6", ...frames, "-o", join(INTO, "repair.webp")]);
  await desk.close();
});

/** Runs in the page. */
function pointTo({ x, y, path }: { x: number; y: number; path: string }): Promise<unknown> {
  let pointer = document.querySelector<SVGSVGElement>("#pointer");
  if (!pointer) {
    pointer = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    pointer.id = "pointer";
    Object.assign(pointer.style, { position: "fixed", zIndex: "9", width: "16px", height: "24px", overflow: "visible", pointerEvents: "none" });
    const shape = document.createElementNS("http://www.w3.org/2000/svg", "path");
    for (const [name, value] of [["d", path], ["fill", "#fff"], ["stroke", "#000"]]) shape.setAttribute(name!, value!);
    pointer.append(shape);
    document.body.append(pointer);
  }
  Object.assign(pointer.style, { left: `${x}px`, top: `${y}px` });
  return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
}
