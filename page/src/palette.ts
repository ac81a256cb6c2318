import type { Side } from "./parts";
import { boxOf, toSegment, type Box, type Point } from "./view";

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
  readonly joints: readonly Point[];
  readonly limbs: readonly (readonly [Point, Point])[];
}

/** Of the distance between centres that is added to the gap between two people, so that of those who overlap the nearest are known too. */
const CENTRES = 0.05;
/** Beyond so many people the boxes around them are compared only. */
const MAX_EXACT = 100;

function boxGap(a: Box, b: Box): number {
  const dx = Math.max(0, a.left - b.left - b.width, b.left - a.left - a.width);
  const dy = Math.max(0, a.top - b.top - b.height, b.top - a.top - a.height);
  return Math.hypot(dx, dy);
}

/** The gap between two people as they are drawn. */
function gap(a: Placed, b: Placed): number {
  const to = (one: Placed, other: Placed) => Math.min(...one.joints.flatMap((joint) => [...other.limbs.map(([p, q]) => toSegment(joint, p, q)), ...other.joints.map((each) => Math.hypot(each.x - joint.x, each.y - joint.y))]));
  return Math.min(to(a, b), to(b, a));
}

/** How far apart every two people are; the centres decide where gaps are 0. */
function distances(people: readonly Placed[]): number[][] {
  const boxes = people.map((person) => boxOf(person.joints));
  const exact = people.length <= MAX_EXACT;
  return people.map((one, i) =>
    people.map((other, j) => {
      if (i === j) return Infinity;
      return (exact ? gap(one, other) : boxGap(boxes[i]!, boxes[j]!)) + CENTRES * Math.hypot(one.centre.x - other.centre.x, one.centre.y - other.centre.y);
    }),
  );
}

/**
 * Gives each person one of a few hues so that people of the same hue are far apart: the person with the least choice gets the hue
 * whose nearest bearer is farthest. Drawings of the command line begin alike, and then search for a larger least distance.
 */
class Colouring {
  /** @param hue hues that stay, by person; -1 for those to be chosen */
  constructor(
    private readonly apart: readonly (readonly number[])[],
    private readonly hue: number[],
  ) {}

  /** By hue, how far its nearest bearer is from a person. */
  private nearest(person: number): number[] {
    const least = HUES.map(() => Infinity);
    this.hue.forEach((hue, other) => {
      if (hue >= 0 && other !== person) least[hue] = Math.min(least[hue]!, this.apart[person]![other]!);
    });
    return least;
  }

  /** Who overlaps bearers of most hues; of those, whose best hue has the nearest bearer. */
  private next(): { person: number; nearest: number[] } | undefined {
    let best: { person: number; nearest: number[]; left: number; far: number } | undefined;
    this.hue.forEach((hue, person) => {
      if (hue >= 0) return;
      const nearest = this.nearest(person);
      const left = nearest.filter((each) => each > 0).length;
      const far = Math.max(...nearest);
      if (!best || left < best.left || (left === best.left && far < best.far)) best = { person, nearest, left, far };
    });
    return best;
  }

  chosen(): number[] {
    for (let next = this.next(); next; next = this.next()) {
      this.hue[next.person] = next.nearest.indexOf(Math.max(...next.nearest));
    }
    return this.hue;
  }
}

/**
 * Chooses hues for people. A person who has one keeps it.
 *
 * @param before hues by the number of a person
 */
export function hues(before: ReadonlyMap<number, number>, people: readonly Placed[]): Map<number, number> {
  const ordered = [...people].sort((a, b) => a.number - b.number);
  const fixed = ordered.map(({ number }) => before.get(number) ?? -1);
  const chosen = new Map(before);
  if (ordered.every(({ number }) => before.has(number))) return chosen;
  const found = new Colouring(distances(ordered), fixed).chosen();
  ordered.forEach(({ number }, i) => chosen.set(number, found[i]!));
  return chosen;
}
