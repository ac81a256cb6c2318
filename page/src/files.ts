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
  /** What was done with it before, if it was saved. */
  readonly kept?: (Kept & { readonly key?: number }) | undefined;
}

export function problemIn({ body }: Source): Problem | undefined {
  return typeof body === "string" || body instanceof Blob ? undefined : body;
}

const OPEN_BRACE = 0x7b;
const GZIP = [0x1f, 0x8b];
const LONGEST_NAME = 200;

/** Names of any origin, as the server accepts them. */
export function printable(name: string): string {
  const clean = upright(name.slice(0, LONGEST_NAME)).replace(/[\p{Cc}\p{Cs}]/gu, " ").trim();
  return clean || "image";
}

/** The documents of a JSON or NDJSON file; the reason if it is neither. */
export function documents(text: string, name: string): Source[] {
  const whole = parsed(text);
  const each = whole === undefined ? text.split("\n").filter((line) => line.trim() !== "") : [text];
  return each.flatMap((body, i) => {
    const value = whole ?? parsed(body);
    if (value === undefined) throw new Error(`${name}, line ${i + 1}: not JSON`);
    const { format, id } = value as { format?: unknown; id?: unknown };
    if (format === "jointly/annotations@1") return opened(value, name);
    if (format !== "jointly/problem@1") {
      const found = JSON.stringify(format) ?? "none";
      throw new Error(`${name}: found format ${found} but expected "jointly/problem@1" or "jointly/annotations@1"`);
    }
    return [{ name: printable(typeof id === "string" ? id : name), body, photo: undefined }];
  });
}

function parsed(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Reads a file by its first bytes, whatever it is called. */
export async function sources(file: File): Promise<Source[]> {
  const name = printable(file.name);
  const start = new Uint8Array(await file.slice(0, 64).arrayBuffer());
  if (start[0] === GZIP[0] && start[1] === GZIP[1]) {
    const plain = file.stream().pipeThrough(new DecompressionStream("gzip"));
    return documents(await new Response(plain).text(), name);
  }
  const first = start.find((byte) => byte > 0x20);
  if (first === undefined) throw new Error(`${name}: the file is empty`);
  if (first === OPEN_BRACE) return documents(await file.text(), name);
  return [{ name, body: file, photo: file }];
}
