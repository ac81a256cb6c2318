import { named, type Problem } from "./api";
import { clipOf, printable, type Source } from "./files";
import type { Image } from "./image";
import { moveList, NO_EDITS, type Edit } from "./pins";
import { integer, list, number, object, oneOf, text, truth, type Of } from "./shape";

/** `jointly/annotations@1`: what was done with images; docs/formats.md describes it. */
const annotation = object(
  { name: text },
  {
    problem: named.Problem,
    image: text,
    pins: list(named.Pin),
    moves: list(object({ detection: integer, x: number, y: number })),
    deleted: list(list(integer)),
    added: list(integer),
    done: truth,
  },
);
const annotations = object({ format: oneOf("jointly/annotations@1"), images: list(annotation) });

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

/** What can be saved of an image; undefined if nothing is known of it yet. The image itself is not in it, only its name. */
function entry(image: Image): Of<typeof annotation> | undefined {
  const { source, history, added, done } = image;
  const problem = problemOf(image);
  if (!problem) return undefined;
  const moves = moveList(history);
  const deleted = history.edits.filter((edit) => edit.deletes).map((edit) => edit.pins.flatMap(({ skip }) => skip ?? []));
  return {
    name: source.name,
    problem,
    pins: history.edits.filter((edit) => !edit.deletes).flatMap((edit) => edit.pins),
    ...(moves.length > 0 && { moves }),
    ...(deleted.length > 0 && { deleted }),
    ...(added.length > 0 && { added: [...added] }),
    done,
  };
}

/** Everything that was done on the page as one file, an image per line; what has no problem yet is left out. */
export function saved(images: readonly Image[]): { file: Blob; count: number } {
  const lines = images.flatMap((image) => entry(image) ?? []).map((each) => JSON.stringify(each));
  const file = new Blob(['{"format":"jointly/annotations@1","images":[\n', lines.join(",\n"), "\n]}\n"], { type: "application/json" });
  return { file, count: lines.length };
}

/** The images of a saved file; earlier ones had the images themselves. */
export function opened(value: unknown, file: string): Source[] {
  return annotations.read(value, file).images.map(({ name, problem, image, pins, moves, deleted, added, done }, i): Source => {
    const photo = image === undefined ? undefined : bytes(image, `${file}/images/${i}/image`);
    const body = problem ?? photo;
    if (body === undefined) throw new Error(`${file}/images/${i}: found neither a problem nor an image`);
    const edits: Edit[] = [
      ...(pins ?? []).map((pin) => ({ pins: [pin] })),
      ...(moves ?? []).map((move) => ({ pins: [], move })),
      ...(deleted ?? []).map((all) => ({ pins: all.map((skip) => ({ skip })), deletes: true, title: "deleted" })),
    ];
    return {
      name: printable(name),
      body,
      photo,
      called: [name, ...(problem?.image?.file === undefined ? [] : [problem.image.file])],
      clip: clipOf(name, file),
      kept: { history: { ...NO_EDITS, edits }, names: new Map(), added: added ?? [], done: done ?? false },
    };
  });
}
