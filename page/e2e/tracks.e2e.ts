import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { accessible } from "./axe";
import { type Desk, eachTest } from "./desk";
import { clip, walk } from "./made";

let desk: Desk;
let page: Page;

eachTest((opened) => {
  desk = opened;
  page = desk.page;
});

/** Two who walk towards each other, meet between frames 4 and 5, and go on. */
export const MEETING = [0, 1, 2, 3, 4, 5, 6, 7, 8].map((f) => walk(`walk/frame${f}`, 100 + 12 * f, 202 - 12 * f));

const next = () => page.getByRole("button", { name: /^Next crossing/ });
const people = () => page.locator(".people .track").allTextContents();

async function met(): Promise<void> {
  await desk.drop(...MEETING);
  await page.locator(".thumb.solved").nth(MEETING.length - 1).waitFor();
  await page.getByRole("button", { name: "Frames in order" }).click();
  await next().filter({ hasText: /\d/ }).waitFor();
}

/** The tracks as the page last heard of them. */
function listened(): { tracks: (number | null)[][] }[] {
  const heard: { tracks: (number | null)[][] }[] = [];
  page.on("response", (response) => {
    if (response.url().endsWith("/api/v1/tracks") && response.ok()) void response.json().then((answer) => heard.push(answer as { tracks: (number | null)[][] }), () => undefined);
  });
  return heard;
}

test("a swap is found, taken and taken back by keyboard alone", async () => {
  const heard = listened();
  await met();
  await accessible(page);
  const straight = heard.at(-1)!.tracks;
  await desk.press("x");
  await page.locator(".timeline .what").filter({ hasText: /^track 1 and track 2 exchange after frame [345]\? It costs/ }).waitFor();
  expect(await page.locator(".thumb[aria-current=true]").getAttribute("title")).toMatch(/frame[345]$/);
  await desk.press("t");
  await expect.poll(() => heard.at(-1)!.tracks, { timeout: 20_000 }).not.toEqual(straight);
  const swapped = heard.at(-1)!.tracks;
  expect(swapped[0]).toEqual(straight[0]);
  expect(swapped[8]).toEqual([...straight[8]!].reverse());
  const [file] = await Promise.all([page.waitForEvent("download"), desk.click("Save pins")]);
  const pins = JSON.parse(readFileSync(await file.path(), "utf8")) as { pins: { same: number[][] }[] };
  expect(pins.pins.length).toBe(2);
  // kept over a reload
  await page.reload();
  await expect.poll(() => heard.at(-1)!.tracks, { timeout: 20_000 }).toEqual(swapped);
  await page.getByRole("button", { name: "Undo", exact: true }).last().and(page.locator(":not([aria-disabled])")).waitFor();
  await desk.press("Shift+Y");
  await expect.poll(() => heard.at(-1)!.tracks, { timeout: 20_000 }).toEqual(straight);
});

test("what is right is said once: the next crossing is another one", async () => {
  await met();
  await desk.press("x");
  const what = page.locator(".timeline .what");
  await what.filter({ hasText: /exchange/ }).waitFor();
  const first = (await what.textContent())!;
  await desk.press("b");
  // a second later the frame of the crossing is open again
  await page.waitForTimeout(1500);
  expect(await page.locator(".thumb[aria-current=true]").getAttribute("title")).toMatch(/frame[345]$/);
  await desk.press("y");
  await expect.poll(async () => what.textContent()).not.toBe(first);
  await desk.press("x");
  await expect.poll(async () => what.textContent()).not.toBe(first);
});

test("a click on the timeline opens its frame", async () => {
  await met();
  const box = (await page.locator(".timeline canvas").boundingBox())!;
  await page.mouse.click(box.x + box.width - 3, box.y + box.height - 4);
  expect(await page.locator(".thumb[aria-current=true]").getAttribute("title")).toBe("walk/frame8");
  expect((await people()).sort()).toEqual(["1", "2"]);
});

test("over a video, a crossing shows its frame, and a second around it is played", async () => {
  await desk.drop(clip("walk.mp4", MEETING.length));
  await met();
  const shown = async () => Number((await page.locator(".thumb[aria-current=true]").getAttribute("title"))!.at(-1));
  /** Which frame of the clip is seen; neighbours differ by 20. */
  const seen = async () => Math.round((230 - (await desk.grey())) / 20);
  await desk.press("x");
  await page.locator(".timeline .what").filter({ hasText: /exchange/ }).waitFor();
  const crossing = await shown();
  expect([3, 4, 5]).toContain(crossing);
  await expect.poll(seen, { timeout: 20_000 }).toBe(crossing);
  await desk.press("b");
  const played = new Set<number>();
  await expect.poll(async () => played.add(await seen()).size, { interval: 10, timeout: 20_000 }).toBeGreaterThan(2);
  await expect.poll(async () => [await shown(), await seen()], { timeout: 20_000 }).toEqual([crossing, crossing]);
});
