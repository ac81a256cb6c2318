import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { env as environment } from "node:process";
import { createInterface } from "node:readline";
import { chromium, type Browser, type BrowserContextOptions, type Page } from "playwright-core";

export const ROOT = new URL("../..", import.meta.url).pathname;

/** The packaged program, as people start it. */
export class RunningServer {
  private constructor(
    private readonly process: ChildProcess,
    readonly port: number,
    private readonly cache: string,
  ) {}

  /** @param damaged whether its network cannot be opened */
  static async start(port = 0, damaged = false): Promise<RunningServer> {
    const cache = mkdtempSync(join(tmpdir(), "jointly-page-"));
    const env = { ...environment, XDG_CACHE_HOME: cache };
    if (damaged) {
      const models = join(cache, "jointly", "models");
      mkdirSync(models, { recursive: true });
      // is taken instead of the one inside
      writeFileSync(join(models, "openpose-mobilenet.onnx"), "no network");
    }
    const process = spawn(`${ROOT}/bin/jointly`, ["serve", "--port", String(port)], { stdio: ["ignore", "ignore", "pipe"], env });
    const lines: string[] = [];
    for await (const line of createInterface({ input: process.stderr! })) {
      lines.push(line);
      if (line.includes('"event":"listening"')) {
        // whatever else it says is read and dropped, so that it never waits for a reader
        process.stderr!.resume();
        return new RunningServer(process, (JSON.parse(line) as { port: number }).port, cache);
      }
    }
    throw new Error(`jointly serve ended at once: ${lines.join("\n")}`);
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}/`;
  }

  async stop(): Promise<void> {
    const gone = once(this.process, "exit");
    this.process.kill("SIGTERM");
    await gone;
    rmSync(this.cache, { recursive: true, force: true });
  }
}

/** Debian's Chromium, or what `CHROMIUM` names; no browser is ever downloaded. */
export function browser(): Promise<Browser> {
  const path = [process.env["CHROMIUM"], "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(
    (each) => each !== undefined && existsSync(each),
  );
  if (path === undefined) throw new Error("found no Chromium; install it (apt install chromium) or set CHROMIUM");
  return chromium.launch({ executablePath: path });
}

/** How the browser shows the page; 1280 by 720, light, with a mouse unless told. */
export type Look = Omit<BrowserContextOptions, "baseURL">;

/** A page that notes everything that should not happen. */
export async function watched(browser: Browser, url: string, look: Look = {}): Promise<{ page: Page; faults: string[] }> {
  const faults: string[] = [];
  const context = await browser.newContext({ viewport: { width: 1280, height: 720 }, ...look });
  context.on("console", (message) => message.type() === "error" && faults.push(message.text()));
  context.on("weberror", (error) => faults.push(error.error().message));
  await context.route("**/*", (route) => {
    const asked = route.request().url();
    if (asked.startsWith(url) || asked.startsWith("blob:")) return route.continue();
    faults.push(`asked for ${asked}`);
    return route.abort();
  });
  context.setDefaultTimeout(Number(environment["E2E_PATIENCE"] ?? 30_000));
  const page = await context.newPage();
  await page.goto(url);
  return { page, faults };
}
