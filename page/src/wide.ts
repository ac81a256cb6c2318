import { draw, type Picture } from "./draw";
import { panned, type Point, type Size, type View } from "./view";

/** Of the screen, on each side. */
const AROUND = 0.5;

/** Where a picture that was drawn for one view is in another one; undefined if it must be drawn again. */
export function shift(drawn: View, now: View, screen: Size): Point | undefined {
  const x = now.x - drawn.x;
  const y = now.y - drawn.y;
  const near = Math.abs(x) <= AROUND * screen.width && Math.abs(y) <= AROUND * screen.height;
  return drawn.scale === now.scale && near ? { x, y } : undefined;
}

/** A picture that is larger than the screen, so that it can be moved under it without being drawn again. */
export class Wide {
  private readonly canvas = document.createElement("canvas");
  private drawn: { view: View; screen: Size } | undefined;

  /** Something else than the place has changed. */
  forget(): void {
    this.drawn = undefined;
  }

  /** @param ratio pixels of the canvas per pixel of the page */
  paint(onto: CanvasRenderingContext2D, picture: Picture, ratio: number): void {
    const { screen, view } = picture;
    const around = { x: AROUND * screen.width, y: AROUND * screen.height };
    const at = this.drawn && this.drawn.screen === screen ? shift(this.drawn.view, view, screen) : undefined;
    if (!at) this.draw(picture, around, ratio);
    const x = (at?.x ?? 0) - around.x;
    const y = (at?.y ?? 0) - around.y;
    // whole pixels, or all lines would blur
    onto.setTransform(1, 0, 0, 1, 0, 0);
    onto.drawImage(this.canvas, Math.round(x * ratio), Math.round(y * ratio));
  }

  private draw(picture: Picture, around: Point, ratio: number): void {
    const screen = { width: picture.screen.width + 2 * around.x, height: picture.screen.height + 2 * around.y };
    this.canvas.width = Math.round(screen.width * ratio);
    this.canvas.height = Math.round(screen.height * ratio);
    const paint = this.canvas.getContext("2d");
    if (!paint) return;
    paint.setTransform(ratio, 0, 0, ratio, 0, 0);
    draw(paint, { ...picture, screen, view: panned(picture.view, around.x, around.y) });
    this.drawn = { view: picture.view, screen: picture.screen };
  }
}
