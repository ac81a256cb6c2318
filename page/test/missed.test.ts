import { expect, test } from "vitest";
import type { Problem } from "../src/api";
import { fellow, likelyPart, likelyPerson, nearestFirst } from "../src/missed";
import { sceneOf } from "../src/scene";

const problem: Problem = {
  format: "jointly/problem@1",
  id: "one",
  anatomy: { parts: ["neck", "lelbow", "lwrist", "relbow", "rwrist"], majors: ["neck"], limbs: [["neck", "lelbow"], ["lelbow", "lwrist"], ["neck", "relbow"], ["relbow", "rwrist"]] },
  detections: [
    { part: "neck", x: 0, y: 0, cost: -1 },
    { part: "lelbow", x: 10, y: 0, cost: -1 },
    { part: "relbow", x: -10, y: 0, cost: -1 },
    { part: "neck", x: 50, y: 0, cost: -1 },
  ],
};
const solution = {
  status: "optimal" as const,
  objective: 0,
  lowerBound: 0,
  gap: 0,
  seconds: 0,
  poses: [{ cost: 0, global: { neck: 0, lelbow: 1, relbow: 2 } }, { cost: 0, global: { neck: 3 } }],
};
const scene = sceneOf(problem, { people: [4, 5], solution });

test("the nearest person comes first", () => {
  expect(nearestFirst(scene, { x: 20, y: 0 }).map((person) => person.number)).toEqual([4, 5]);
  expect(nearestFirst(scene, { x: 40, y: 0 }).map((person) => person.number)).toEqual([5, 4]);
});

test("the part is one that is missing beside what is there", () => {
  const [first, second] = scene.people;
  expect(likelyPart(problem, first!, { x: 18, y: 4 })).toBe("lwrist");
  expect(likelyPart(problem, first!, { x: -18, y: 4 })).toBe("rwrist");
  expect(likelyPart(problem, second!, { x: 55, y: 0 })).toBe("lelbow");
});

test("who has all parts is not the one that was meant, and is not offered a second major part", () => {
  const two = { ...problem, anatomy: { parts: ["neck", "lelbow"], majors: ["neck"], limbs: [["neck", "lelbow"]] } };
  const [whole, part] = scene.people;
  expect(likelyPerson(two, [whole!, part!])).toBe(part);
  expect(likelyPerson(two, [whole!])).toBe(whole);
  expect(likelyPerson(problem, [whole!, part!])).toBe(whole);
  expect(likelyPart(two, whole!, { x: 0, y: 0 })).toBe("lelbow");
});

test("whose the joint is, is said by a joint of another part, a major one if there is one", () => {
  const [first, second] = scene.people;
  expect(fellow(problem, first!, "lwrist", { x: 11, y: 0 })).toBe(0);
  expect(fellow(problem, first!, "neck", { x: 9, y: 0 })).toBe(1);
  expect(fellow(problem, second!, "neck", { x: 55, y: 0 })).toBe(3);
});
