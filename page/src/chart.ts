import type { Bounds } from "./api";
import type { Size } from "./view";

/** Both bounds over time as points of two lines, from the first bounds on the left to the last on the right. */
export interface Lines {
  readonly lower: readonly (readonly [number, number])[];
  readonly upper: readonly (readonly [number, number])[];
}

export function lines(bounds: readonly Bounds[], size: Size): Lines {
  const last = bounds.at(-1);
  if (!last) return { lower: [], upper: [] };
  const top = Math.max(...bounds.map((each) => each.objective));
  const bottom = Math.min(...bounds.map((each) => each.lowerBound));
  const start = bounds[0]?.seconds ?? 0;
  const x = (seconds: number) => ((seconds - start) / Math.max(last.seconds - start, 1e-6)) * size.width;
  const y = (value: number) => (top === bottom ? size.height / 2 : ((top - value) / (top - bottom)) * size.height);
  return {
    lower: bounds.map((each) => [x(each.seconds), y(each.lowerBound)]),
    upper: bounds.map((each) => [x(each.seconds), y(each.objective)]),
  };
}
