import { readFileSync } from "node:fs";
import type { Browser, Page } from "playwright-core";
import { expect, test } from "vitest";
import { fit, toScreen } from "../src/view";
import { accessible } from "./axe";
import { Desk, eachTest, FOUR } from "./desk";
import type { RunningServer } from "./harness";
import { clip, neck, WALK, walk } from "./made";

const THREE = new URL("../../instances/easy-3p-s2.problem.json", import.meta.url).pathname;

let browser: Browser;
let server: RunningServer;
let desk: Desk;
let page: Page;

eachTest((opened, from, by) => {
  desk = opened;
  page = desk.page;
  server = from;
  browser = by;
});

const place = () => page.locator(".place");
const done = () => page.locator(".thumb.done");
/** Every image has an answer. */
const solved = (count: number) => page.locator(".thumb.solved").nth(count - 1).waitFor();

/** A problem as a network would have it: of an image of known size. */
function sized(path: string): { name: string; mimeType: string; buffer: Buffer } {
  const problem = JSON.parse(readFileSync(path, "utf8")) as { id: string };
  const image = { file: `${problem.id}.png`, width: 1000, height: 1000 };
  return { name: `${problem.id}.json`, mimeType: "application/json", buffer: Buffer.from(JSON.stringify({ ...problem, image })) };
}

/** Two images, one of them with a pin and done. */
async function halfDone(): Promise<void> {
  await desk.drop(sized(FOUR));
  await desk.settled();
  await desk.doubting();
  await desk.press("n");
  await desk.press("Delete");
  await desk.chips().waitFor();
  await desk.settled();
  await desk.drop(sized(THREE));
  await solved(2);
  await desk.press("Enter");
}

test("done goes to the next image that is not, and can be taken back", async () => {
  await desk.drop(FOUR, THREE);
  await solved(2);
  expect(await place().textContent()).toBe("0 of 2 images done");
  const first = await page.locator(".thumb[aria-current]").getAttribute("title");
  await desk.press("Enter");
  expect(await place().textContent()).toBe("1 of 2 images done");
  expect(await done().getAttribute("title")).toBe(first);
  expect(await page.locator(".thumb[aria-current]").getAttribute("title")).not.toBe(first);
  await desk.click("Done");
  expect(await place().textContent()).toBe("2 of 2 images done");
  await page.getByText("All images are done.").first().waitFor();
  await desk.click("Not done");
  expect(await done().count()).toBe(1);
});

test("what is on the page survives a reload, with pins, undo and what is done", async () => {
  await halfDone();
  const text = await desk.chips().count();
  expect(text).toBe(0);
  await page.reload();
  await solved(2);
  expect(await place().textContent()).toBe("1 of 2 images done");
  await page.locator(".thumb.done").click();
  await desk.chips().waitFor();
  await desk.status("proven");
  expect(await desk.chips().textContent()).toContain("not ");
  await desk.press("Control+z");
  await desk.status("proven");
  expect(await desk.chips().count()).toBe(0);
  await page.reload();
  await solved(2);
  expect(await desk.chips().count()).toBe(0);
});

test("a saved file brings everything back, in another browser", async () => {
  await halfDone();
  const [file] = await Promise.all([page.waitForEvent("download"), desk.click("Save")]);
  expect(file.suggestedFilename()).toMatch(/^jointly-work-[\d-]+\.json$/);
  await page.getByText(/^jointly-work-\S+ is written: 2 images/).first().waitFor();
  const path = await file.path();
  const other = await Desk.open(server, browser);
  await other.drop(path);
  await other.page.locator(".thumb.solved").nth(1).waitFor();
  expect(await other.page.locator(".place").textContent()).toBe("1 of 2 images done");
  await other.page.locator(".thumb.done").click();
  await other.chips().waitFor();
  await other.status("proven");
  expect(await other.chips().textContent()).toContain("not ");
  await other.close();
});

test("closing asks first if something was done, and what was closed stays closed", async () => {
  await halfDone();
  await desk.click("Close all");
  await page.getByText("Close 2 images? You have worked on 1").waitFor();
  await desk.press("Escape");
  expect(await page.locator(".thumb").count()).toBe(2);
  await desk.click("Close all");
  await page.getByRole("button", { name: "Close", exact: true }).and(page.locator(":visible")).click();
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.reload();
  await page.getByRole("heading", { level: 1 }).waitFor();
  expect(await page.locator(".thumb").count()).toBe(0);
});

test.each([
  ["COCO keypoints", /"keypoints"/],
  ["CVAT", /<annotations>/],
  ["Label Studio", /"keypointlabels"|"keypoint-label"/],
  ["DeepLabCut", /^scorer,/],
])("people are exported for %s, and the page says what was written", async (format, content) => {
  await halfDone();
  await desk.press("x");
  const dialog = page.getByRole("dialog", { name: "Export" });
  await dialog.getByLabel("Format").selectOption({ label: format });
  await dialog.getByLabel("all solved images (2)").check();
  const [file] = await Promise.all([page.waitForEvent("download"), dialog.getByRole("button", { name: "Export" }).click()]);
  await dialog.getByText(/^people\S* is written: 2 images, 7 people\. It is in your browser's downloads\.$/).waitFor();
  expect(readFileSync(await file.path(), "utf8")).toMatch(content);
  await dialog.getByLabel("images that are done (1)").check();
  await Promise.all([page.waitForEvent("download"), dialog.getByRole("button", { name: "Export" }).click()]);
  await dialog.getByText(/is written: 1 image, \d people/).waitFor();
});

const order = () => page.getByRole("button", { name: "Frames in order" });
const names = () => page.locator(".thumb .name").allTextContents();
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

test("a button that is pressed while images are solved is not lost", async () => {
  await desk.drop(...FRAMES);
  await solved(5);
  const box = (await order().boundingBox())!;
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  const later = page.waitForResponse((response) => response.request().method() === "POST" && response.url().includes("/api/v1/sessions"));
  await desk.drop(walk("walk/frame0012", 40));
  await later;
  // changes of images that are not open are shown after 200 ms
  await page.waitForTimeout(500);
  await page.mouse.up();
  await expect.poll(() => order().getAttribute("aria-pressed")).toBe("true");
  await solved(6);
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

test("problems of a clip are seen on their frames, whichever is dropped first", async () => {
  await desk.drop(walk("walk/frame0002", 0), walk("walk/frame0007", 40));
  await solved(2);
  await desk.drop(clip("walk.mp4", 10));
  for (const [name, shade] of [["walk/frame0002", 190], ["walk/frame0007", 90], ["walk/frame0002", 190]] as const) {
    await page.locator(".thumb", { hasText: name }).click();
    // neighbours differ by 20
    await expect.poll(async () => Math.abs((await desk.grey()) - shade) < 8, { timeout: 20_000 }).toBe(true);
  }
});
