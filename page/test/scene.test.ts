import { expect, test } from "vitest";
import type { Answer, Problem } from "../src/api";
import { anchor, bridges, hit, asHere, sceneOf, weak, weakOf, type Spot } from "../src/scene";

const problem: Problem = {
  format: "jointly/problem@1",
  id: "two",
  anatomy: { parts: ["neck", "head", "rwrist", "lwrist"], majors: ["neck"], limbs: [["neck", "head"], ["neck", "lwrist"]] },
  detections: [
    { part: "neck", x: 10, y: 20, score: 0.9, cost: -2 },
    { part: "head", x: 10, y: 10, cost: -1 },
    { part: "head", x: 11, y: 10, cost: 0.5 },
    { part: "neck", x: 50, y: 20, cost: -2 },
    { part: "lwrist", x: 60, y: 40, cost: -0.5 },
    { part: "rwrist", x: 90, y: 90, cost: 3 },
    { part: "rwrist", cost: 3 },
  ],
};

const answer: Answer = {
  id: "s",
  pins: [],
  proof: "proven",
  people: [7, 3],
  solution: {
    status: "optimal",
    objective: -5,
    lowerBound: -5,
    gap: 0,
    seconds: 0.01,
    poses: [
      { cost: -3, global: { neck: 0, head: 1 }, local: { head: [2] } },
      { cost: -2, global: { neck: 3, lwrist: 4 } },
    ],
  },
};

const scene = sceneOf(problem, answer);

test("people have their numbers, joints and limbs", () => {
  expect(scene.people.map((person) => person.number)).toEqual([7, 3]);
  expect(scene.people[1]!.joints.map((joint) => joint.part.label)).toEqual(["neck", "left wrist"]);
  expect(scene.people[0]!.limbs.map(([a, b]) => [a.detection, b.detection])).toEqual([[0, 1]]);
  expect(scene.people[0]!.centre).toEqual({ x: 10, y: 15 });
});

test("duplicates belong to their person, and are neither joints nor unused", () => {
  expect(scene.owner.get(2)?.number).toBe(7);
  expect(scene.people[0]!.joints.map((joint) => joint.detection)).toEqual([0, 1]);
  expect(scene.unused.map((spot) => spot.detection)).toEqual([5]);
});

test("without an image the box holds every detection", () => {
  expect(scene.box.left).toBeLessThan(10);
  expect(scene.box.left + scene.box.width).toBeGreaterThan(90);
  const sized = sceneOf({ ...problem, image: { width: 640, height: 480 } }, answer);
  expect(sized.box).toEqual({ left: 0, top: 0, width: 640, height: 480 });
});

test("the nearest joint within reach is hit; detections nobody uses only while they are shown", () => {
  expect(hit(scene, { x: 12, y: 19 }, 5, false)?.detection).toBe(0);
  expect(hit(scene, { x: 30, y: 30 }, 5, true)).toBeUndefined();
  expect(hit(scene, { x: 89, y: 90 }, 5, false)).toBeUndefined();
  expect(hit(scene, { x: 89, y: 90 }, 5, true)?.detection).toBe(5);
});

test("joints are linked over parts that are missing", () => {
  const arm = [["neck", "shoulder"], ["shoulder", "elbow"], ["elbow", "wrist"], ["neck", "hip"], ["hip", "knee"]];
  const spot = (detection: number) => ({ detection }) as Spot;
  const linked = (...parts: string[]) =>
    bridges(arm, "neck", new Map(parts.map((part, i) => [part, spot(i)]))).map(([a, b]) => `${parts[a.detection]} ${parts[b.detection]}`);
  expect(linked("neck", "shoulder", "elbow", "wrist")).toEqual([]);
  expect(linked("neck", "wrist")).toEqual(["neck wrist"]);
  expect(linked("neck", "shoulder", "wrist", "knee")).toEqual(["neck knee", "shoulder wrist"]);
  expect(linked("shoulder", "elbow", "hip", "knee")).toEqual(["shoulder hip"]);
  expect(linked("wrist")).toEqual([]);
});

test("a joint is given to a person by its major part, wherever on the person it is dropped", () => {
  expect(anchor(problem, scene, 5, 4)).toBe(3);
  expect(anchor(problem, scene, 5, 3)).toBe(3);
  expect(anchor(problem, scene, 1, 4)).toBe(3);
});

test("a neck takes the place of the neck of the person it is dropped on, unless it is dropped on that neck", () => {
  expect(anchor(problem, scene, 0, 4)).toBe(4);
  expect(anchor(problem, scene, 0, 3)).toBe(3);
});

test("people below the score of the problem are weak; without a score nobody is", () => {
  const scored: Problem = { ...problem, personScore: { weakBelow: 0.4 } };
  expect([0.39, 0.4, undefined].map((score) => weak({ score, pinned: false }, scored))).toEqual([true, false, false]);
  expect(weak({ score: 0, pinned: false }, problem)).toBe(false);
  // whoever a pin is about was meant
  expect(weak({ score: 0, pinned: true }, scored)).toBe(false);
  const poses = answer.solution.poses.map((pose, i) => ({ ...pose, score: 0.3 + i }));
  expect(weakOf(sceneOf(scored, { ...answer, solution: { ...answer.solution, poses } }), scored)).toEqual(new Set([7]));
});

test("the score that was chosen stays when the server sends the problem again", () => {
  const sent: Problem = { ...problem, personScore: { weakBelow: 0.4 } };
  const chosen: Problem = { ...problem, personScore: { weakBelow: 0.9 } };
  expect(asHere(sent, chosen).personScore?.weakBelow).toBe(0.9);
  expect(asHere(sent, undefined)).toBe(sent);
});
