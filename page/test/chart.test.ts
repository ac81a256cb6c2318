import { expect, test } from "vitest";
import { lines } from "../src/chart";

const size = { width: 100, height: 20 };

test("both bounds fill the chart, and meet where the proof is done", () => {
  const { lower, upper } = lines(
    [
      { seconds: 5, lowerBound: -30, objective: -10, gap: 1 },
      { seconds: 7.5, lowerBound: -25, objective: -20, gap: 0.2 },
      { seconds: 10, lowerBound: -20, objective: -20, gap: 0 },
    ],
    size,
  );
  expect(lower).toEqual([[0, 20], [50, 15], [100, 10]]);
  expect(upper).toEqual([[0, 0], [50, 10], [100, 10]]);
});

test("no bounds, one, and bounds that do not move are drawn without a fault", () => {
  expect(lines([], size)).toEqual({ lower: [], upper: [] });
  const flat = { seconds: 1, lowerBound: -5, objective: -5, gap: 0 };
  expect(lines([flat, flat], size).lower).toEqual([[0, 10], [0, 10]]);
});
