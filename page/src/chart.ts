import type { Bounds } from "./api";
import type { Size } from "./view";

/** Both bounds over time as points of two lines, the newest on the right. */
export interface Lines {
  readonly lower: readonly (readonly [number, number])[];
  readonly upper: readonly (readonly [number, number])[];
}

export function lines(bounds: readonly Bounds[], size: Size): Lines {
  const last = bounds.at(-1);
  if (!last) return { lower: [], upper: [] };
  const top = Math.max(...bounds.map((each) => each.objective));
  const bottom = Math.min(...bounds.map((each) => each.lowerBound));
  const end = Math.max(last.seconds, 1e-3);
  const x = (seconds: number) => (seconds / end) * size.width;
  const y = (value: number) => (top === bottom ? size.height / 2 : ((top - value) / (top - bottom)) * size.height);
  return {
    lower: bounds.map((each) => [x(each.seconds), y(each.lowerBound)]),
    upper: bounds.map((each) => [x(each.seconds), y(each.objective)]),
  };
}
