import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { createInterface } from "node:readline";
import { chromium, type Browser, type Page } from "playwright-core";

const ROOT = new URL("../..", import.meta.url).pathname;

/** The packaged program, as people start it. */
export class RunningServer {
  private constructor(
    private readonly process: ChildProcess,
    readonly port: number,
  ) {}

  static async start(port = 0): Promise<RunningServer> {
    const process = spawn(`${ROOT}/bin/jointly`, ["serve", "--port", String(port)], { stdio: ["ignore", "ignore", "pipe"] });
    const lines: string[] = [];
    for await (const line of createInterface({ input: process.stderr! })) {
      lines.push(line);
      if (line.includes('"event":"listening"')) {
        // whatever else it says is read and dropped, so that it never waits for a reader
        process.stderr!.resume();
        return new RunningServer(process, (JSON.parse(line) as { port: number }).port);
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

/** A page that notes everything that should not happen. */
export async function watched(browser: Browser, url: string): Promise<{ page: Page; faults: string[] }> {
  const faults: string[] = [];
  const page = await browser.newPage({ viewport: { width: 1280, height: 720 } });
  page.on("console", (message) => message.type() === "error" && faults.push(message.text()));
  page.on("pageerror", (error) => faults.push(error.message));
  await page.route("**/*", (route) => {
    const asked = route.request().url();
    if (asked.startsWith(url) || asked.startsWith("blob:")) return route.continue();
    faults.push(`asked for ${asked}`);
    return route.abort();
  });
  await page.goto(url);
  return { page, faults };
}
