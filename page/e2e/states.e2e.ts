import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { accessible } from "./axe";
import { Desk, FOUR } from "./desk";
import { browser as launched, RunningServer, type Look } from "./harness";
import { crowd, nobody, photo, saved } from "./made";

let server: RunningServer;
let browser: Browser;

beforeAll(async () => {
  [server, browser] = await Promise.all([RunningServer.start(), launched()]);
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

/** Nothing is wider than the screen, so that nobody scrolls sideways. */
const fits = (desk: Desk) => desk.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);

async function at<T>(look: Look, does: (desk: Desk) => Promise<T>): Promise<void> {
  const desk = await Desk.open(server, browser, look);
  await does(desk);
  await desk.close();
}

test("nothing loaded", () =>
  at({}, async (desk) => {
    await desk.page.getByRole("button", { name: "Try an example" }).waitFor();
    await accessible(desk.page);
  }));

test("a selected joint, help", () =>
  at({}, async (desk) => {
    await desk.generated();
    await desk.doubting();
    await desk.press("n");
    await desk.page.getByRole("button", { name: /^Otherwise: / }).waitFor();
    await accessible(desk.page);
    await desk.press("?");
    await desk.page.getByRole("dialog", { name: "Help" }).waitFor();
    await accessible(desk.page);
  }));

test("an image without people", () =>
  at({}, async (desk) => {
    await desk.drop(nobody());
    await desk.status("proven");
    await desk.page.getByRole("heading", { name: "0 people" }).waitFor();
    expect(await desk.page.getByText("No people were found here.").isVisible()).toBe(true);
    await accessible(desk.page);
    // it can be called done all the same
    await desk.press("Enter");
    expect(await desk.page.locator(".place").textContent()).toBe("1 of 1 image done");
  }));

test("300 people", () =>
  at({}, async (desk) => {
    await desk.drop(crowd(300));
    await desk.page.getByRole("heading", { name: "300 people" }).waitFor({ timeout: 90_000 });
    expect(await desk.people().count()).toBe(300);
    await desk.status("proven");
    await accessible(desk.page);
    // the last person of the list is found on the image by keyboard
    await desk.people().last().getByRole("button").focus();
    await desk.press("Enter");
    expect(await desk.people().last().getByRole("button").getAttribute("aria-pressed")).toBe("true");
  }));

test("a huge image", () =>
  at({}, async (desk) => {
    await desk.drop(saved(8000, 6000));
    await desk.settled();
    expect(desk.scene().box).toMatchObject({ width: 8000, height: 6000 });
    expect(await desk.people().count()).toBe(4);
    // the whole image fits the screen; a person can be zoomed to
    await desk.doubting();
    await desk.press("n");
    const before = await desk.page.locator(".stage canvas").evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL());
    await desk.press("z");
    await desk.page.waitForFunction((old) => document.querySelector<HTMLCanvasElement>(".stage canvas")!.toDataURL() !== old, before);
  }));

test("a network that cannot be opened", async () => {
  const own = await RunningServer.start(0, true);
  const desk = await Desk.open(own, browser);
  await desk.drop(photo(), FOUR);
  await desk.page.getByText("openpose-mobilenet.onnx: is not a network that can be run").waitFor();
  await desk.page.getByText("start jointly serve with one that can be opened").waitFor();
  await accessible(desk.page);
  await desk.click("Close this image");
  // what needs no network is there
  await desk.status("proven");
  expect(await desk.page.locator(".thumb").count()).toBe(1);
  expect(desk.faults.splice(0)).toEqual([expect.stringContaining("503")]);
  await desk.close();
  await own.stop();
});

test("a server that is gone", async () => {
  const own = await RunningServer.start();
  const desk = await Desk.open(own, browser);
  await desk.drop(FOUR);
  await desk.doubting();
  await own.stop();
  await desk.press("n");
  await desk.press("Delete");
  await desk.page.getByText("Is jointly serve still running?").waitFor();
  await accessible(desk.page);
  // what was done is in the file
  const [file] = await Promise.all([desk.page.waitForEvent("download"), desk.press("s")]);
  expect(file.suggestedFilename()).toMatch(/^jointly-work-[\d-]+\.json$/);
  desk.faults.length = 0;
  await desk.close();
});

test("two tabs on the same work: one saves, and either can", () =>
  at({}, async (first) => {
    await first.drop(FOUR);
    await first.status("proven");
    const second = await first.tab();
    const elsewhere = (desk: Desk) => desk.page.getByText("The same work is open in another tab, and that one saves it.");
    await elsewhere(second).waitFor();
    await second.status("proven");
    await accessible(second.page);
    await second.press("Enter");
    expect(await second.page.locator(".place").textContent()).toBe("1 of 1 image done");
    expect(await first.page.locator(".place").textContent()).toBe("0 of 1 image done");
    await second.click("Continue here");
    await elsewhere(first).waitFor();
    await elsewhere(second).waitFor({ state: "hidden" });
    // as the first tab had it
    await second.status("proven");
    expect(await second.page.locator(".place").textContent()).toBe("0 of 1 image done");
    await second.press("Enter");
    await second.page.reload();
    await second.page.getByText("1 of 1 image done").waitFor();
    expect(await second.page.locator(".banner").isVisible()).toBe(false);
    // a question about a session that was closed meanwhile
    first.faults.splice(0).forEach((fault) => expect(fault).toContain("404"));
  }));

test("a browser that keeps nothing is told of, and asks before it leaves", async () => {
  const desk = await Desk.open(server, browser);
  await desk.page.addInitScript(() => Object.defineProperty(window, "indexedDB", { value: undefined }));
  await desk.page.reload();
  await desk.page.getByText("This browser does not keep your work").waitFor();
  await desk.drop(FOUR);
  await desk.status("proven");
  await accessible(desk.page);
  await desk.press("Enter");
  const asked = desk.page.waitForEvent("dialog");
  await desk.page.evaluate(() => setTimeout(() => location.reload()));
  const dialog = await asked;
  expect(dialog.type()).toBe("beforeunload");
  await dialog.dismiss();
  desk.page.on("dialog", (each) => void each.accept());
  await desk.close();
});

test("pins that contradict each other", () =>
  at({}, async (desk) => {
    const drawn = await desk.generated();
    const far = [...drawn.people].sort((a, b) => a.centre.x - b.centre.x);
    const neck = (person: (typeof far)[0]) => person.joints.find((joint) => joint.part.label === "neck")!;
    await desk.drag(neck(far[0]!), neck(far.at(-1)!));
    await desk.page.locator(".chip.wrong").waitFor();
    await accessible(desk.page);
    expect(desk.faults.splice(0)).toEqual([expect.stringContaining("409")]);
  }));

test("200 % zoom: everything can be reached, and nothing scrolls sideways", () =>
  at({ viewport: { width: 640, height: 360 } }, async (desk) => {
    expect(await fits(desk)).toBe(true);
    await desk.generated();
    await desk.doubting();
    expect(await fits(desk)).toBe(true);
    for (const name of ["Undo", "Redo", "Done", "Menu", "Add files", "Save", "Export", "Help"]) {
      if (name === "Add files") await desk.click("Menu");
      const target = desk.page.getByRole("button", { name, exact: true });
      await target.scrollIntoViewIfNeeded();
      const box = (await target.boundingBox())!;
      expect(box.x >= 0 && box.x + box.width <= 640 && box.y >= 0 && box.y + box.height <= 360, name).toBe(true);
    }
    await accessible(desk.page);
    await desk.click("Menu");
    await desk.press("n");
    await desk.page.getByRole("button", { name: "Not this joint" }).click();
    await desk.chips().waitFor();
    await accessible(desk.page);
    await desk.press("?");
    await desk.page.getByRole("button", { name: "Close", exact: true }).click();
  }));

test("a tablet: targets of 44 pixels, long press shows the facts, two fingers zoom", () =>
  at({ viewport: { width: 1024, height: 768 }, hasTouch: true, isMobile: true }, async (desk) => {
    const drawn = await desk.generated();
    await desk.doubting();
    await desk.press("n");
    await desk.press("Delete");
    await desk.chips().waitFor();
    await desk.press("Control+z");
    await desk.settled();
    await desk.press("n");
    await desk.page.getByRole("button", { name: "Not this joint" }).waitFor();
    const small = await desk.page.locator("button:visible, select:visible, summary:visible").evaluateAll((targets) =>
      targets.map((target) => ({ text: target.textContent, box: target.getBoundingClientRect() })).filter(({ box }) => box.height < 44).map(({ text }) => text),
    );
    expect(small).toEqual([]);
    const touch = await desk.page.context().newCDPSession(desk.page);
    const fingers = (type: "touchStart" | "touchMove" | "touchEnd", ...touchPoints: { x: number; y: number }[]) =>
      touch.send("Input.dispatchTouchEvent", { type, touchPoints: touchPoints.map((each, id) => ({ ...each, id })) });
    const joint = drawn.people[0]!.joints[0]!;
    await desk.press("0");
    const place = await desk.screen(joint);
    await fingers("touchStart", place);
    const tip = desk.page.getByRole("tooltip");
    await tip.waitFor();
    await fingers("touchEnd");
    expect(await tip.textContent()).toContain("otherwise");
    // the finger goes elsewhere, and the facts go
    const picture = () => desk.page.locator(".stage canvas").evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL());
    const before = await picture();
    const middle = { x: 500, y: 300 };
    await fingers("touchStart", middle, { x: middle.x + 60, y: middle.y });
    await tip.waitFor({ state: "hidden" });
    await fingers("touchMove", middle, { x: middle.x + 160, y: middle.y });
    await desk.page.waitForFunction((old) => document.querySelector<HTMLCanvasElement>(".stage canvas")!.toDataURL() !== old, before);
    await fingers("touchEnd");
    // no pin was set, nothing was dragged
    expect(await desk.chips().count()).toBe(0);
    await accessible(desk.page);
  }));

test("nothing moves by itself for those who want no motion", () =>
  at({ reducedMotion: "reduce" }, async (desk) => {
    await desk.generated();
    expect(await desk.page.evaluate(() => document.getAnimations().length)).toBe(0);
  }));

/** Second-best answers, missed joints and giving joints away by keyboard are tested where they belong. */
test("everything by keyboard alone", () =>
  at({}, async (desk) => {
    const { page } = desk;
    const focused = () => page.evaluate(() => document.activeElement?.textContent ?? "");
    /** Tabs until something has the focus, and it is seen to have it. */
    const tabTo = async (text: string) => {
      for (let i = 0; i < 80 && !(await focused()).startsWith(text); i++) await desk.press("Tab");
      expect(await focused()).toContain(text);
      expect(await page.evaluate(() => getComputedStyle(document.activeElement!).outlineStyle)).toBe("solid");
    };
    await tabTo("Try an example");
    await desk.press("Enter");
    await desk.settled();
    await desk.doubting();
    // the doubt is read aloud, and so is what the answer to it changed
    await desk.press("n");
    expect(await desk.said().textContent()).toMatch(/^[a-z ]+, person \d+, grouping in doubt/);
    await desk.press("Delete");
    await desk.chips().waitFor();
    await desk.settled();
    expect(await desk.said().textContent()).toMatch(/^proven; .* now (unused|with person \d+)/);
    // a pin is removed at its chip; the focus is not lost
    await tabTo("\u00d7");
    await desk.press("Delete");
    await desk.chips().waitFor({ state: "detached" });
    await desk.settled();
    expect(desk.answer.pins).toEqual([]);
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe("CANVAS");
    await desk.press("n");
    await desk.press("Delete");
    await desk.chips().waitFor();
    await desk.settled();
    await desk.press("Control+z");
    await desk.chips().waitFor({ state: "detached" });
    await desk.press("Control+Shift+Z");
    await desk.chips().waitFor();
    await desk.settled();
    await desk.press("Enter");
    expect(await page.locator(".place").textContent()).toBe("1 of 1 image done");
    await desk.press("x");
    await page.getByRole("dialog", { name: "Export" }).waitFor();
    const [file] = await Promise.all([page.waitForEvent("download"), desk.press("Enter")]);
    expect(file.suggestedFilename()).toMatch(/^people-[\d-]+\.json$/);
    await page.getByText(/^people-\S+ is written/).waitFor();
    await desk.press("Escape");
    await page.getByRole("dialog", { name: "Export" }).waitFor({ state: "hidden" });
  }));
