import { readFileSync } from "node:fs";
import { basename } from "node:path";
import type { Browser, CDPSession, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect } from "vitest";
import type { Answer, Problem } from "../src/api";
import { sceneOf, type Scene, type Spot } from "../src/scene";
import { fit, toScreen, type Point } from "../src/view";
import { twelve, type Made } from "./made";
import { browser as launched, RunningServer, watched, type Look } from "./harness";

/** Four people, solved in no time. */
export const FOUR = new URL("../../instances/crowded-4p-s1.problem.json", import.meta.url).pathname;

/** A page of a running server, with what a person does there and what the server says of it. */
export class Desk {
  /** Of the session that the page began last. */
  session = "";
  answer!: Answer;
  problem!: Problem;
  private touch: CDPSession | undefined;

  private constructor(
    private readonly server: RunningServer,
    readonly page: Page,
    readonly faults: string[],
  ) {}

  static async open(server: RunningServer, browser: Browser, look: Look = {}): Promise<Desk> {
    const { page, faults } = await watched(browser, server.url, look);
    return new Desk(server, page, faults).listening();
  }

  private listening(): this {
    this.page.on("response", (response) => {
      this.session = response.headers()["location"] ?? this.session;
    });
    return this;
  }

  /** Another tab of the same browser. */
  async tab(): Promise<Desk> {
    const page = await this.page.context().newPage();
    await page.goto(this.server.url);
    return new Desk(this.server, page, this.faults).listening();
  }

  /** Nothing happened that should not have. */
  async close(): Promise<void> {
    const found = [...this.faults];
    // as people leave: sessions end, and what the server does for them
    await Promise.all(this.page.context().pages().map((page) => page.goto("about:blank")));
    await this.page.context().close();
    expect(found).toEqual([]);
  }

  readonly state = () => this.page.locator(".state");
  readonly chips = () => this.page.locator(".chip");
  readonly people = () => this.page.locator(".people li");
  readonly said = () => this.page.locator(".said");
  /** Of each person in the list, without doubts, which come later. */
  readonly joints = () => this.page.locator(".people li .soft").allTextContents();
  readonly press = (key: string) => this.page.keyboard.press(key);

  /** The grey of the image, near its right edge. */
  readonly grey = () => this.page.locator(".stage canvas").evaluate((canvas: HTMLCanvasElement) => canvas.getContext("2d")!.getImageData(canvas.width - 40, canvas.height / 2, 1, 1).data[0]!);
  readonly click = (name: string | RegExp) => this.page.getByRole("button", { name, exact: typeof name === "string" }).click();

  async drop(...files: (string | Made)[]): Promise<void> {
    const made = files.map((file) => (typeof file === "string" ? { name: basename(file), mimeType: "application/json", buffer: readFileSync(file) } : file));
    await this.page.locator("input[type=file]").setInputFiles(made);
  }

  /** Until the status has this in it; on narrow screens it stands in the sheet. */
  async status(text: string): Promise<void> {
    await this.state().filter({ hasText: text }).waitFor({ state: "attached" });
  }

  /** Until the answer is proven, whether or not its doubts are known exactly; then asks the server what it is. */
  async settled(): Promise<void> {
    await this.status("proven");
    await this.asked();
  }

  /** Asks the server what the answer is, proven or not. */
  async asked(): Promise<void> {
    const response = await fetch(new URL(this.session, this.server.url));
    this.answer = (await response.json()) as Answer;
    this.problem = this.answer.problem!;
  }

  /** Until all doubts are known. */
  async weighed(): Promise<void> {
    await this.state().filter({ hasText: /proven(?!.*looking)/ }).waitFor();
  }

  /** Until some doubts are known. */
  async doubting(): Promise<void> {
    await this.page.getByRole("button", { name: /^Next doubt, \d+/ }).waitFor();
  }

  /** A generated scene of 12 people, whose best grouping has 11. */
  async generated(): Promise<Scene> {
    await this.drop(twelve());
    await this.settled();
    return this.scene();
  }

  /** What the page draws, from what the server says. */
  scene(): Scene {
    return sceneOf(this.problem, this.answer);
  }

  /** Of each person in the list, its number and hue. */
  swatches(): Promise<string[][]> {
    return this.people().evaluateAll((rows) =>
      rows.map((row) => [row.querySelector(".number")!.textContent!, row.querySelector<HTMLElement>(".swatch")!.style.background]),
    );
  }

  /** Where a place in the scene is on the screen while the whole image is shown. */
  async screen(spot: Point): Promise<Point> {
    const box = (await this.page.locator(".stage canvas").boundingBox())!;
    const at = toScreen(fit(this.scene().box, box), spot);
    return { x: box.x + at.x, y: box.y + at.y };
  }

  /** The middle of a limb between two detections. */
  async limb(a: number, b: number): Promise<Point> {
    const { spots } = this.scene();
    return this.screen({ x: (spots.get(a)!.x + spots.get(b)!.x) / 2, y: (spots.get(a)!.y + spots.get(b)!.y) / 2 });
  }

  /** Fingers on the screen. */
  async fingers(type: "touchStart" | "touchMove" | "touchEnd", ...points: Point[]): Promise<void> {
    this.touch ??= await this.page.context().newCDPSession(this.page);
    await this.touch.send("Input.dispatchTouchEvent", { type, touchPoints: points.map(({ x, y }, id) => ({ x, y, id })) });
  }

  async tap(at: Point): Promise<void> {
    await this.fingers("touchStart", at);
    await this.fingers("touchEnd");
  }

  /** Drags with the mouse or a finger; the hint before letting go. */
  async carry(by: "mouse" | "finger", from: Point, to: Point): Promise<string> {
    const way = [0.3, 0.7, 1].map((share) => ({ x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share }));
    if (by === "mouse") {
      await this.page.mouse.move(from.x, from.y);
      await this.page.mouse.down();
      for (const { x, y } of way) await this.page.mouse.move(x, y);
    } else {
      await this.fingers("touchStart", from);
      for (const place of way) await this.fingers("touchMove", place);
    }
    // fingers are heard once a frame
    await this.page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    const hint = (await this.page.locator(".hint").textContent()) ?? "";
    if (by === "mouse") await this.page.mouse.up();
    else await this.fingers("touchEnd");
    return hint;
  }

  async hover(spot: Spot): Promise<void> {
    const at = await this.screen(spot);
    await this.page.mouse.move(at.x, at.y);
  }

  async drag(from: Spot, to: Spot | Point): Promise<void> {
    const a = await this.screen(from);
    const b = "detection" in to ? await this.screen(to) : to;
    await this.page.mouse.move(a.x, a.y);
    await this.page.mouse.down();
    await this.page.mouse.move((a.x + b.x) / 2, (a.y + b.y) / 2, { steps: 3 });
    await this.page.mouse.move(b.x, b.y, { steps: 3 });
    await this.page.mouse.up();
  }
}

/** Gives each test of a file a page of its own, in one browser on one server, which are for tests that need another page. */
export function eachTest(use: (desk: Desk, server: RunningServer, browser: Browser) => unknown): void {
  let server: RunningServer;
  let browser: Browser;
  let desk: Desk;
  beforeAll(async () => {
    [server, browser] = await Promise.all([RunningServer.start(), launched()]);
  });
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });
  beforeEach(async () => {
    desk = await Desk.open(server, browser);
    await use(desk, server, browser);
  });
  afterEach(() => desk.close());
}

/** A joint with no other within reach of the mouse. */
export function alone(of: Scene, not: (spot: Spot) => boolean = () => false): Spot {
  const all = of.people.flatMap((person) => person.joints);
  const unit = Math.max(of.box.width, of.box.height) / 25;
  const found = all.find((joint) => !not(joint) && all.every((other) => other === joint || Math.hypot(other.x - joint.x, other.y - joint.y) > unit));
  if (!found) throw new Error("no joint stands alone");
  return found;
}
