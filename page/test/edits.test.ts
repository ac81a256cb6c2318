import { describe, expect, test } from "vitest";
import type { Answer, Pin, Problem } from "../src/api";
import { deletion, dropOf, hintOf, limbAt, linkUp, merging, replacement, splitting } from "../src/edits";
import { sceneOf, type Person, type Scene, type Spot } from "../src/scene";

const PEOPLE = { one: "person", many: "people" };

const problem: Problem = {
  format: "jointly/problem@1",
  id: "two",
  image: { width: 200, height: 100 },
  anatomy: {
    parts: ["neck", "head", "elbow", "wrist", "hip", "knee"],
    majors: ["neck", "hip"],
    limbs: [["neck", "head"], ["neck", "elbow"], ["elbow", "wrist"], ["neck", "hip"], ["hip", "knee"]],
  },
  detections: [
    // the left person, 0 to 6
    { part: "neck", x: 20, y: 50, cost: -1 },
    { part: "head", x: 20, y: 40, cost: -1 },
    { part: "elbow", x: 30, y: 50, cost: -1 },
    { part: "wrist", x: 40, y: 50, cost: -1 },
    { part: "hip", x: 20, y: 70, cost: -1 },
    { part: "knee", x: 20, y: 80, cost: -1 },
    { part: "head", x: 26, y: 40, cost: -1 },
    // the right person, 7 to 10
    { part: "neck", x: 120, y: 50, cost: -1 },
    { part: "head", x: 120, y: 40, cost: -1 },
    { part: "wrist", x: 140, y: 50, cost: -1 },
    { part: "neck", x: 120, y: 56, cost: -1 },
    // unused
    { part: "wrist", x: 70, y: 50, cost: 1 },
    { part: "wrist", x: 126, y: 50, cost: 1 },
    { part: "knee", x: 30, y: 90, cost: 1 },
    { part: "neck", x: 30, y: 60, cost: 1 },
  ],
};
const [NECK, HEAD, ELBOW, WRIST, HIP, KNEE, SECOND_HEAD, OTHER_NECK, OTHER_HEAD, OTHER_WRIST, SECOND_NECK, FREE_WRIST, NEAR_WRIST, FREE_KNEE, FREE_NECK] = problem.detections.keys() as unknown as number[] as [
  number, number, number, number, number, number, number, number, number, number, number, number, number, number, number,
];

/** @param people joints and duplicates by the number of a person */
function scene(people: Record<number, { joints: number[]; duplicates?: number[] }>): Scene {
  const partOf = (detection: number) => problem.detections[detection]!.part;
  const poses = Object.values(people).map(({ joints, duplicates = [] }) => ({
    cost: 0,
    global: Object.fromEntries(joints.map((joint) => [partOf(joint), joint])),
    local: Object.fromEntries(duplicates.map((duplicate) => [partOf(duplicate), [duplicate]])),
  }));
  const solution: Answer["solution"] = { status: "optimal", objective: 0, lowerBound: 0, gap: 0, seconds: 0, poses };
  return sceneOf(problem, { people: Object.keys(people).map(Number), solution });
}

const LEFT = [NECK, HEAD, ELBOW, WRIST, HIP, KNEE];
const two = scene({ 0: { joints: LEFT, duplicates: [SECOND_HEAD] }, 3: { joints: [OTHER_NECK, OTHER_HEAD, OTHER_WRIST], duplicates: [SECOND_NECK] } });
const spot = (detection: number, of = two): Spot => of.spots.get(detection)!;
const person = (number: number, of = two): Person => of.people.find((each) => each.number === number)!;
/** Sets of pins have no order. */
const sorted = (pins: readonly Pin[]) => pins.map((pin) => JSON.stringify(pin)).sort();

describe("letting go of a joint", () => {
  const drop = (detection: number, x: number, y: number) => dropOf(two, spot(detection), { x, y }, 5);

  test("on somebody else's joint gives it to them", () => {
    expect(drop(WRIST, 119, 41)).toEqual({ kind: "give", onto: spot(OTHER_HEAD), person: person(3) });
  });

  test("on a joint of its part that somebody else has gives it to them too", () => {
    expect(drop(WRIST, 140, 52)).toEqual({ kind: "give", onto: spot(OTHER_WRIST), person: person(3) });
  });

  test("on an unused detection of its part, or on its own duplicate, takes that one instead", () => {
    expect(drop(WRIST, 69, 50)).toEqual({ kind: "replace", by: spot(FREE_WRIST) });
    expect(drop(HEAD, 26, 41)).toEqual({ kind: "replace", by: spot(SECOND_HEAD) });
  });

  test("on an unused detection of another part moves it", () => {
    expect(drop(HEAD, 69, 50)).toEqual({ kind: "move", to: { x: 69, y: 50 } });
  });

  test("on the nearer one of a joint and a detection of its part, whichever that is", () => {
    // the neck is at 120, the unused wrist at 126; both are within reach
    expect(drop(WRIST, 122, 50).kind).toBe("give");
    expect(drop(WRIST, 125, 50)).toEqual({ kind: "replace", by: spot(NEAR_WRIST) });
  });

  test("on a joint of its own person, or on nothing, moves it", () => {
    expect(drop(WRIST, 20, 80)).toEqual({ kind: "move", to: { x: 20, y: 80 } });
    expect(drop(WRIST, 90, 90)).toEqual({ kind: "move", to: { x: 90, y: 90 } });
  });

  test("just out of reach of a joint moves it", () => {
    expect(drop(KNEE, 120, 35).kind).toBe("give");
    expect(drop(KNEE, 120, 34.9).kind).toBe("move");
  });

  test("outside the image does nothing", () => {
    expect(drop(WRIST, 200, 100).kind).toBe("move");
    expect(drop(WRIST, 200.5, 100)).toEqual({ kind: "outside" });
    expect(drop(WRIST, 90, -1)).toEqual({ kind: "outside" });
  });

  test("gives an unused detection to somebody, but has nothing to replace with it", () => {
    expect(drop(FREE_WRIST, 20, 51)).toEqual({ kind: "give", onto: spot(NECK), person: person(0) });
    expect(drop(FREE_WRIST, 130, 50)).toEqual({ kind: "move", to: { x: 130, y: 50 } });
  });

  test("is announced at the cursor", () => {
    const animals = { one: "animal", many: "animals" };
    const hint = (x: number, y: number) => hintOf(drop(WRIST, x, y), spot(WRIST), animals);
    expect([hint(120, 40), hint(70, 50), hint(90, 90), hint(-1, 0)]).toEqual(["give wrist to animal 4", "use this wrist instead", "move wrist here", "outside the image"]);
  });
});

describe("deleting", () => {
  test("a person skips the joints and the duplicates, and nothing of anybody else", () => {
    const edit = deletion(two, [person(3)], PEOPLE);
    expect(sorted(edit.pins)).toEqual(sorted([OTHER_NECK, OTHER_HEAD, OTHER_WRIST, SECOND_NECK].map((skip) => ({ skip }))));
    expect(edit).toMatchObject({ deletes: true, title: "person 4 deleted" });
  });

  test("several people is one edit", () => {
    const edit = deletion(two, two.people, PEOPLE);
    expect(sorted(edit.pins)).toEqual(sorted([...LEFT, SECOND_HEAD, OTHER_NECK, OTHER_HEAD, OTHER_WRIST, SECOND_NECK].map((skip) => ({ skip }))));
    expect(edit.title).toBe("2 people deleted");
  });
});

describe("replacing", () => {
  const pins = (joint: number, by: number, of = two) => replacement(problem, of, spot(joint, of), spot(by, of)).pins;

  test("skips the joint, and puts the other detection with the nearest major joint of the same person", () => {
    expect(pins(WRIST, FREE_WRIST)).toEqual([{ skip: WRIST }, { together: [FREE_WRIST, NECK] }]);
    expect(pins(KNEE, FREE_KNEE)).toEqual([{ skip: KNEE }, { together: [FREE_KNEE, HIP] }]);
    expect(replacement(problem, two, spot(WRIST), spot(FREE_WRIST)).title).toBe("wrist of 1 replaced");
  });

  test("a major joint puts its substitute with the other one, or with the nearest joint if there is none", () => {
    // the replaced neck would be nearer than the hip
    expect(pins(NECK, FREE_NECK)).toEqual([{ skip: NECK }, { together: [FREE_NECK, HIP] }]);
    expect(pins(OTHER_NECK, SECOND_NECK)).toEqual([{ skip: OTHER_NECK }, { together: [SECOND_NECK, OTHER_HEAD] }]);
  });

  test("the only joint of a person uses its substitute", () => {
    expect(pins(NECK, FREE_NECK, scene({ 0: { joints: [NECK] } }))).toEqual([{ skip: NECK }, { use: FREE_NECK }]);
  });
});

describe("merging", () => {
  const lacking = scene({ 0: { joints: [NECK, HEAD, ELBOW, HIP], duplicates: [SECOND_HEAD] }, 3: { joints: [OTHER_NECK, OTHER_HEAD, OTHER_WRIST], duplicates: [SECOND_NECK] } });
  const expected = sorted([{ together: [OTHER_WRIST, NECK] }, { skip: OTHER_NECK }, { skip: OTHER_HEAD }, { skip: SECOND_NECK }]);

  test("keeps the joints of who has more, and gives the missing ones of the other", () => {
    const edit = merging(problem, lacking, person(0, lacking), person(3, lacking));
    expect(sorted(edit.pins)).toEqual(expected);
    expect(edit).toMatchObject({ title: "4 merged into 1" });
    expect(edit.deletes).toBeUndefined();
  });

  test("is the same whoever is dragged onto whom", () => {
    const edit = merging(problem, lacking, person(3, lacking), person(0, lacking));
    expect(sorted(edit.pins)).toEqual(expected);
    expect(edit.title).toBe("4 merged into 1");
  });

  test("gives joints to a major one, also if that is not the first", () => {
    const limb = scene({ 0: { joints: [KNEE, HIP, WRIST] }, 3: { joints: [OTHER_NECK, OTHER_HEAD] } });
    expect(sorted(merging(problem, limb, person(0, limb), person(3, limb)).pins)).toEqual(sorted([{ together: [OTHER_NECK, HIP] }, { together: [OTHER_HEAD, HIP] }]));
  });
});

describe("splitting", () => {
  const split = (a: number, b: number, of = two) => splitting(problem, person(0, of), spot(a, of), spot(b, of));

  test("where both sides have a major joint, the smaller side leaves and stays together", () => {
    const expected = sorted([{ apart: [NECK, HIP] }, { together: [KNEE, HIP] }]);
    expect(sorted(split(NECK, HIP).pins)).toEqual(expected);
    expect(sorted(split(HIP, NECK).pins)).toEqual(expected);
    expect(split(NECK, HIP).title).toBe("1 split at neck\u2013hip");
  });

  test("where one side has no major joint, each of its joints is kept from the rest", () => {
    const expected = sorted([{ apart: [NECK, ELBOW] }, { apart: [NECK, WRIST] }]);
    expect(sorted(split(NECK, ELBOW).pins)).toEqual(expected);
    expect(sorted(split(ELBOW, NECK).pins)).toEqual(expected);
    expect(split(ELBOW, WRIST).pins).toEqual([{ apart: [ELBOW, WRIST] }]);
  });

  test("the side without a major joint leaves even if it is larger", () => {
    const arm = scene({ 0: { joints: [NECK, ELBOW, WRIST] } });
    expect(sorted(split(ELBOW, NECK, arm).pins)).toEqual(sorted([{ apart: [NECK, ELBOW] }, { apart: [NECK, WRIST] }]));
  });

  test("works at a link over a missing part", () => {
    const gap = scene({ 0: { joints: [NECK, HEAD, WRIST] } });
    expect(split(NECK, WRIST, gap).pins).toEqual([{ apart: [NECK, WRIST] }]);
  });
});

describe("the link towards the part that leads a person", () => {
  const up = (detection: number, of = two) => linkUp(problem, person(0, of), spot(detection, of))?.map((end) => end.detection).sort((a, b) => a - b);

  test("is the limb on the way to it, not one that leads away", () => {
    expect(up(WRIST)).toEqual([ELBOW, WRIST]);
    expect(up(ELBOW)).toEqual([NECK, ELBOW]);
    expect(up(KNEE)).toEqual([HIP, KNEE]);
    expect(up(HIP)).toEqual([NECK, HIP]);
  });

  test("may go over a missing part", () => {
    expect(up(WRIST, scene({ 0: { joints: [NECK, HEAD, WRIST] } }))).toEqual([NECK, WRIST]);
  });

  test("is none for the joint that leads, nor for one that is alone", () => {
    expect(up(NECK)).toBeUndefined();
    expect(up(KNEE, scene({ 0: { joints: [KNEE] } }))).toBeUndefined();
  });
});

describe("the limb at a place", () => {
  const at = (x: number, y: number) => {
    const found = limbAt(two, { x, y }, 5);
    return found && [found.person.number, ...found.limb.map((end) => end.detection)];
  };

  test("is the nearest within reach, with whose it is", () => {
    expect(at(35, 53)).toEqual([0, ELBOW, WRIST]);
    expect(at(122, 45)).toEqual([3, OTHER_NECK, OTHER_HEAD]);
    // near both: 2 from one, 3 from the other
    expect(at(22, 53)).toEqual([0, NECK, HIP]);
    expect(at(23, 52)).toEqual([0, NECK, ELBOW]);
  });

  test("is none out of reach, nor beyond the end of a limb", () => {
    expect(at(35, 55.1)).toBeUndefined();
    expect(at(45.1, 50)).toBeUndefined();
  });
});
