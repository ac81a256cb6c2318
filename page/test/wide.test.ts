import { expect, test } from "vitest";
import { shift } from "../src/wide";

const screen = { width: 1000, height: 600 };
const drawn = { scale: 2, x: 10, y: 20 };

test("a picture is moved while it covers the screen", () => {
  expect(shift(drawn, { scale: 2, x: 40, y: -80 }, screen)).toEqual({ x: 30, y: -100 });
  expect(shift(drawn, { scale: 2, x: 510, y: 320 }, screen)).toEqual({ x: 500, y: 300 });
});

test("it is drawn again at another scale, or where it ends", () => {
  expect(shift(drawn, { scale: 2.1, x: 10, y: 20 }, screen)).toBeUndefined();
  expect(shift(drawn, { scale: 2, x: 511, y: 20 }, screen)).toBeUndefined();
  expect(shift(drawn, { scale: 2, x: 10, y: -281 }, screen)).toBeUndefined();
});
