import type { Point } from "./view";
import type { Side } from "./parts";

/**
 * Hues that stay apart for eyes that lack a kind of cone. They are those that Okabe and Ito proposed, without black, which reads
 * as an outline.
 */
export const HUES = ["#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#f0e442"] as const;

const WHITE_ON_LEFT = 0.45;
const BLACK_ON_RIGHT = 0.2;

export type Rgb = readonly [number, number, number];

export function rgb(hex: string): Rgb {
  return [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16)) as unknown as Rgb;
}

function hex(colour: Rgb): string {
  return "#" + colour.map((each) => Math.round(each).toString(16).padStart(2, "0")).join("");
}

function mixed(from: Rgb, to: Rgb, share: number): Rgb {
  return from.map((each, i) => each + (to[i]! - each) * share) as unknown as Rgb;
}

function mix(base: Rgb, side: Side): string {
  if (side === "left") return hex(mixed(base, [255, 255, 255], WHITE_ON_LEFT));
  if (side === "right") return hex(mixed(base, [0, 0, 0], BLACK_ON_RIGHT));
  return hex(base);
}

const MIXED = HUES.map((hue) => ({ left: mix(rgb(hue), "left"), middle: hue, right: mix(rgb(hue), "right") }));

/** For who has no hue. */
export const GREY = -1;
const GREYS = { left: "#b3b3b3", middle: "#8c8c8c", right: "#707070" } as const;

/** Of a person's side: left is lighter than right. */
export function colour(hue: number, side: Side): string {
  if (hue === GREY) return GREYS[side];
  return MIXED[hue % MIXED.length]![side];
}

/** What can be read on a hue: black or white. */
export function ink(hue: number): string {
  const [red, green, blue] = rgb(colour(hue, "middle")).map((each) => (each / 255) ** 2.2) as unknown as Rgb;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179 ? "#000000" : "#ffffff";
}

export interface Placed {
  readonly number: number;
  readonly centre: Point;
}

/**
 * Chooses hues for people. Whoever has one keeps it; others, in the order of their numbers, get the one whose nearest bearer is
 * farthest away.
 *
 * @param before hues by the number of a person
 */
export function hues(before: ReadonlyMap<number, number>, people: readonly Placed[]): Map<number, number> {
  const chosen = new Map<number, number>(before);
  const placed = people.filter((person) => (chosen.get(person.number) ?? GREY) !== GREY);
  for (const person of [...people].sort((a, b) => a.number - b.number)) {
    if (chosen.has(person.number)) continue;
    const nearest = HUES.map(() => Infinity);
    for (const other of placed) {
      const hue = chosen.get(other.number)!;
      const distance = Math.hypot(other.centre.x - person.centre.x, other.centre.y - person.centre.y);
      nearest[hue] = Math.min(nearest[hue]!, distance);
    }
    chosen.set(person.number, nearest.indexOf(Math.max(...nearest)));
    placed.push(person);
  }
  return chosen;
}
