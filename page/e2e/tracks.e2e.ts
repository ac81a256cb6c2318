import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { fit, toScreen } from "../src/view";
import { accessible } from "./axe";
import { Desk } from "./desk";
import { browser as launched, RunningServer } from "./harness";
import { neck, WALK, walk } from "./made";

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

beforeEach(async () => {
  desk = await Desk.open(server, browser);
  page = desk.page;
});

afterEach(() => desk.close());

const order = () => page.getByRole("button", { name: "Frames in order" });
const names = () => page.locator(".thumb .name").allTextContents();
const solved = (count: number) => page.locator(".thumb.solved").nth(count - 1).waitFor();
/** Of each frame of the strip. */
const dots = () => page.locator(".thumb").evaluateAll((thumbs) => thumbs.map((thumb) => [...thumb.querySelectorAll(".track")].map((dot) => dot.textContent)));
const colours = (track: string) =>
  page.locator(".thumb .track").evaluateAll((all, number) => [...new Set(all.filter((dot) => dot.textContent === number).map((dot) => (dot as HTMLElement).style.background))], track);

/**
 * Every second frame, in no order: somebody walks from 0 to the right; another begins at 300 in the second frame, and is gone after
 * the third; a third is at 600 in the last two; a fourth is far away in one frame only, which pays for no track.
 */
const FRAMES = [walk("walk/frame0006", 20, 310), walk("walk/frame0010", 610, 40), walk("walk/frame0002", 0), walk("walk/frame0008", 30, 600), walk("walk/frame0004", 300, 10, 1000)];
const INORDER = ["walk/frame0002", "walk/frame0004", "walk/frame0006", "walk/frame0008", "walk/frame0010"];

test("frames stand in order, with the number and the hue of each person's track", async () => {
  await desk.drop(FRAMES[0]!);
  await solved(1);
  expect(await order().count()).toBe(0);
  await desk.drop(...FRAMES.slice(1));
  await solved(5);
  expect(await order().getAttribute("aria-pressed")).toBe("false");
  expect(await page.locator(".track").count()).toBe(0);
  await order().focus();
  await desk.press("Enter");
  await page.locator(".thumb .track").first().waitFor();
  expect(await names()).toEqual(INORDER);
  expect(await dots()).toEqual([["1"], ["1", "2", "\u2013"], ["1", "2"], ["1", "3"], ["1", "3"]]);
  const hues = await Promise.all(["1", "2", "3", "\u2013"].map(colours));
  expect(hues.map((each) => each.length)).toEqual([1, 1, 1, 1]);
  expect(new Set(hues.flat()).size).toBe(4);
  expect(await order().getAttribute("aria-pressed")).toBe("true");
  await page.getByRole("navigation", { name: "Images, frames in order" }).waitFor();
  expect(await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 200))).toContain("Frames in order");
  await accessible(page);

  // the facts about a joint of who walks, in the last frame
  await page.locator(".thumb").last().click();
  const box = (await page.locator(".stage canvas").boundingBox())!;
  const at = toScreen(fit({ left: 0, top: 0, ...WALK }, box), neck(40));
  await page.mouse.move(box.x + at.x, box.y + at.y);
  await page.getByRole("tooltip").filter({ hasText: "track1" }).waitFor();
  expect((await page.locator(".people .track").allTextContents()).sort()).toEqual(["1", "3"]);

  // remembered over a reload; off, nothing is left of it
  await page.reload();
  await page.locator(".thumb .track").first().waitFor();
  expect(await names()).toEqual(INORDER);
  await order().click();
  await page.locator(".track").first().waitFor({ state: "detached" });
  await page.getByRole("navigation", { name: "Images, most doubtful first" }).waitFor();
  expect((await names()).sort()).toEqual(INORDER);
  expect(await page.locator(".people .swatch").count()).toBeGreaterThan(0);
});

test("what the server refuses is one sentence, and the strip stays", async () => {
  await desk.drop(walk("walk/frame2", 0), walk("walk/frame02", 0), walk("walk/frame1", 0));
  await solved(3);
  await order().click();
  await page.locator(".trouble").filter({ hasText: 'There are no tracks: frame "walk/frame02" is a second frame 2; track each clip on its own.' }).waitFor();
  expect(await names()).toEqual(["walk/frame1", "walk/frame2", "walk/frame02"]);
  expect(await page.locator(".track").count()).toBe(0);
  await order().click();
  expect(await page.locator(".trouble").textContent()).toBe("");
  // the browser notes every refused request
  expect(desk.faults.splice(0)).toEqual([expect.stringContaining("400")]);
});
