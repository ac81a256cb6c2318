import type { Pin, Problem } from "./api";
import type { Edit } from "./pins";
import { nearest, type Person, type Scene, type Spot } from "./scene";
import { inside, toSegment, type Point } from "./view";
import { personName, type Nouns } from "./words";

/** What letting go of a joint here does. */
export type Drop =
  | { readonly kind: "give"; readonly onto: Spot; readonly person: Person }
  | { readonly kind: "replace"; readonly by: Spot }
  | { readonly kind: "move"; readonly to: Point }
  | { readonly kind: "outside" };

/**
 * What letting go of a joint does: onto another person's joint gives it to them, onto another detection of its part takes that one
 * instead, anywhere else moves it.
 *
 * @param reach how far away something may be to count as under the place
 */
export function dropOf(scene: Scene, from: Spot, at: Point, reach: number): Drop {
  const owner = scene.owner.get(from.detection);
  const others = scene.people.filter((person) => person !== owner);
  const onto = nearest(others.flatMap((person) => person.joints), at, reach);
  const instead = [...scene.spots.values()].filter((spot) => spot.detection !== from.detection && spot.part === from.part && !taken(scene, spot, owner));
  const by = owner && nearest(instead, at, reach);
  if (by && !(onto && far(onto, at) < far(by, at))) return { kind: "replace", by };
  if (onto) return { kind: "give", onto, person: scene.owner.get(onto.detection)! };
  return inside(at, scene.box) ? { kind: "move", to: at } : { kind: "outside" };
}

/** Whether another person has a detection. */
function taken(scene: Scene, spot: Spot, owner: Person | undefined): boolean {
  const has = scene.owner.get(spot.detection);
  return has !== undefined && has !== owner;
}

function far(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

/** What is said at the cursor before the button is released. */
export function hintOf(drop: Drop, from: Spot, nouns: Nouns): string {
  if (drop.kind === "give") return `give ${from.part.label} to ${nouns.one} ${personName(drop.person.number)}`;
  if (drop.kind === "replace") return `use this ${from.part.label} instead`;
  return drop.kind === "move" ? `move ${from.part.label} here` : "outside the image";
}

/** Joints and duplicates. */
function detections(scene: Scene, person: Person): number[] {
  return [...scene.owner].filter(([, owner]) => owner === person).map(([detection]) => detection);
}

/** People who are none; what they are made of is not used again. */
export function deletion(scene: Scene, people: readonly Person[], nouns: Nouns): Edit {
  const pins = people.flatMap((person) => detections(scene, person).map((skip) => ({ skip })));
  const names = people.map(({ number }) => personName(number));
  return { pins, deletes: true, title: people.length === 1 ? `${nouns.one} ${names[0]} deleted` : `${people.length} ${nouns.many} deleted` };
}

/** Another detection of its part takes the place of a joint. */
export function replacement(problem: Problem, scene: Scene, joint: Spot, by: Spot): Edit {
  const owner = scene.owner.get(joint.detection);
  const fellows = owner?.joints.filter(({ detection }) => detection !== joint.detection) ?? [];
  const majors = fellows.filter(({ detection }) => isMajor(problem, detection));
  const to = nearest(majors.length > 0 ? majors : fellows, by, Infinity);
  const pin: Pin = to ? { together: [by.detection, to.detection] } : { use: by.detection };
  return { pins: [{ skip: joint.detection }, pin], title: `${joint.part.label}${owner ? ` of ${personName(owner.number)}` : ""} replaced` };
}

function isMajor({ anatomy, detections }: Problem, detection: number): boolean {
  return anatomy.majors.includes(detections[detection]?.part ?? "");
}

/** Two people are one. Where both have a joint of a part, that of who has more joints stays. */
export function merging(problem: Problem, scene: Scene, one: Person, other: Person): Edit {
  const [main, rest] = one.joints.length >= other.joints.length ? [one, other] : [other, one];
  const has = new Set(main.joints.map(({ part }) => part));
  const lead = main.joints.find(({ detection }) => isMajor(problem, detection)) ?? main.joints[0];
  const kept = rest.joints.filter(({ part }) => !has.has(part));
  const pins: Pin[] = [
    ...kept.map(({ detection }): Pin => ({ together: [detection, lead?.detection ?? detection] })),
    ...detections(scene, rest).filter((detection) => !kept.some((joint) => joint.detection === detection)).map((skip): Pin => ({ skip })),
  ];
  return { pins, title: `${personName(rest.number)} merged into ${personName(main.number)}` };
}

/** The joints that hang on one end of a link when it is cut; without the other end. */
function side(person: Person, from: Spot, not: Spot): Spot[] {
  const found = [from];
  for (const at of found) {
    for (const [a, b] of [...person.limbs, ...person.bridges]) {
      const next = a === at ? b : b === at ? a : undefined;
      if (next && next !== not && !found.includes(next)) found.push(next);
    }
  }
  return found;
}

/**
 * One person is two, cut at a link. The side that leaves is the one without a major joint, or the smaller one. What can stand alone
 * stays together; what cannot is only kept from the rest, and goes where it fits.
 */
export function splitting(problem: Problem, person: Person, a: Spot, b: Spot): Edit {
  const sides = [side(person, a, b), side(person, b, a)] as const;
  const leads = sides.map((joints) => joints.some(({ detection }) => isMajor(problem, detection)));
  const second = leads[0] !== leads[1] ? leads[0] : sides[0].length >= sides[1].length;
  const [stays, leaves] = second ? [a, sides[1]] : [b, sides[0]];
  const lead = leaves[0]!;
  const alone = leads[0] === leads[1];
  const pins: Pin[] = alone
    ? [{ apart: [stays.detection, lead.detection] }, ...leaves.slice(1).map(({ detection }): Pin => ({ together: [detection, lead.detection] }))]
    : leaves.map(({ detection }): Pin => ({ apart: [stays.detection, detection] }));
  return { pins, title: `${personName(person.number)} split at ${a.part.label}\u2013${b.part.label}` };
}

/** The link from a joint towards the part that leads its person; undefined if the joint leads it. */
export function linkUp(problem: Problem, person: Person, joint: Spot): readonly [Spot, Spot] | undefined {
  const root = person.joints.find(({ detection }) => isMajor(problem, detection)) ?? person.joints[0];
  const links = [...person.limbs, ...person.bridges];
  return links.find(([a, b]) => (a === joint || b === joint) && root !== undefined && !side(person, joint, a === joint ? b : a).includes(root));
}

/** The nearest limb to a place within a radius, with whose it is. */
export function limbAt(scene: Scene, at: Point, radius: number): { readonly person: Person; readonly limb: readonly [Spot, Spot] } | undefined {
  let best: { person: Person; limb: readonly [Spot, Spot] } | undefined;
  let least = radius;
  for (const person of scene.people) {
    for (const limb of person.limbs) {
      const distance = toSegment(at, limb[0], limb[1]);
      if (distance <= least) {
        least = distance;
        best = { person, limb };
      }
    }
  }
  return best;
}
