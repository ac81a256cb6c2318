import { expect, test } from "vitest";
import { ambiguity, doubtful, doubts, mostDoubtfulFirst, NO_DOUBTS, strength, sureness, unsettled } from "../src/doubt";
import type { Person, Scene } from "../src/scene";

test("halos are full at margin 0 and gone from 3 on", () => {
  expect([0, 1.5, 3, 40].map(strength)).toEqual([1, 0.5, 0, 0]);
  expect(strength(undefined)).toBe(0);
});

/** People by number, with their joints. */
function scene(people: Record<number, number[]>): Scene {
  const all = Object.entries(people).map(([number, joints]) => ({ number: Number(number), joints: joints.map((detection) => ({ detection })) }) as unknown as Person);
  const owner = new Map(all.flatMap((person) => person.joints.map(({ detection }) => [detection, person] as const)));
  return { box: { left: 0, top: 0, width: 1, height: 1 }, people: all, unused: [], owner, spots: new Map() };
}

const exact = (joint: number, margin: number) => ({ person: 2, joint, atLeast: margin, atMost: margin, fixed: false });
const bounds = doubts([
  { person: 1, atLeast: 2.5, fixed: false },
  { person: 1, joint: 10, atLeast: 4, fixed: false },
  { person: 2, joint: 11, atLeast: 0.25, fixed: false },
  exact(12, 1),
  { person: 2, joint: 99, atLeast: 0.01, fixed: false },
  { person: 2, joint: 13, atLeast: 0, fixed: true },
], new Set([10, 11, 12, 13]));
const two = scene({ 1: [10], 2: [11, 12, 13] });

test("margins are told by joint and by person; pinned ones and duplicates are left out", () => {
  expect([...bounds.joints]).toEqual([[10, 4], [11, 0.25], [12, 1]]);
  expect([...bounds.people]).toEqual([[1, 2.5]]);
  expect([...bounds.exact]).toEqual([12]);
});

test("margins that are found later take the place of bounds", () => {
  const found = doubts([exact(11, 5)], new Set([10, 11, 12, 13]), bounds);
  expect([...found.joints]).toEqual([[10, 4], [11, 5], [12, 1]]);
  expect([...found.exact].sort()).toEqual([11, 12]);
  expect(unsettled(bounds)).toEqual([11]);
  expect(unsettled(found)).toEqual([]);
});

test("a small bound says nothing yet: it is no doubt, and makes no image doubtful", () => {
  expect(doubtful(bounds, two)).toEqual([12]);
  expect(ambiguity(bounds, two)).toBe(1);
  expect(ambiguity(NO_DOUBTS, two)).toBeUndefined();
  expect(sureness(bounds, [{ detection: 10 }])).toBe("sure");
  expect(sureness(bounds, [{ detection: 10 }, { detection: 11 }])).toBe("not known yet");
  expect(sureness(bounds, [{ detection: 11 }, { detection: 12 }])).toBe("in doubt");
});

test("weak people are left out of doubts", () => {
  expect(doubtful(bounds, two, new Set([2]))).toEqual([]);
  expect(ambiguity(bounds, two, new Set([2]))).toBe(4);
});

test("doubts about whole people come before those about scraps", () => {
  const known = doubts([exact(10, 0.1), exact(11, 1), exact(12, 2.9)], new Set([10, 11, 12]));
  expect(doubtful(known, scene({ 1: [10], 2: [11, 20, 21, 22], 3: [12, 23, 24, 25] }))).toEqual([11, 10, 12]);
});

test("images stand most doubtful first, unknown ones last and as they came", () => {
  const images = [
    { key: 1, ambiguity: undefined },
    { key: 2, ambiguity: 2 },
    { key: 3, ambiguity: undefined },
    { key: 4, ambiguity: 0.1 },
  ];
  expect(mostDoubtfulFirst(images).map((image) => image.key)).toEqual([4, 2, 1, 3]);
});
