import type { Answer, Problem } from "./api";
import { partNames, type PartName } from "./parts";
import { boxOf, padded, type Box, type Point } from "./view";

/** A detection with a place. */
export interface Spot extends Point {
  readonly detection: number;
  readonly part: PartName;
  readonly score: number | undefined;
  readonly cost: number;
  /** A person put it here. */
  readonly moved: boolean;
}

export interface Person {
  readonly number: number;
  readonly cost: number;
  /** Probability that it is a person, where this was calibrated for the network. */
  readonly score: number | undefined;
  /** A pin is about one of its joints, or one was moved. */
  readonly pinned: boolean;
  readonly joints: readonly Spot[];
  readonly limbs: readonly (readonly [Spot, Spot])[];
  /** Joints that belong together although the parts between them were not found. */
  readonly bridges: readonly (readonly [Spot, Spot])[];
  readonly centre: Point;
}

/** What is drawn: people, and detections that no person uses. */
export interface Scene {
  readonly box: Box;
  readonly people: readonly Person[];
  readonly unused: readonly Spot[];
  /** Who has a detection, as a joint or as a duplicate of one. */
  readonly owner: ReadonlyMap<number, Person>;
  readonly spots: ReadonlyMap<number, Spot>;
}

/** A problem anew from the server, with the least score that was chosen for it here, and the size of its image that was found here. */
export function asHere(problem: Problem, before: Problem | undefined): Problem {
  if (!before || problem === before) return problem;
  const { personScore, image } = before;
  return { ...problem, ...(personScore && { personScore }), ...(image && { image }) };
}

/** Whether a person is below the score from which on people are shown and exported; no one is whom a change is about. */
export function weak(person: Pick<Person, "score" | "pinned">, problem: Problem | undefined): boolean {
  return !person.pinned && (person.score ?? 1) < (problem?.personScore?.weakBelow ?? 0);
}

/** The numbers of these people. */
export function weakOf(scene: Scene, problem: Problem | undefined): Set<number> {
  return new Set(scene.people.filter((person) => weak(person, problem)).map((person) => person.number));
}

/** Around scenes that have no image. */
const PADDING = 0.06;

function spots(problem: Problem, moves: ReadonlyMap<number, Point>): Map<number, Spot> {
  const names = partNames(problem.anatomy.parts);
  const placed = new Map<number, Spot>();
  problem.detections.forEach(({ part, x, y, score, cost }, detection) => {
    const name = names.get(part);
    if (name && x !== undefined && y !== undefined) placed.set(detection, { detection, part: name, x, y, score, cost, moved: moves.has(detection), ...moves.get(detection) });
  });
  return placed;
}

function centre(joints: readonly Spot[]): Point {
  const sum = joints.reduce((total, { x, y }) => ({ x: total.x + x, y: total.y + y }), { x: 0, y: 0 });
  return { x: sum.x / Math.max(joints.length, 1), y: sum.y / Math.max(joints.length, 1) };
}

/**
 * Links over parts that are missing: the limbs form a tree, so each joint without its parent is linked to the nearest
 * ancestor that was found; joints without any are linked to the first of them.
 */
export function bridges(limbs: readonly (readonly string[])[], root: string, found: ReadonlyMap<string, Spot>): [Spot, Spot][] {
  const links: [Spot, Spot][] = [];
  const seen = new Set([root]);
  let top = found.get(root);
  /** Parts to go on from, each with the nearest joint on the way to it, and whether that is the part's own. */
  let edge: [string, Spot | undefined][] = [[root, top]];
  while (edge.length > 0) {
    const next: [string, Spot | undefined][] = [];
    for (const [part, above] of edge) {
      for (const [a, b] of limbs) {
        const child = a === part ? b : b === part ? a : undefined;
        if (child === undefined || seen.has(child)) continue;
        seen.add(child);
        const joint = found.get(child);
        const from = above ?? top;
        if (joint && from && !found.has(part)) links.push([from, joint]);
        top ??= joint;
        next.push([child, joint ?? above]);
      }
    }
    edge = next;
  }
  return links;
}

/**
 * @param answer whose `people` and poses stand in the same order
 * @param moves where joints are that were moved
 */
export function sceneOf(problem: Problem, answer: Pick<Answer, "people" | "solution"> & Partial<Pick<Answer, "pins">>, moves: ReadonlyMap<number, Point> = new Map()): Scene {
  const placed = spots(problem, moves);
  const pinned = new Set([...(problem.pins ?? []), ...(answer.pins ?? [])].flatMap(({ use, together, apart }) => together ?? apart ?? (use === undefined ? [] : [use])));
  const owner = new Map<number, Person>();
  const people = answer.solution.poses.map((pose, i): Person => {
    const byPart = new Map<string, Spot>();
    for (const [part, detection] of Object.entries(pose.global)) {
      const spot = placed.get(detection);
      if (spot) byPart.set(part, spot);
    }
    const joints = [...byPart.values()];
    const limbs = problem.anatomy.limbs.flatMap(([a, b]): [Spot, Spot][] => {
      const from = byPart.get(a ?? "");
      const to = byPart.get(b ?? "");
      return from && to ? [[from, to]] : [];
    });
    const person = { number: answer.people[i] ?? i, cost: pose.cost, score: pose.score, pinned: joints.some(({ detection, moved }) => moved || pinned.has(detection)), joints, limbs, bridges: bridges(problem.anatomy.limbs, problem.anatomy.majors[0] ?? "", byPart), centre: centre(joints) };
    const all = [...Object.values(pose.global), ...Object.values(pose.local ?? {}).flat()];
    all.forEach((detection) => owner.set(detection, person));
    return person;
  });
  const { width, height } = problem.image ?? {};
  const box =
    width !== undefined && height !== undefined
      ? { left: 0, top: 0, width, height }
      : padded(boxOf([...placed.values()]), PADDING);
  const unused = [...placed.values()].filter((spot) => !owner.has(spot.detection));
  return { box, people, unused, owner, spots: placed };
}

/** The nearest of some spots within a radius; undefined if there is none. */
export function nearest(spots: Iterable<Spot>, at: Point, radius: number): Spot | undefined {
  let best: Spot | undefined;
  let least = radius;
  for (const spot of spots) {
    const distance = Math.hypot(spot.x - at.x, spot.y - at.y);
    if (distance <= least) {
      least = distance;
      best = spot;
    }
  }
  return best;
}

/** The joint under a point, or the unused detection, if those are shown. Joints win. */
export function hit(scene: Scene, at: Point, radius: number, withUnused: boolean): Spot | undefined {
  const joints = scene.people.flatMap((person) => person.joints);
  return nearest(joints, at, radius) ?? (withUnused ? nearest(scene.unused, at, radius) : undefined);
}

/**
 * The joint that stands for a person when another one is given to it: the one it is dropped on if that is of a major part, otherwise
 * the person's first of a major part. Those of minor parts may go to another person in the next answer, and so would the joint.
 */
export function anchor(problem: Problem, scene: Scene, given: number, onto: number): number {
  const partOf = (detection: number) => problem.detections[detection]?.part ?? "";
  const { majors } = problem.anatomy;
  if (majors.includes(partOf(onto))) return onto;
  const joints = scene.owner.get(onto)?.joints ?? [];
  const leads = majors.flatMap((major) => joints.filter(({ detection }) => partOf(detection) === major));
  const lead = leads[0]?.detection;
  // a joint of that very part takes its place
  return lead === undefined || partOf(lead) === partOf(given) ? onto : lead;
}
