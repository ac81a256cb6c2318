import type { Margin } from "./api";
import type { Scene } from "./scene";

/** Below this a joint counts as doubtful; the drawings of the command line have the same limit. */
export const DOUBTFUL_BELOW = 3;

/** How strong a halo is: 1 at margin 0, nothing from {@link DOUBTFUL_BELOW} on. */
export function strength(margin: number | undefined): number {
  if (margin === undefined) return 0;
  return Math.min(Math.max(1 - margin / DOUBTFUL_BELOW, 0), 1);
}

/** Margins by detection, and by number of a person. */
export interface Doubts {
  readonly joints: ReadonlyMap<number, number>;
  readonly people: ReadonlyMap<number, number>;
  /** Detections whose margins are known exactly; the others have at least theirs. */
  readonly exact: ReadonlySet<number>;
}

export const NO_DOUBTS: Doubts = { joints: new Map(), people: new Map(), exact: new Set() };

/**
 * What pins leave no choice about is not in doubt.
 *
 * @param drawn detections that are joints of people; margins of their duplicates change nothing that is drawn
 * @param before what was known; margins that are found now take its place
 */
export function doubts(margins: readonly Margin[], drawn: ReadonlySet<number>, before: Doubts = NO_DOUBTS): Doubts {
  const joints = new Map(before.joints);
  const people = new Map(before.people);
  const exact = new Set(before.exact);
  for (const margin of margins) {
    if (margin.fixed && margin.joint !== undefined) joints.delete(margin.joint);
    if (margin.fixed || (margin.joint !== undefined && !drawn.has(margin.joint))) continue;
    if (margin.joint === undefined) people.set(margin.person, margin.atLeast);
    else joints.set(margin.joint, margin.atLeast);
    if (margin.joint !== undefined && margin.atMost === margin.atLeast) exact.add(margin.joint);
  }
  return { joints, people, exact };
}

/**
 * The least margin of an image as far as margins are known; undefined if none is.
 *
 * @param weak people who are left out
 */
export function ambiguity(known: Doubts, scene: Scene, weak: ReadonlySet<number> = new Set()): number | undefined {
  const settled = [...known.joints].filter(([joint, margin]) => known.exact.has(joint) || margin >= DOUBTFUL_BELOW);
  const least = Math.min(...settled.filter(([joint]) => !weak.has(scene.owner.get(joint)?.number ?? -1)).map(([, margin]) => margin));
  return Number.isFinite(least) ? least : undefined;
}

/** How sure the grouping of some joints is. */
export function sureness(known: Doubts, joints: readonly { readonly detection: number }[]): "in doubt" | "sure" | "not known yet" {
  const margins = joints.map(({ detection }) => ({ margin: known.joints.get(detection) ?? Infinity, exact: known.exact.has(detection) }));
  if (margins.some(({ margin, exact }) => exact && margin < DOUBTFUL_BELOW)) return "in doubt";
  return margins.every(({ margin }) => margin >= DOUBTFUL_BELOW) ? "sure" : "not known yet";
}

/** Joints that may be in doubt as far as bounds say, the least bound first. */
export function unsettled(known: Doubts): number[] {
  return [...known.joints]
    .filter(([joint, margin]) => margin < DOUBTFUL_BELOW && !known.exact.has(joint))
    .sort((a, b) => a[1] - b[1] || a[0] - b[0])
    .map(([joint]) => joint);
}

/**
 * Joints in doubt: those whose margin is known and below the limit. The most doubtful of those with many joints come first, scraps
 * last.
 *
 * @param weak people who are left out
 */
export function doubtful(known: Doubts, scene: Scene, weak: ReadonlySet<number> = new Set()): number[] {
  const most = Math.max(...scene.people.map((person) => person.joints.length), 1);
  const weight = (joint: number) => strength(known.joints.get(joint)) * ((scene.owner.get(joint)?.joints.length ?? 0) / most);
  return [...known.exact]
    .filter((joint) => strength(known.joints.get(joint)) > 0 && !weak.has(scene.owner.get(joint)?.number ?? -1))
    .sort((a, b) => weight(b) - weight(a) || a - b);
}

export interface Ranked {
  /** Of its least margin. */
  readonly ambiguity: number | undefined;
  readonly key: number;
}

/** Most doubtful first; images of which nothing is known yet stay behind, in the order they came. */
export function mostDoubtfulFirst<T extends Ranked>(images: readonly T[]): T[] {
  return [...images].sort(
    (a, b) => (a.ambiguity ?? Infinity) - (b.ambiguity ?? Infinity) || a.key - b.key || 0,
  );
}
