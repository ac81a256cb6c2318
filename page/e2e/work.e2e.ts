import { readFileSync } from "node:fs";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { Desk, FOUR } from "./desk";
import { browser as launched, RunningServer } from "./harness";

const THREE = new URL("../../instances/easy-3p-s2.problem.json", import.meta.url).pathname;

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
  expect(await place().textContent()).toBe("images 0 / 2 done");
  const first = await page.locator(".thumb[aria-current]").getAttribute("title");
  await desk.press("Enter");
  expect(await place().textContent()).toBe("images 1 / 2 done");
  expect(await done().getAttribute("title")).toBe(first);
  expect(await page.locator(".thumb[aria-current]").getAttribute("title")).not.toBe(first);
  await desk.click("Done");
  expect(await place().textContent()).toBe("images 2 / 2 done");
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
  expect(await place().textContent()).toBe("images 1 / 2 done");
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
  expect(file.suggestedFilename()).toBe("jointly-annotations.json");
  await page.getByText("jointly-annotations.json is written: 2 images").first().waitFor();
  const path = await file.path();
  const other = await Desk.open(server, browser);
  await other.drop(path);
  await other.page.locator(".thumb.solved").nth(1).waitFor();
  expect(await other.page.locator(".place").textContent()).toBe("images 1 / 2 done");
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
