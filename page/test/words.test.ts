import { expect, test } from "vitest";
import type { Problem } from "../src/api";
import { dated, doubtWords, nounsOf } from "../src/words";

function withParts(...parts: string[]): Problem {
  return { format: "jointly/problem@1", id: "one", anatomy: { parts, majors: parts.slice(0, 1), limbs: [] }, detections: [] };
}

test("who has a snout, a tail or wings is an animal", () => {
  for (const parts of [["snout", "leftear", "rightear", "tailbase"], ["Nose", "Left_Paw"], ["head", "thorax", "wingL", "wingR"], ["mouth", "dorsal_fin"]]) {
    expect(nounsOf(withParts(...parts)), parts.join()).toEqual({ one: "animal", many: "animals" });
  }
});

test("everybody else is a person, whatever the parts of a person are called", () => {
  const coco = ["nose", "left_eye", "left_ear", "left_shoulder", "left_elbow", "left_wrist", "left_hip", "left_knee", "left_ankle"];
  const mpii = ["pelvis", "thorax", "upper_neck", "head_top", "r_ankle", "r_knee", "r_hip", "r_wrist", "r_elbow", "r_shoulder"];
  for (const parts of [coco, mpii, ["neck", "left_finger", "mid_hip"]]) expect(nounsOf(withParts(...parts)), parts.join()).toEqual({ one: "person", many: "people" });
  expect(nounsOf(undefined)).toEqual({ one: "person", many: "people" });
});

test("a large bound is sure already; a small one says nothing until it is exact", () => {
  const doubt = "in doubt: another grouping is almost as good";
  expect([3, 40].flatMap((margin) => [doubtWords(margin, false), doubtWords(margin, true)])).toEqual(["sure", "sure", "sure", "sure"]);
  expect([0, 2.99].map((margin) => doubtWords(margin, true))).toEqual([doubt, doubt]);
  expect([0, 2.99].map((margin) => doubtWords(margin, false))).toEqual(["not known yet", "not known yet"]);
  expect([doubtWords(undefined, false), doubtWords(undefined, true)]).toEqual(["", ""]);
});

test("files have the time in their names, before the last ending", () => {
  expect(dated("people.json", new Date(2026, 10, 18, 14, 25, 1))).toBe("people-2026-11-18-142501.json");
  expect(dated("people.tar.gz", new Date(2027, 0, 2, 3, 4, 5))).toBe("people.tar-2027-01-02-030405.gz");
  expect(dated("people", new Date(2026, 10, 18, 0, 0, 0))).toBe("people-2026-11-18-000000");
});
