import { expect, test } from "vitest";
import { ambiguity, doubtful, doubts, mostDoubtfulFirst, NO_DOUBTS, strength } from "../src/doubt";

test("halos are full at margin 0 and gone from 3 on", () => {
  expect([0, 1.5, 3, 40].map(strength)).toEqual([1, 0.5, 0, 0]);
  expect(strength(undefined)).toBe(0);
});

const known = doubts([
  { person: 1, atLeast: 2.5, fixed: false },
  { person: 1, joint: 10, atLeast: 4, fixed: false },
  { person: 2, joint: 11, atLeast: 0.25, fixed: false },
  { person: 2, joint: 12, atLeast: 1, atMost: 1, fixed: false },
  { person: 2, joint: 99, atLeast: 0.01, fixed: false },
  { person: 2, joint: 13, atLeast: 0, fixed: true },
], new Set([10, 11, 12, 13]));

test("margins are told by joint and by person; pinned ones and duplicates are left out", () => {
  expect([...known.joints]).toEqual([[10, 4], [11, 0.25], [12, 1]]);
  expect([...known.people]).toEqual([[1, 2.5]]);
  expect([...known.exact]).toEqual([12]);
});

test("an image is as doubtful as its most doubtful joint or person", () => {
  expect(ambiguity(known)).toBe(0.25);
  expect(ambiguity(doubts([{ person: 1, atLeast: 2.5, fixed: false }], new Set()))).toBe(2.5);
  expect(ambiguity(NO_DOUBTS)).toBeUndefined();
});

test("the next doubt is the least margin; certain joints are never visited", () => {
  expect(doubtful(known)).toEqual([11, 12]);
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
