import { expect, test } from "vitest";
import { lanes, nearest, runs } from "../src/timeline";

test("a track's frames without a break are a run", () => {
  expect([...runs([[1, 2], [1, null], [2, 1], [2], [1]])]).toEqual([
    [1, [[0, 2], [4, 4]]],
    [2, [[0, 0], [2, 3]]],
  ]);
});

test("each track has its lane; of many, those that do not overlap share one", () => {
  expect([...lanes(runs([[2, 1], [3]]))]).toEqual([[1, 0], [2, 1], [3, 2]]);
  const many = Array.from({ length: 40 }, (_, i) => [i + 1, 100]);
  const found = lanes(runs(many));
  expect(new Set([...found].filter(([track]) => track < 100).map(([, lane]) => lane))).toEqual(new Set([0]));
  expect(found.get(100)).toBe(1);
});

test("the frame of a crossing, or the one before it", () => {
  const numbers = Array.from({ length: 20_000 }, (_, i) => 10 + 2 * i);
  expect([9, 10, 11, 12, 40_008, 99_999].map((number) => nearest(numbers, number))).toEqual([0, 0, 0, 1, 19_999, 19_999]);
});

test("20,000 frames are divided into runs at once", () => {
  const frames = Array.from({ length: 20_000 }, (_, i) => (i % 100 === 0 ? [1, 2] : [1, 2, 3]));
  const found = runs(frames);
  expect(found.get(3)!.length).toBe(200);
  expect(found.get(1)).toEqual([[0, 19_999]]);
});
