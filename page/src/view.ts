/** Geometry of looking: a scene in its own units, seen through a view in pixels of the screen. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Pixels per unit of the scene, and where on the screen the scene's origin is. */
export interface View {
  readonly scale: number;
  readonly x: number;
  readonly y: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** How far one can zoom in, in pixels of the screen per unit of a scene as wide as the screen. */
const MAX_ZOOM = 64;
const LEAST_ZOOM = 0.25;

export function boxOf(points: readonly Point[]): Box {
  if (points.length === 0) return { left: 0, top: 0, width: 1, height: 1 };
  let left = Infinity;
  let top = Infinity;
  let right = -Infinity;
  let bottom = -Infinity;
  for (const { x, y } of points) {
    left = Math.min(left, x);
    top = Math.min(top, y);
    right = Math.max(right, x);
    bottom = Math.max(bottom, y);
  }
  return { left, top, width: Math.max(right - left, 1), height: Math.max(bottom - top, 1) };
}

export function inside({ x, y }: Point, { left, top, width, height }: Box): boolean {
  return x >= left && x <= left + width && y >= top && y <= top + height;
}

/** The distance of a point to a line between two others. */
export function toSegment(at: Point, from: Point, to: Point): number {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const along = Math.min(Math.max(((at.x - from.x) * dx + (at.y - from.y) * dy) / (dx * dx + dy * dy || 1), 0), 1);
  return Math.hypot(at.x - from.x - along * dx, at.y - from.y - along * dy);
}

/** The nearest place in the image. */
export function clamped({ x, y }: Point, { left, top, width, height }: Box): Point {
  return { x: Math.min(Math.max(x, left), left + width), y: Math.min(Math.max(y, top), top + height) };
}

/** A box with so much of its longer side added on each side. */
export function padded(box: Box, share: number): Box {
  const by = Math.max(box.width, box.height) * share;
  return { left: box.left - by, top: box.top - by, width: box.width + 2 * by, height: box.height + 2 * by };
}

/** A box of this size with the same middle. */
export function around({ left, top, width, height }: Box, wide: number, high: number): Box {
  return { left: left + (width - wide) / 2, top: top + (height - high) / 2, width: wide, height: high };
}

/** The whole box, as large as fits, in the middle. */
export function fit(box: Box, screen: Size): View {
  const scale = Math.min(screen.width / box.width, screen.height / box.height);
  return {
    scale,
    x: screen.width / 2 - (box.left + box.width / 2) * scale,
    y: screen.height / 2 - (box.top + box.height / 2) * scale,
  };
}

export function toScreen(view: View, point: Point): Point {
  return { x: point.x * view.scale + view.x, y: point.y * view.scale + view.y };
}

export function toScene(view: View, point: Point): Point {
  return { x: (point.x - view.x) / view.scale, y: (point.y - view.y) / view.scale };
}

/** Zooms so that what is under a point of the screen stays there. The limits are relative to the view that fits. */
export function zoomAt(view: View, at: Point, factor: number, fitted: View): View {
  const scale = Math.min(Math.max(view.scale * factor, fitted.scale * LEAST_ZOOM), fitted.scale * MAX_ZOOM);
  const under = toScene(view, at);
  return { scale, x: at.x - under.x * scale, y: at.y - under.y * scale };
}

export function panned(view: View, dx: number, dy: number): View {
  return { ...view, x: view.x + dx, y: view.y + dy };
}

/** The view moved just so far that a point is on the screen, a margin from its edge. */
export function revealing(view: View, point: Point, screen: Size, margin: number): View {
  const { x, y } = toScreen(view, point);
  const inX = Math.min(Math.max(x, margin), screen.width - margin);
  const inY = Math.min(Math.max(y, margin), screen.height - margin);
  return inX === x && inY === y ? view : panned(view, inX - x, inY - y);
}

/** The same part of the scene on a screen of another size: what was in the middle stays there. */
export function resized(view: View, before: { screen: Size; fitted: View }, now: { screen: Size; fitted: View }): View {
  const middle = toScene(view, { x: before.screen.width / 2, y: before.screen.height / 2 });
  const scale = (view.scale * now.fitted.scale) / before.fitted.scale;
  return { scale, x: now.screen.width / 2 - middle.x * scale, y: now.screen.height / 2 - middle.y * scale };
}
