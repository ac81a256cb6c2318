import { opened } from "./annotations";
import type { Problem } from "./api";
import type { Kept } from "./image";
import { upright } from "./words";

/** What a person drops, as the server takes it: one problem or one image each. */
export interface Source {
  readonly name: string;
  /** An image, the text of a problem, or a problem that the server gave. */
  readonly body: Blob | string | Problem;
  /** The image itself, which is shown under the people, if there is one. */
  readonly photo: Blob | undefined;
  /** What its image may be called. */
  readonly called?: readonly string[];
  /** The video that it is a frame of, if it is one: its name, without folder and ending. */
  readonly clip?: string | undefined;
  /** What was done with it before, if it was saved. */
  readonly kept?: (Kept & { readonly key?: number }) | undefined;
}

export function problemIn({ body }: Source): Problem | undefined {
  return typeof body === "string" || body instanceof Blob ? undefined : body;
}

const OPEN_BRACE = 0x7b;
const GZIP = [0x1f, 0x8b];
const PICKLE = 0x80;
const LONGEST_NAME = 200;
const VIDEO = /\.(mp4|m4v|mov|avi|mkv|webm|mpe?g|wmv)$/i;

/** Names of any origin, as the server accepts them. */
export function printable(name: string): string {
  const clean = upright(name.slice(0, LONGEST_NAME)).replace(/[\p{Cc}\p{Cs}]/gu, " ").trim();
  return clean || "image";
}

/** A name without folders and ending. */
export function stem(name: string): string {
  return (name.split(/[/\\]/).at(-1) ?? name).replace(/\.[^.]*$/, "");
}

/** What was found in a file. */
export interface Found {
  readonly sources: readonly Source[];
  /** Ids of the problems whose solutions these are; they are solved anew here. */
  readonly solutions: readonly string[];
}

interface Document {
  readonly format?: unknown;
  readonly id?: unknown;
  readonly problem?: unknown;
  readonly image?: { readonly file?: unknown };
}

/** The documents of a JSON or NDJSON file; the reason if it is neither. */
export function documents(text: string, file: string): Found {
  const whole = parsed(text);
  const each = whole === undefined ? text.split("\n").filter((line) => line.trim() !== "") : [text];
  const solutions: string[] = [];
  const sources = each.flatMap((body, i): Source[] => {
    const value = (whole ?? parsed(body)) as Document | undefined;
    if (value === undefined) throw new Error(`${file}, line ${i + 1}: not JSON`);
    const { format, id, image } = value;
    if (format === "jointly/annotations@1") return opened(value, file);
    if (format === "jointly/solution@1") {
      solutions.push(typeof value.problem === "string" ? value.problem : "");
      return [];
    }
    if (format !== "jointly/problem@1") {
      const found = JSON.stringify(format) ?? "none";
      throw new Error(`${file}: found format ${found} but expected a problem, a solution, evidence, or work that was saved here`);
    }
    const name = printable(typeof id === "string" ? id : file);
    const called = [name, ...(typeof image?.file === "string" ? [image.file] : [])];
    return [{ name, body, photo: undefined, called, clip: clipOf(name, file) }];
  });
  return { sources, solutions };
}

/** Ids of frames are `clip/frame0012`, or `frame0012` in a file that is called as the video. */
export function clipOf(id: string, file: string): string | undefined {
  const folder = /^(.+)\/[^/]*\d+$/.exec(id)?.[1];
  return folder !== undefined ? stem(`${folder}.`) : /^frame\d+$/.test(id) ? stem(file) : undefined;
}

function parsed(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

/** What a file is, by its first bytes, or its ending for a video. */
export type Kind = "json" | "gzip" | "pickle" | "video" | "image";

export async function kindOf(file: File): Promise<Kind> {
  if (VIDEO.test(file.name) || file.type.startsWith("video/")) return "video";
  const start = new Uint8Array(await file.slice(0, 64).arrayBuffer());
  if (start[0] === GZIP[0] && start[1] === GZIP[1]) return "gzip";
  if (start[0] === PICKLE) return "pickle";
  const first = start.find((byte) => byte > 0x20);
  if (first === undefined) throw new Error(`${printable(file.name)}: the file is empty`);
  return first === OPEN_BRACE ? "json" : "image";
}

/**
 * Reads a file by its first bytes, whatever it is called. Videos are not read here.
 *
 * @param imported has the server turn evidence and results of DeepLabCut into problems
 */
export async function found(file: File, imported: (file: Blob, name: string) => Promise<string>): Promise<Found> {
  const name = printable(file.name);
  const kind = await kindOf(file);
  if (kind === "image") return { sources: [{ name, body: file, photo: file }], solutions: [] };
  if (kind === "pickle") return documents(await imported(file, name), name);
  const text = kind === "gzip" ? await new Response(file.stream().pipeThrough(new DecompressionStream("gzip"))).text() : await file.text();
  return documents(/^\s*\{\s*"format"\s*:\s*"jointly\/evidence@1"/.test(text) ? await imported(new Blob([text]), name) : text, name);
}

/** Whether an image file is that of a problem: called as its image or its id, with or without the ending. */
export function belongs({ called }: Source, file: string): boolean {
  const own = stem(file).toLowerCase();
  return called?.some((each) => stem(each).toLowerCase() === own || each.toLowerCase() === own) ?? false;
}

/**
 * Puts images under the problems they are of.
 *
 * @returns what is new, and for images that were there already the photo found for them
 */
export function matched<T extends { readonly source: Source }>(read: readonly Source[], there: readonly T[]): { fresh: Source[]; photos: (readonly [T, Blob])[] } {
  const fresh = [...read];
  const photos: (readonly [T, Blob])[] = [];
  for (const image of read.filter(({ body, photo }) => photo !== undefined && body === photo)) {
    const photo = image.photo!;
    const at = fresh.findIndex((each) => !each.photo && belongs(each, image.name));
    const known = there.find((each) => !each.source.photo && belongs(each.source, image.name) && !photos.some(([taken]) => taken === each));
    if (at < 0 && !known) continue;
    fresh.splice(fresh.indexOf(image), 1);
    if (at >= 0) {
      const index = fresh.findIndex((each) => !each.photo && belongs(each, image.name));
      fresh[index] = { ...fresh[index]!, photo };
    } else {
      photos.push([known!, photo]);
    }
  }
  return { fresh, photos };
}
