import type { Pin } from "./api";
import type { Point } from "./view";

/** A joint that a person put somewhere else. */
export type Move = Readonly<{ detection: number; x: number; y: number }>;

/** One thing that a person did: pins, or a joint that was moved. */
export interface Edit {
  readonly pins: readonly Pin[];
  readonly move?: Move;
  /** What its chip says, if that is more than its one pin. */
  readonly title?: string;
  /** A person was deleted: the pins say that none of the joints is used. */
  readonly deletes?: boolean;
}

/** What was done with an image, and what can be undone and redone. The list of edits is the whole state. */
export interface History {
  readonly past: readonly (readonly Edit[])[];
  readonly edits: readonly Edit[];
  readonly future: readonly (readonly Edit[])[];
}

export const NO_EDITS: History = { past: [], edits: [], future: [] };

export function changed(history: History, edits: readonly Edit[]): History {
  return { past: [...history.past, history.edits], edits, future: [] };
}

/** Nothing to undo is no error: the history stays. */
export function undone(history: History): History {
  const edits = history.past.at(-1);
  if (!edits) return history;
  return { past: history.past.slice(0, -1), edits, future: [history.edits, ...history.future] };
}

export function redone(history: History): History {
  const [edits, ...future] = history.future;
  if (!edits) return history;
  return { past: [...history.past, history.edits], edits, future };
}

export function pinsOf({ edits }: History): Pin[] {
  return edits.flatMap((edit) => edit.pins);
}

/** Joints that were moved, as files have them. */
export function moveList(history: History): Move[] {
  return [...movesOf(history)].map(([detection, { x, y }]) => ({ detection, x, y }));
}

/** Where joints are that were moved. */
export function movesOf({ edits }: History): Map<number, Point> {
  return new Map(edits.flatMap(({ move }) => (move ? [[move.detection, { x: move.x, y: move.y }]] : [])));
}

export function detectionsOf(pin: Pin): number[] {
  if (pin.use !== undefined) return [pin.use];
  if (pin.skip !== undefined) return [pin.skip];
  return pin.together ?? pin.apart ?? [];
}

/** Whether two pins are the same; the order of a pair says nothing. */
export function same(a: Pin, b: Pin): boolean {
  return key(a) === key(b);
}

function key(pin: Pin): string {
  const kind = Object.keys(pin)[0] ?? "";
  return `${kind} ${[...detectionsOf(pin)].sort((x, y) => x - y).join(" ")}`;
}

/**
 * Whether an earlier pin goes when another is said: it is the same, plainly says the opposite about the same detections, or is an
 * earlier wish where a detection belongs that is now given to another person or dropped.
 */
function overruled(pin: Pin, by: Pin): boolean {
  const about = detectionsOf(by);
  const theirs = detectionsOf(pin);
  if (theirs.length === about.length && theirs.every((each) => about.includes(each))) return true;
  if (by.skip !== undefined) return pin.together?.includes(by.skip) ?? false;
  if (!by.together) return false;
  return (pin.skip !== undefined && by.together.includes(pin.skip)) || (pin.together !== undefined && pin.together[0] === by.together[0]);
}

/** Adds an edit; what a person says last counts. An earlier edit of which nothing is left goes. */
export function added(edits: readonly Edit[], edit: Edit): Edit[] {
  const kept = edits.flatMap((other) => {
    const pins = other.pins.filter((pin) => !edit.pins.some((by) => overruled(pin, by)));
    if (other.move && other.move.detection === edit.move?.detection) return [];
    return pins.length === 0 && !other.move ? [] : [pins.length === other.pins.length ? other : { ...other, pins }];
  });
  return [...kept, edit];
}

/**
 * What the server is asked for: the pins, and that joints that were added but are no longer pinned stay unused. A major part could
 * otherwise still lead a person.
 */
export function asAsked(pins: readonly Pin[], added: readonly number[]): Pin[] {
  const named = new Set(pins.flatMap(detectionsOf));
  return [...pins, ...added.filter((detection) => !named.has(detection)).map((skip) => ({ skip }))];
}

/** What a chip says. */
export function sentence(pin: Pin, label: (detection: number) => string): string {
  const names = detectionsOf(pin).map(label);
  if (pin.together) return `${names[0]} with ${names.slice(1).join(", ")}`;
  if (pin.apart) return `${names.join(" and ")} apart`;
  return pin.use !== undefined ? `use ${names[0]}` : `not ${names[0]}`;
}

export function chipOf(edit: Edit, label: (detection: number) => string): string {
  if (edit.title !== undefined) return edit.title;
  return edit.move ? `${label(edit.move.detection)} moved` : edit.pins.map((pin) => sentence(pin, label)).join("; ");
}
