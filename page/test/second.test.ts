import { expect, test } from "vitest";
import type { Alternative, Answer, Problem } from "../src/api";
import { fresh } from "../src/image";
import { sceneOf } from "../src/scene";
import { elsewhere, ghostOf, pinFor, Seconds, secondOf } from "../src/second";
import { source } from "./fake";

const PEOPLE = { one: "person", many: "people" };
/** Necks 0, 1 and 2 at x 0, 10 and 20; heads 3, 4 and 5 above them; a wrist, 6, near the second. */
const problem: Problem = {
  format: "jointly/problem@1",
  id: "one",
  anatomy: { parts: ["neck", "head", "lwrist"], majors: ["neck"], limbs: [["neck", "head"]] },
  detections: [
    ...[0, 10, 20].map((x) => ({ part: "neck", x, y: 10, cost: -1 })),
    ...[0, 10, 20].map((x) => ({ part: "head", x, y: 0, cost: -1 })),
    { part: "lwrist", x: 9, y: 12, cost: -1 },
  ],
};

function solution(people: Record<number, number[]>): Pick<Answer, "people" | "solution"> {
  const poses = Object.values(people).map((joints) => ({ cost: 0, global: Object.fromEntries(joints.map((joint) => [problem.detections[joint]!.part, joint])) }));
  return { people: Object.keys(people).map(Number), solution: { status: "optimal", objective: 0, lowerBound: 0, gap: 0, seconds: 0, poses } };
}

const now = sceneOf(problem, solution({ 0: [0, 3, 6], 1: [1, 4], 2: [2, 5] }));

function second(people: Record<number, number[]>, owner?: number, atMost = 0.4) {
  const read: Alternative = { joint: 6, person: 0, fixed: false, atLeast: 0.4, atMost, ...solution(people) };
  return secondOf(problem, owner === undefined ? read : { ...read, owner });
}

test("says whose the joint would be", () => {
  expect(elsewhere(second({ 0: [0, 3], 1: [1, 4, 6], 2: [2, 5] }, 1), now, PEOPLE)).toBe("with person 2");
  expect(elsewhere(second({ 0: [0, 3], 1: [1, 4], 2: [2, 5] }), now, PEOPLE)).toBe("not used");
  expect(elsewhere(second({ 0: [0, 6], 1: [1, 4], 2: [2, 5] }, 0), now, PEOPLE)).toBe("with person 1, who has other joints");
  expect(elsewhere(second({ 0: [0, 3], 1: [1, 4], 2: [2, 5], 7: [6] }, 7), now, PEOPLE)).toBe("with a new person");
  // the server had no time to find more than nobody at all
  expect(elsewhere(second({}, undefined, 721), now, PEOPLE)).toBe("not found in time");
  expect(elsewhere(secondOf(problem, { joint: 6, person: 0, fixed: true }), now, PEOPLE)).toBe("nowhere, your changes say so");
  expect(elsewhere(secondOf(problem, { joint: 6, person: 0, fixed: false }), now, PEOPLE)).toBe("not found in time");
});

test("only people that differ are drawn dashed", () => {
  const other = second({ 0: [0, 3], 1: [1, 4, 6], 2: [2, 5] }, 1).found!.scene;
  const ghost = ghostOf(now, other, new Map([[0, 3], [1, 5], [2, 6]]));
  expect(ghost.people.map((person) => person.number)).toEqual([0, 1]);
  expect([...ghost.fades]).toEqual([0, 1]);
  expect(ghost.hues.get(1)).toBe(5);
});

test("is taken by a pin: with a major joint of the other person, not at all, or apart", () => {
  expect(pinFor(problem, now, second({ 0: [0, 3], 1: [1, 4, 6], 2: [2, 5] }, 1))).toEqual({ together: [6, 1] });
  expect(pinFor(problem, now, second({ 0: [0, 3], 1: [1, 4], 2: [2, 5] }))).toEqual({ skip: 6 });
  expect(pinFor(problem, now, second({ 0: [0, 3], 1: [1, 4], 2: [2, 5], 7: [6] }, 7))).toEqual({ apart: [6, 0] });
});

test("each joint is asked once per answer, and what nobody wants any more is stopped", async () => {
  const asked: [string, number, AbortSignal][] = [];
  const open: ((read: Alternative) => void)[] = [];
  let told = 0;
  const seconds = new Seconds(
    {
      alternative: (id, joint, signal) => {
        asked.push([id, joint, signal]);
        return new Promise((resolve) => open.push(resolve));
      },
    },
    () => told++,
  );
  const answer = (id: string): Answer => ({ id, pins: [], proof: "proven", ...solution({ 0: [0, 3, 6], 1: [1, 4] }) });
  const image = { ...fresh(0, source), problem, answer: answer("s1"), scene: now };
  seconds.want(image, [6]);
  seconds.want(image, [6, 3]);
  expect(asked.map(([, joint]) => joint)).toEqual([6, 3]);
  seconds.want(image, [6]);
  expect(asked.map(([, , signal]) => signal.aborted)).toEqual([false, true]);
  open[0]!({ joint: 6, person: 0, fixed: true });
  open[1]!({ joint: 3, person: 0, fixed: true });
  await new Promise((resolve) => setImmediate(resolve));
  expect(seconds.of(image, 6)).toMatchObject({ fixed: true });
  expect(seconds.of(image, 3)).toBeUndefined();
  expect(told).toBe(1);
  seconds.want(image, [6]);
  expect(asked).toHaveLength(2);
  image.answer = answer("s1");
  seconds.want(image, [6]);
  expect(asked).toHaveLength(3);
  // while a change is under way, the question is of no use
  seconds.want({ ...image, busy: true }, [6]);
  expect(asked[2]![2].aborted).toBe(true);
});

test("a joint that nobody has is not asked about", () => {
  const seconds = new Seconds({ alternative: () => Promise.reject(new Error("asked")) }, () => undefined);
  const scene = sceneOf(problem, solution({ 0: [0] }));
  seconds.want({ ...fresh(0, source), problem, answer: { id: "s", pins: [], proof: "proven", ...solution({ 0: [0] }) }, scene }, [6]);
});
