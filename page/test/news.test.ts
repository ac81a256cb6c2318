import { expect, test } from "vitest";
import type { Answer, Problem } from "../src/api";
import { news } from "../src/news";
import { sceneOf } from "../src/scene";

const PEOPLE = { one: "person", many: "people" };
const parts = ["neck", "lwrist", "rwrist", "head"];
const problem: Problem = {
  format: "jointly/problem@1",
  id: "one",
  anatomy: { parts, majors: ["neck"], limbs: [] },
  detections: [...parts, ...parts].map((part, i) => ({ part, x: i, y: i, cost: 0 })),
};

/** @param people detections by the number of a person */
function scene(people: Record<number, number[]>) {
  const poses = Object.values(people).map((joints) => ({ cost: 0, global: Object.fromEntries(joints.map((joint) => [parts[joint % 4]!, joint])) }));
  const solution: Answer["solution"] = { status: "optimal", objective: 0, lowerBound: 0, gap: 0, seconds: 0, poses };
  return sceneOf(problem, { people: Object.keys(people).map(Number), solution });
}

test("says whose a joint is now", () => {
  const before = scene({ 0: [0, 1], 1: [4] });
  expect(news(before, scene({ 0: [0], 1: [4, 1] }), { proof: "proven" }, PEOPLE)).toBe("proven; left wrist now with person 2");
  expect(news(before, scene({ 0: [0], 1: [4] }), { proof: "running" }, PEOPLE)).toBe("best so far; left wrist now unused");
  expect(news(before, before, { proof: "proven" }, PEOPLE)).toBe("proven; nothing changed");
});

test("says the number of people if it changed, and does not list a crowd", () => {
  const before = scene({ 0: [0, 1, 2, 3] });
  expect(news(undefined, before, { proof: "proven" }, PEOPLE)).toBe("proven; 1 person");
  expect(news(before, scene({ 0: [0], 1: [4, 1, 2, 3] }), { proof: "proven" }, PEOPLE)).toBe(
    "proven; left wrist now with person 2; right wrist now with person 2; head now with person 2; 1 more joint changed; 2 people",
  );
});
