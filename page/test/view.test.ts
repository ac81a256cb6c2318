import { expect, test } from "vitest";
import { boxOf, fit, padded, panned, resized, revealing, toScene, toScreen, zoomAt } from "../src/view";

const screen = { width: 800, height: 600 };

test("a box that fits is centred and touches two edges", () => {
  const view = fit({ left: 100, top: 50, width: 200, height: 100 }, screen);
  expect(view.scale).toBe(4);
  expect(toScreen(view, { x: 100, y: 50 })).toEqual({ x: 0, y: 100 });
  expect(toScreen(view, { x: 300, y: 150 })).toEqual({ x: 800, y: 500 });
});

test("what is under the cursor stays there while zooming", () => {
  const fitted = fit({ left: 0, top: 0, width: 640, height: 480 }, screen);
  const at = { x: 123, y: 456 };
  const before = toScene(fitted, at);
  const view = zoomAt(fitted, at, 2.5, fitted);
  expect(view.scale).toBeCloseTo(fitted.scale * 2.5);
  expect(toScene(view, at).x).toBeCloseTo(before.x);
  expect(toScene(view, at).y).toBeCloseTo(before.y);
});

test("zooming ends somewhere, both ways", () => {
  const fitted = fit({ left: 0, top: 0, width: 640, height: 480 }, screen);
  const far = zoomAt(fitted, { x: 0, y: 0 }, 1e9, fitted);
  const near = zoomAt(fitted, { x: 0, y: 0 }, 1e-9, fitted);
  expect(far.scale).toBe(fitted.scale * 64);
  expect(near.scale).toBe(fitted.scale / 4);
});

test("panning moves by pixels of the screen", () => {
  const view = panned({ scale: 3, x: 1, y: 2 }, 10, -20);
  expect(toScreen(view, { x: 0, y: 0 })).toEqual({ x: 11, y: -18 });
});

test("a point beyond the edge is brought in, one inside moves nothing", () => {
  const view = { scale: 2, x: 0, y: 0 };
  expect(revealing(view, { x: 200, y: 200 }, screen, 40)).toEqual(view);
  const moved = revealing(view, { x: 500, y: -10 }, screen, 40);
  expect(toScreen(moved, { x: 500, y: -10 })).toEqual({ x: 760, y: 40 });
});

test("boxes of points, also of one and of none", () => {
  expect(boxOf([{ x: 3, y: -4 }, { x: -1, y: 6 }])).toEqual({ left: -1, top: -4, width: 4, height: 10 });
  expect(boxOf([{ x: 3, y: 4 }])).toEqual({ left: 3, top: 4, width: 1, height: 1 });
  expect(boxOf([]).width).toBeGreaterThan(0);
  expect(padded({ left: 0, top: 0, width: 10, height: 20 }, 0.1)).toEqual({ left: -2, top: -2, width: 14, height: 24 });
});

test("a point that is in sight moves nothing", () => {
  const view = { scale: 2, x: 5, y: 5 };
  expect(revealing(view, { x: 100, y: 100 }, { width: 400, height: 400 }, 20)).toBe(view);
});

test("on a larger screen the same place is in the middle, as much larger as the whole", () => {
  const small = { width: 200, height: 100 };
  const large = { width: 400, height: 300 };
  const box = { left: 0, top: 0, width: 100, height: 100 };
  const [before, now] = [small, large].map((screen) => ({ screen, fitted: fit(box, screen) }));
  const view = zoomAt(before!.fitted, { x: 130, y: 20 }, 3, before!.fitted);
  const after = resized(view, before!, now!);
  expect(after.scale).toBeCloseTo(view.scale * 3);
  const middle = toScene(view, { x: 100, y: 50 });
  expect(toScreen(after, middle).x).toBeCloseTo(200);
  expect(toScreen(after, middle).y).toBeCloseTo(150);
});
