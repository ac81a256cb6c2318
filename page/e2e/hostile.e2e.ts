import { readFileSync } from "node:fs";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Desk, FOUR } from "./desk";
import { browser as launched, RunningServer } from "./harness";
import { photo, walk, type Made } from "./made";

/** Each would set a flag, open a dialog or mislead if it were taken for anything but a name. */
const NAMES = [
  `<img src=x onerror="hacked=1">`,
  `"><script>hacked=1</script>`,
  `javascript:hacked=1`,
  `</title></style><svg/onload=alert(1)>`,
  `'-alert(1)-'`,
  `\u202egpj.exe\u2066`,
  `__proto__`,
  `constructor`,
  `&lt;b&gt;&amp;`,
  "very-long".repeat(110),
  `=cmd|' /C calc'!A0`,
  `{{hacked=1}}\${hacked=1}`,
  `../../etc/passwd`,
  `%3Cscript%3E%0A`,
];

/** As the page says them. */
const SAID = NAMES.map((name) => name.replace(/[\u202e\u2066]/g, "").replace(/[_-]+/g, " ").trim().toLowerCase());

interface Problem {
  id: string;
  anatomy: { name: string; parts: string[]; majors: string[]; limbs: string[][] };
  detections: { part: string }[];
}

/** Four people with such names for everything. */
function hostile(id: string): Made {
  const four = JSON.parse(readFileSync(FOUR, "utf8")) as Problem;
  const { parts, majors, limbs } = four.anatomy;
  const renamed = (part: string) => NAMES[parts.indexOf(part)]!;
  const anatomy = { name: NAMES[0]!, parts: parts.map(renamed), majors: majors.map(renamed), limbs: limbs.map((limb) => limb.map(renamed)) };
  const detections = four.detections.map((detection) => ({ ...detection, part: renamed(detection.part) }));
  const problem = { ...four, id, anatomy, detections, image: { file: `${NAMES[1]}.png`, width: 1000, height: 1000 } };
  return { name: `${NAMES[0]}.json`, mimeType: "application/json", buffer: Buffer.from(JSON.stringify(problem)) };
}

let server: RunningServer;
let browser: Browser;

beforeAll(async () => {
  [server, browser] = await Promise.all([RunningServer.start(), launched()]);
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

/** A page on which dialogs and violations of the content security policy are faults. */
async function guarded(): Promise<Desk> {
  const desk = await Desk.open(server, browser);
  desk.page.on("dialog", (dialog) => {
    desk.faults.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  await desk.page.addInitScript(() =>
    document.addEventListener("securitypolicyviolation", (event) => console.error(`violation: ${event.violatedDirective} ${event.sample}`)),
  );
  await desk.page.reload();
  return desk;
}

/** No name has become an element, a script or a wider page. */
async function harmless(page: Page): Promise<void> {
  expect(await page.evaluate(() => "hacked" in window)).toBe(false);
  expect(await page.locator("script:not([src]), img[src=x], svg[onload], a[href^=javascript]").count()).toBe(0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
}

const names = (page: Page) => page.locator(".thumb .name").allTextContents();
const solved = (page: Page, count: number) => page.locator(".thumb.solved").nth(count - 1).waitFor();

test("names of images are text, on the page, after a reload and in a saved file", async () => {
  const desk = await guarded();
  const { page } = desk;
  await desk.drop(...NAMES.map((name) => walk(name, 0)));
  await solved(page, NAMES.length);
  // controls of the direction of text are left out, and names are cut
  const shown = NAMES.map((name) => name.replace(/[\u202e\u2066]/g, "").slice(0, 200)).sort();
  expect((await names(page)).sort()).toEqual(shown);
  await harmless(page);
  await page.reload();
  await solved(page, NAMES.length);
  expect((await names(page)).sort()).toEqual(shown);
  const [file] = await Promise.all([page.waitForEvent("download"), desk.click("Save")]);
  const other = await guarded();
  await other.drop(await file.path());
  await solved(other.page, NAMES.length);
  expect((await names(other.page)).sort()).toEqual(shown);
  await harmless(other.page);
  await other.close();
  await desk.close();
});

test("names of parts are text, wherever a joint is spoken of", async () => {
  const desk = await guarded();
  const { page } = desk;
  await desk.drop(hostile(NAMES[0]!));
  await desk.settled();
  await desk.doubting();
  await desk.hover(desk.scene().people[0]!.joints[0]!);
  const tip = (await page.getByRole("tooltip").textContent())!;
  expect(SAID.filter((name) => tip.startsWith(name)), tip).not.toEqual([]);
  for (let i = 0; i < NAMES.length; i++) {
    await desk.press("n");
    const said = (await desk.said().textContent())!;
    expect(SAID.filter((name) => said.startsWith(`${name}, person `)), said).toHaveLength(1);
  }
  await desk.press("Delete");
  await desk.chips().waitFor();
  await desk.status("proven");
  expect(await desk.chips().textContent()).toContain("not ");
  await harmless(page);
  // the list of parts of a joint that was missed
  await desk.press("j");
  await desk.press("Enter");
  const dialog = page.getByRole("dialog", { name: "A joint that was missed" });
  await dialog.waitFor();
  const parts = await dialog.getByLabel("Part").locator("option").allTextContents();
  expect(parts.map((part) => part.replace(" (has one)", ""))).toEqual(SAID);
  await harmless(page);
  await desk.press("Escape");
  const pin = await desk.chips().textContent();
  await page.reload();
  await desk.status("proven");
  expect(await desk.chips().textContent()).toBe(pin);
  await harmless(page);
  await desk.close();
});

test.each(["coco", "cvat", "labelstudio", "dlc-csv"])("people with such names are exported for %s", async (format) => {
  const desk = await guarded();
  const { page } = desk;
  await desk.drop(hostile(NAMES[1]!));
  await desk.settled();
  await desk.click("Export");
  const dialog = page.getByRole("dialog", { name: "Export" });
  await dialog.locator("select").selectOption(format);
  const [file] = await Promise.all([page.waitForEvent("download"), dialog.getByRole("button", { name: "Export" }).click()]);
  await dialog.getByText(`${file.suggestedFilename()} is written`).waitFor();
  expect(file.suggestedFilename()).toMatch(/^people-[\d-]+\.(json|xml|csv)$/);
  const text = readFileSync(await file.path(), "utf8");
  if (format === "cvat") {
    const broken = await page.evaluate((xml) => new DOMParser().parseFromString(xml, "application/xml").querySelector("parsererror, script, img"), text);
    expect(broken).toBeNull();
  } else if (format !== "dlc-csv") {
    expect(JSON.stringify(JSON.parse(text))).toContain("hacked=1");
  }
  await harmless(page);
  await desk.close();
});

test("files that cannot be read, photos, and frames of a clip, with such names", async () => {
  const desk = await guarded();
  const { page } = desk;
  for (const name of [...NAMES, "two\nlines.json", `${"n".repeat(199)}\u{1f600}.png`]) {
    await desk.drop({ name, mimeType: "application/json", buffer: Buffer.from("{") }, { name, mimeType: "image/png", buffer: photo().buffer });
  }
  // the server refuses no name
  await solved(page, NAMES.length + 2);
  await harmless(page);
  await page.reload();
  const clip = `${NAMES[0]}/frame`;
  await desk.drop(walk(`${clip}1`, 0), walk(`${clip}2`, 10));
  await solved(page, 2);
  await desk.click("Frames in order");
  await page.locator(".track").nth(1).waitFor();
  await harmless(page);
  await desk.close();
});
