import type { Pin } from "./api";

/** The pins of an image, with what can be undone and redone. The list of pins is the whole state. */
export interface History {
  readonly past: readonly (readonly Pin[])[];
  readonly pins: readonly Pin[];
  readonly future: readonly (readonly Pin[])[];
}

export const NO_PINS: History = { past: [], pins: [], future: [] };

export function changed(history: History, pins: readonly Pin[]): History {
  return { past: [...history.past, history.pins], pins, future: [] };
}

/** Nothing to undo is no error: the history stays. */
export function undone(history: History): History {
  const pins = history.past.at(-1);
  if (!pins) return history;
  return { past: history.past.slice(0, -1), pins, future: [history.pins, ...history.future] };
}

export function redone(history: History): History {
  const [pins, ...future] = history.future;
  if (!pins) return history;
  return { past: [...history.past, history.pins], pins, future };
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
 * Adds a pin. What a person says last counts: pins that plainly say the opposite about the same detections go, and so do
 * earlier wishes where the detection belongs, if it is now moved or dropped.
 */
export function added(pins: readonly Pin[], pin: Pin): Pin[] {
  const about = new Set(detectionsOf(pin));
  const kept = pins.filter((other) => {
    if (same(other, pin)) return false;
    const theirs = detectionsOf(other);
    const samePair = theirs.length === about.size && theirs.every((each) => about.has(each));
    if (pin.use !== undefined || pin.skip !== undefined) {
      const drops = pin.skip !== undefined && (other.together?.includes(pin.skip) ?? false);
      return !samePair && !drops;
    }
    const revives = other.skip !== undefined && about.has(other.skip) && pin.together !== undefined;
    return !samePair && !revives;
  });
  return [...kept, pin];
}

/** Moves a detection to the person of another one: earlier wishes where it belongs go. */
export function moved(pins: readonly Pin[], detection: number, to: number): Pin[] {
  const others = pins.filter((pin) => pin.together?.[0] !== detection);
  return added(others, { together: [detection, to] });
}

/**
 * What the server is asked for: the pins, and that nobody has a joint that was added but is not pinned any more. A major part could
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
