import { upright } from "./words";

/** What the names of parts say: `lwrist`, `l-wrist`, `left_wrist` and `LWrist` are all left wrists. */
export type Side = "left" | "right" | "middle";

const LONG = /^(left|right)[\s_-]*(.+)$/i;
const SHORT = /^([lr])[\s_-]*(.+)$/i;

/** A short prefix counts only if the other side exists too: a leg is not a left "eg". */
function split(part: string, all: ReadonlySet<string>): { side: Side; rest: string } {
  const long = LONG.exec(part);
  if (long) return { side: long[1]!.toLowerCase() === "left" ? "left" : "right", rest: long[2]! };
  const short = SHORT.exec(part);
  if (short) {
    const left = short[1]!.toLowerCase() === "l";
    const other = (left ? "r" : "l") + part.slice(1).toLowerCase();
    if (all.has(other)) return { side: left ? "left" : "right", rest: short[2]! };
  }
  return { side: "middle", rest: part };
}

export interface PartName {
  readonly side: Side;
  /** As people say it, such as `left wrist`. */
  readonly label: string;
}

export function partNames(parts: readonly string[]): Map<string, PartName> {
  const all = new Set(parts.map((part) => part.toLowerCase()));
  return new Map(
    parts.map((part) => {
      const { side, rest } = split(part, all);
      const words = upright(rest).replace(/[_-]+/g, " ").trim().toLowerCase();
      return [part, { side, label: side === "middle" ? words : `${side} ${words}` }];
    }),
  );
}
