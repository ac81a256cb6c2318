import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { env } from "node:process";
import { gzipSync } from "node:zlib";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { nearest, type Scene, type Spot } from "../src/scene";
import { Desk } from "./desk";
import { browser as launched, RunningServer } from "./harness";
import { crowd, walk } from "./made";

/** Figures for the documentation: `npm run measure`. The machine should have nothing else to do. */
const PINS = Number(env["PINS"] ?? 200);
const FRAMES = Number(env["FRAMES"] ?? 20_000);
const PHOTOS = join(env["JOINTLY_DATA"] ?? "", "photos");

let server: RunningServer;
let browser: Browser;

beforeAll(async () => {
  [server, browser] = await Promise.all([RunningServer.start(), launched()]);
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

/** The value below which a share of all values lies. */
function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(Math.floor(sorted.length * share), sorted.length - 1)] ?? NaN;
}

function figures(what: string, values: readonly number[]): void {
  const of = (share: number) => quantile(values, share).toFixed(1);
  console.log(`${what}: ${values.length} values, median ${of(0.5)}, 95 % ${of(0.95)}, longest ${of(1)}`);
}

/**
 * Notes, in the browser, when the mouse button or key was let go, and when the frame is over that draws the answer to the change of
 * pins it led to.
 */
async function timed(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const times = { let: 0, drawn: [] as number[], waiting: false };
    Object.assign(window, { times });
    for (const kind of ["pointerup", "keydown"]) {
      window.addEventListener(kind, (event) => (times.let = times.waiting ? times.let : event.timeStamp), true);
    }
    const plain = window.fetch;
    window.fetch = async (url, init) => {
      if (!String(url).endsWith("/pins")) return plain(url, init);
      times.waiting = true;
      const response = await plain(url, init);
      const text = response.text.bind(response);
      response.text = async () => {
        const body = await text();
        // the page draws in the next frame, which is over when the one after it begins
        requestAnimationFrame(() => requestAnimationFrame((now) => {
          if (response.ok) times.drawn.push(now - times.let);
          times.waiting = false;
        }));
        return body;
      };
      return response;
    };
  });
}

/** Pseudo-random and the same every time. */
function generator(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Any joint, and the nearest one of another person; undefined if nobody is left. */
function within(scene: Scene, random: (below: number) => number): { joint: Spot; other: Spot | undefined } | undefined {
  const all = scene.people.flatMap((person) => person.joints);
  const joint = all[random(all.length)];
  if (!joint) return undefined;
  const owner = scene.owner.get(joint.detection);
  return { joint, other: nearest(all.filter((each) => scene.owner.get(each.detection) !== owner), joint, Infinity) };
}

/** The pins that the server was asked about last have been answered and drawn. */
const drawn = (page: Page) => page.waitForFunction(() => !(window as unknown as { times: { waiting: boolean } }).times.waiting);

test("from click to drawn people", async () => {
  const photos = readdirSync(PHOTOS).filter((name) => name.endsWith(".jpg"));
  const random = generator(1);
  const times: number[] = [];
  let refused = 0;
  for (const [i, name] of photos.entries()) {
    const desk = await Desk.open(server, browser);
    await timed(desk.page);
    await desk.page.reload();
    await desk.drop({ name, mimeType: "image/jpeg", buffer: readFileSync(join(PHOTOS, name)) });
    await desk.settled();
    const wanted = Math.ceil((PINS * (i + 1)) / photos.length) - Math.ceil((PINS * i) / photos.length);
    for (let made = 0; made < wanted; made++) {
      const found = within(desk.scene(), random);
      if (!found) break;
      const { joint, other } = found;
      if (other && random(2) === 0) await desk.drag(joint, other);
      else if (random(2) === 0) await desk.drag(joint, { x: 300, y: 90 });
      else {
        const at = await desk.screen(joint);
        await desk.page.mouse.click(at.x, at.y);
        await desk.press("Delete");
      }
      await drawn(desk.page);
      if ((await desk.page.locator(".chip.wrong").count()) > 0) {
        refused++;
        await desk.press("Control+z");
        await drawn(desk.page);
      }
      await desk.asked();
    }
    times.push(...(await desk.page.evaluate(() => (window as unknown as { times: { drawn: number[] } }).times.drawn)));
    desk.faults.length = 0;
    await desk.close();
  }
  figures(`click to drawn people, ms (${refused} pins could not hold)`, times);
  expect(times.length).toBeGreaterThan(PINS / 2);
});

test("panning with 300 people", async () => {
  const desk = await Desk.open(server, browser);
  await desk.drop(crowd(300));
  await desk.settled();
  const frames = desk.page.evaluate(
    () =>
      new Promise<number[]>((done) => {
        const gaps: number[] = [];
        let last = 0;
        const next = (now: number) => {
          if (last > 0) gaps.push(now - last);
          last = now;
          if (gaps.length < 180) requestAnimationFrame(next);
          else done(gaps);
        };
        requestAnimationFrame(next);
      }),
  );
  await desk.page.mouse.move(640, 700 - 60);
  await desk.page.mouse.down({ button: "middle" });
  let counted: number[] | undefined;
  void frames.then((gaps) => (counted = gaps));
  for (let i = 0; counted === undefined; i++) await desk.page.mouse.move(640 + 200 * Math.sin(i / 20), 400 + 150 * Math.cos(i / 20));
  await desk.page.mouse.up({ button: "middle" });
  figures("frames while panning with 300 people, ms", counted);
  await desk.close();
});

test("size and first picture", async () => {
  const desk = await Desk.open(server, browser);
  const files = await desk.page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => name));
  let bytes = gzipSync(await (await fetch(server.url)).text()).length;
  for (const file of files) bytes += gzipSync(Buffer.from(await (await fetch(file)).arrayBuffer())).length;
  const first: number[] = [];
  for (let i = 0; i < 10; i++) {
    await desk.page.reload();
    await desk.page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint").length > 0);
    first.push(await desk.page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? NaN));
  }
  console.log(`page, compressed: ${bytes} bytes in ${files.length + 1} files`);
  figures("first picture, ms", first);
  await desk.close();
});

test("a long clip with three animals, from the drop to its crossings, and from one crossing to the next", async () => {
  const desk = await Desk.open(server, browser);
  const folder = mkdtempSync(join(tmpdir(), "jointly-clip-"));
  const file = join(folder, "walk.ndjson");
  try {
    const away = (f: number, period: number) => 300 + 280 * Math.sin((2 * Math.PI * f) / period);
    const frames = Array.from({ length: FRAMES }, (_, f) => walk(`walk/frame${String(f).padStart(5, "0")}`, away(f, 700), away(f, 1100), away(f, 1900)));
    writeFileSync(file, frames.map(({ buffer }) => buffer.toString()).join("\n"));
    await desk.page.evaluate(() => {
      const longest = { task: 0 };
      Object.assign(window, { longest });
      const { fetch } = window;
      window.fetch = async (url, init) => {
        const response = await fetch(url, init);
        if (String(url).endsWith("/api/v1/tracks")) Object.assign(window, { tracked: (JSON.parse(init?.body as string) as { frames: unknown[] }).frames.length });
        return response;
      };
      new PerformanceObserver((list) => list.getEntries().forEach(({ duration }) => (longest.task = Math.max(longest.task, duration)))).observe({ type: "longtask" });
    });
    const start = performance.now();
    await desk.page.locator("input[type=file]").setInputFiles(file);
    await desk.page.locator(".thumb.solved").nth(2).waitFor({ timeout: 600_000 });
    console.log(`first frames after ${((performance.now() - start) / 1000).toFixed(1)} s`);
    await desk.page.getByRole("button", { name: "Frames in order" }).click();
    await desk.page.waitForFunction((frames) => (window as unknown as { tracked: number }).tracked === frames, FRAMES, { polling: 500, timeout: 3_600_000 });
    await desk.page.getByRole("button", { name: /^Next crossing \(\d/ }).waitFor();
    console.log(`crossings of ${FRAMES} frames after ${((performance.now() - start) / 1000).toFixed(1)} s, longest task ${(await desk.page.evaluate(() => (window as unknown as { longest: { task: number } }).longest.task)).toFixed(0)} ms`);
    const times: number[] = [];
    for (let i = 0; i < 20; i++) {
      times.push(await desk.page.evaluate(() => new Promise<number>((done) => {
        const pressed = performance.now();
        window.dispatchEvent(new KeyboardEvent("keydown", { key: "x" }));
        requestAnimationFrame(() => requestAnimationFrame(() => done(performance.now() - pressed)));
      })));
    }
    figures("from one crossing to the next, ms", times);
    console.log(`heap of the page: ${await desk.page.evaluate(() => Math.round((performance as unknown as { memory: { usedJSHeapSize: number } }).memory.usedJSHeapSize / 1e6))} MB`);
    // the server has ended sessions of some images to stay within its memory, which the browser notes
    desk.faults.length = 0;
  } finally {
    rmSync(folder, { recursive: true });
  }
  await desk.close();
}, 3_600_000);
