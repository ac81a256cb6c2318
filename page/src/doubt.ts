import type { Margin } from "./api";

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
 */
export function doubts(margins: readonly Margin[], drawn: ReadonlySet<number>): Doubts {
  const joints = new Map<number, number>();
  const people = new Map<number, number>();
  const exact = new Set<number>();
  for (const margin of margins) {
    if (margin.fixed || (margin.joint !== undefined && !drawn.has(margin.joint))) continue;
    const into = margin.joint === undefined ? people : joints;
    const key = margin.joint ?? margin.person;
    into.set(key, Math.min(into.get(key) ?? Infinity, margin.atLeast));
    if (margin.joint !== undefined && margin.atMost === margin.atLeast) exact.add(margin.joint);
  }
  return { joints, people, exact };
}

/** The least margin of an image; undefined if none is known. */
export function ambiguity(known: Doubts): number | undefined {
  const least = Math.min(...known.joints.values(), ...known.people.values());
  return Number.isFinite(least) ? least : undefined;
}

/** Joints by doubt, most doubtful first, those below the limit only. */
export function doubtful(known: Doubts): number[] {
  return [...known.joints]
    .filter(([, margin]) => margin < DOUBTFUL_BELOW)
    .sort((a, b) => a[1] - b[1] || a[0] - b[0])
    .map(([joint]) => joint);
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
