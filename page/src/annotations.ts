import { named, type Problem } from "./api";
import { printable, type Source } from "./files";
import type { Image } from "./image";
import { NO_PINS } from "./pins";
import { integer, list, object, oneOf, text, truth, type Of } from "./shape";

/** `jointly/annotations@1`: images, problems and pins in one file; docs/files.md describes it. */
const annotation = object(
  { name: text },
  { problem: named.Problem, image: text, pins: list(named.Pin), added: list(integer), done: truth },
);
const annotations = object({ format: oneOf("jointly/annotations@1"), images: list(annotation) });

/** The name of a saved file. */
export const FILE = "jointly-annotations.json";

/** A multiple of 3, so that the pieces can be joined. */
const CHUNK = 3 * 8192;

async function base64(blob: Blob): Promise<string> {
  const bytes = new Uint8Array(await blob.arrayBuffer());
  const pieces: string[] = [];
  for (let at = 0; at < bytes.length; at += CHUNK) {
    pieces.push(btoa(String.fromCharCode(...bytes.subarray(at, at + CHUNK))));
  }
  return pieces.join("");
}

function bytes(base64: string, at: string): Blob {
  try {
    return new Blob([Uint8Array.from(atob(base64), (each) => each.charCodeAt(0))]);
  } catch {
    throw new Error(`${at}: found text that is not base64`);
  }
}

/** The problem of an image, also of one that has not been sent yet; undefined if there is none. */
function problemOf(image: Image): Problem | undefined {
  if (image.problem || typeof image.source.body !== "string") return image.problem;
  try {
    return named.Problem.read(JSON.parse(image.source.body), "");
  } catch {
    // the server will refuse it too, and says why
    return undefined;
  }
}

/** What can be saved of an image; undefined if that is nothing. */
async function entry(image: Image): Promise<Of<typeof annotation> | undefined> {
  const { source, history, added, done } = image;
  const problem = problemOf(image);
  if (!problem && !source.photo) return undefined;
  return {
    name: source.name,
    ...(problem && { problem }),
    ...(source.photo && { image: await base64(source.photo) }),
    pins: [...history.pins],
    ...(added.length > 0 && { added: [...added] }),
    done,
  };
}

/** Everything that is on the page as one file, an image per line; documents that are no problems are left out. */
export async function saved(images: readonly Image[]): Promise<{ file: Blob; count: number }> {
  const lines: string[] = [];
  for (const image of images) {
    const line = await entry(image);
    if (line) lines.push(`${lines.length === 0 ? "" : ",\n"}${JSON.stringify(line)}`);
  }
  const file = new Blob(['{"format":"jointly/annotations@1","images":[\n', ...lines, "\n]}\n"], { type: "application/json" });
  return { file, count: lines.length };
}

/** The images of a saved file. */
export function opened(value: unknown, file: string): Source[] {
  return annotations.read(value, file).images.map(({ name, problem, image, pins, added, done }, i): Source => {
    const photo = image === undefined ? undefined : bytes(image, `${file}/images/${i}/image`);
    const body = problem ?? photo;
    if (body === undefined) throw new Error(`${file}/images/${i}: found neither a problem nor an image`);
    return {
      name: printable(name),
      body,
      photo,
      kept: { history: { ...NO_PINS, pins: pins ?? [] }, names: new Map(), added: added ?? [], done: done ?? false },
    };
  });
}
