import { draw, type Ghost, type Ground, type Picture } from "./draw";
import { el } from "./dom";
import { Gestures, type Hands } from "./gestures";
import { groundOf } from "./miniature";
import { drawable, type Photo } from "./photos";
import { hit, weakOf, type Spot } from "./scene";
import { boxOf, fit, padded, panned, resized, revealing, toScene, toScreen, zoomAt, type Point, type Size, type View } from "./view";
import { Wide } from "./wide";
import { huesOf, type Image } from "./image";

/** What the stage tells the rest of the page. */
export interface StageListener {
  hovered(spot: Spot | undefined, at: Point): void;
  /** @param more whether the selection grows */
  selected(spot: Spot | undefined, more: boolean): void;
  /** A joint was dragged onto another, or off everything. */
  dropped(spot: Spot, onto: Spot | undefined): void;
  /** There is a joint here, in the scene's units, that the detector missed. */
  missed(at: Point): void;
}

const EDGE = 60;
const DROP = 12;

/** The canvas: zoom, pan, and what is under the mouse. What is drawn is decided elsewhere. */
export class Stage implements Hands {
  readonly canvas = el("canvas", {
    tabindex: 0,
    role: "application",
    "aria-roledescription": "image with people",
    "aria-label": "The image. n: next doubt, plus and minus: zoom, 0: whole image, arrows: move, question mark: help",
  });
  showUnused = false;
  selected: ReadonlySet<number> = new Set();
  person: number | undefined;
  /** Another answer, drawn dashed. */
  ghost: Ghost | undefined;
  /** Where a missed joint would be, in the scene's units. */
  cursor: Point | undefined;
  private image: Image | undefined;
  private photo: Photo | undefined;
  private view: View = { scale: 1, x: 0, y: 0 };
  private fitted: View = this.view;
  private screen: Size = { width: 1, height: 1 };
  private pointed: Spot | undefined;
  private drag: { from: Spot; to: Point } | undefined;
  private readonly gestures = new Gestures(this.canvas, this);
  private scheduled = false;
  /** Nothing but the place has changed since the last frame. */
  private moving = false;
  private readonly wide = new Wide();
  private ground: Ground | undefined;

  constructor(private readonly listener: StageListener) {
    new ResizeObserver(() => this.resize()).observe(this.canvas);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
      this.ground = undefined;
      this.redraw();
    });
  }

  /** Shows an image; the view stays while it is the same one. */
  show(image: Image | undefined, photo: Photo | undefined): void {
    const other = image !== this.image;
    this.image = image;
    this.photo = photo;
    if (other) {
      this.pointed = undefined;
      this.drag = undefined;
      this.ghost = undefined;
      this.cursor = undefined;
      this.gestures.forget();
    }
    const scene = image?.scene;
    if (scene) {
      const before = this.fitted;
      this.fitted = fit(scene.box, this.screen);
      const untouched = this.view === before;
      if (other || untouched) this.view = this.fitted;
    }
    this.redraw();
  }

  fit(): void {
    this.view = this.fitted;
    this.redraw();
  }

  zoom(factor: number): void {
    this.zoomed({ x: this.screen.width / 2, y: this.screen.height / 2 }, factor);
  }

  panned(dx: number, dy: number): void {
    this.view = panned(this.view, dx, dy);
    if (!this.scheduled) this.moving = true;
    this.schedule();
  }

  /** The place in the scene that is in the middle of the screen. */
  middle(): Point {
    return toScene(this.view, { x: this.screen.width / 2, y: this.screen.height / 2 });
  }

  /** The half of the screen in which a place is not. */
  otherSide(at: Point): "left" | "right" {
    return toScreen(this.view, at).x < this.screen.width / 2 ? "right" : "left";
  }

  /** Moves the place of a missed joint by pixels of the screen. */
  moveCursor(dx: number, dy: number): void {
    if (!this.cursor) return;
    const at = toScreen(this.view, this.cursor);
    this.cursor = toScene(this.view, { x: at.x + dx, y: at.y + dy });
    this.reveal(this.cursor);
  }

  /** Brings a place into sight. */
  reveal(spot: Point): void {
    this.view = revealing(this.view, spot, this.screen, EDGE);
    this.redraw();
  }

  /** Zooms to some spots. */
  zoomTo(spots: readonly Spot[]): void {
    if (spots.length === 0) return;
    this.view = fit(padded(boxOf(spots), 0.4), this.screen);
    this.hovered(undefined, { x: 0, y: 0 });
    this.redraw();
  }

  zoomed(at: Point, factor: number): void {
    this.view = zoomAt(this.view, at, factor, this.fitted);
    this.redraw();
  }

  private resize(): void {
    const { width, height } = this.canvas.getBoundingClientRect();
    const before = { screen: this.screen, fitted: this.fitted };
    this.screen = { width, height };
    this.canvas.width = Math.round(width * devicePixelRatio);
    this.canvas.height = Math.round(height * devicePixelRatio);
    const scene = this.image?.scene;
    if (scene) {
      const untouched = this.view === this.fitted;
      this.fitted = fit(scene.box, this.screen);
      this.view = untouched ? this.fitted : resized(this.view, before, { screen: this.screen, fitted: this.fitted });
    }
    this.redraw();
  }

  under(at: Point, reach: number): Spot | undefined {
    const scene = this.image?.scene;
    return scene && hit(scene, toScene(this.view, at), reach / this.view.scale, this.showUnused);
  }

  dragging(from: Spot, to: Point): void {
    this.drag = { from, to };
    this.listener.hovered(undefined, to);
    this.person = this.target(from, to);
    this.redraw();
  }

  /** The person that would get a joint that is dropped here. */
  private target(from: Spot, at: Point): number | undefined {
    const onto = this.under(at, DROP);
    return onto && onto !== from ? this.image?.scene?.owner.get(onto.detection)?.number : undefined;
  }

  dropped(spot: Spot, onto: Spot | undefined): void {
    if (onto?.detection !== spot.detection) this.listener.dropped(spot, onto);
  }

  tapped(spot: Spot | undefined, more: boolean): void {
    if (this.image?.scene) this.listener.selected(spot, more);
  }

  doubled(at: Point): void {
    if (this.image?.scene) this.listener.missed(toScene(this.view, at));
  }

  released(): void {
    if (this.drag) this.person = undefined;
    this.drag = undefined;
    this.redraw();
  }

  hovered(spot: Spot | undefined, at: Point): void {
    if (spot?.detection !== this.pointed?.detection) {
      this.pointed = spot;
      this.redraw();
    }
    this.canvas.classList.toggle("on-joint", spot !== undefined);
    this.listener.hovered(spot, at);
  }

  /** Draws before the next frame, once. */
  redraw(): void {
    this.moving = false;
    this.wide.forget();
    this.schedule();
  }

  private schedule(): void {
    if (this.scheduled) return;
    this.scheduled = true;
    requestAnimationFrame(() => {
      this.scheduled = false;
      this.paint();
    });
  }

  private paint(): void {
    const paint = this.canvas.getContext("2d");
    if (!paint) return;
    paint.setTransform(devicePixelRatio, 0, 0, devicePixelRatio, 0, 0);
    const scene = this.image?.scene;
    if (!this.image || !scene) {
      paint.clearRect(0, 0, this.screen.width, this.screen.height);
      return;
    }
    const picture: Picture = {
      scene,
      view: this.view,
      screen: this.screen,
      hues: huesOf(this.image),
      doubts: this.image.doubts,
      photo: this.photo && drawable(this.photo, this.view.scale * devicePixelRatio),
      showUnused: this.showUnused || this.drag !== undefined,
      selected: this.selected,
      hovered: this.pointed?.detection,
      person: this.person,
      weak: weakOf(scene, this.image.problem),
      dragged: this.drag,
      ghost: this.ghost,
      cursor: this.cursor,
      ground: this.colours(),
    };
    if (this.moving) this.wide.paint(paint, picture, devicePixelRatio);
    else draw(paint, picture);
  }

  /** Of the theme. */
  colours(): Ground {
    this.ground ??= groundOf(this.canvas);
    return this.ground;
  }
}
