import { expect, test } from "vitest";
import { partNames } from "../src/parts";

test.each([
  [["lwrist", "rwrist"], "lwrist", "left", "left wrist"],
  [["l-knee", "r-knee"], "r-knee", "right", "right knee"],
  [["left_ear", "right_ear"], "left_ear", "left", "left ear"],
  [["LHip", "RHip"], "RHip", "right", "right hip"],
  [["neck", "lshoulder", "rshoulder"], "neck", "middle", "neck"],
  [["leg", "rump"], "leg", "middle", "leg"],
  [["rump", "leg"], "rump", "middle", "rump"],
  [["tail_base"], "tail_base", "middle", "tail base"],
  [["\u202ehead\u2066"], "\u202ehead\u2066", "middle", "head"],
])("of %j, %s is %s: %s", (parts, part, side, label) => {
  expect(partNames(parts).get(part)).toEqual({ side, label });
});
