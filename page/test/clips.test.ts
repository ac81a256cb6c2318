import { expect, test } from "vitest";
import { frameNumber, frameTime } from "../src/clips";

test("the time of a frame is the shortest step, since browsers leave frames out", () => {
  expect(frameTime([0, 0.04, 0.08, 0.12])).toBeCloseTo(0.04);
  expect(frameTime([0.2, 0.32, 0.4, 0.44, 0.6])).toBeCloseTo(0.04);
});

test("a frame that is told twice is no step", () => {
  expect(frameTime([0, 0, 0.04, 0.04, 0.08])).toBeCloseTo(0.04);
});

test("without a second frame there is no time", () => {
  expect(frameTime([])).toBeUndefined();
  expect(frameTime([0.2])).toBeUndefined();
  expect(frameTime([0.2, 0.2])).toBeUndefined();
});

test("the number of a frame is at the end of the name, and may have leading zeros and an ending after it", () => {
  const number = (name: string) => frameNumber({ name, clip: "walk" });
  expect(["walk/frame0012", "frame012", "frame000", "img7.png"].map(number)).toEqual([12, 12, 0, 7]);
  expect(["photo", "12 people", "frame"].map(number)).toEqual([undefined, undefined, undefined]);
});

test("an image that is of no clip has no number", () => {
  expect(frameNumber({ name: "000000000139", clip: undefined })).toBeUndefined();
  expect(frameNumber({ name: "000000000139" })).toBeUndefined();
});
