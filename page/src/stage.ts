import { draw, type Ground } from "./draw";
import { el } from "./dom";
import { NO_DOUBTS } from "./doubt";
import { hit, type Spot } from "./scene";
import { boxOf, fit, padded, panned, revealing, toScene, zoomAt, type Point, type Size, type View } from "./view";
import type { Image } from "./image";

/** What the stage tells the rest of the page. */
export interface StageListener {
  hovered(spot: Spot | undefined, at: Point): void;
  /** @param more whether the selection grows */
  selected(spot: Spot | undefined, more: boolean): void;
  /** A joint was dragged onto another, or off everything. */
  dropped(spot: Spot, onto: Spot | undefined): void;
}

const REACH = 12;
const DRAG = 5;
const EDGE = 60;
const WHEEL = 0.0015;

/** The canvas: zoom, pan, and what is under the mouse. What is drawn is decided elsewhere. */
export class Stage {
  readonly canvas = el("canvas", {
    tabindex: 0,
    role: "application",
    "aria-roledescription": "image with people",
    "aria-label": "The image. n: next doubt, plus and minus: zoom, 0: whole image, arrows: move, question mark: help",
  });
  showUnused = false;
  selected: ReadonlySet<number> = new Set();
  person: number | undefined;
  private image: Image | undefined;
  private photo: CanvasImageSource | undefined;
  private view: View = { scale: 1, x: 0, y: 0 };
  private fitted: View = this.view;
  private screen: Size = { width: 1, height: 1 };
  private hovered: Spot | undefined;
  private press: { at: Point; spot: Spot | undefined; pan: boolean; moved: boolean } | undefined;
  private drag: { from: Spot; to: Point } | undefined;
  private space = false;
  private scheduled = false;
  private ground: Ground | undefined;

  constructor(private readonly listener: StageListener) {
    new ResizeObserver(() => this.resize()).observe(this.canvas);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
      this.ground = undefined;
      this.redraw();
    });
    this.canvas.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    this.canvas.addEventListener("pointerdown", (event) => this.down(event));
    this.canvas.addEventListener("pointermove", (event) => this.move(event));
    this.canvas.addEventListener("pointerup", (event) => this.up(event));
    this.canvas.addEventListener("pointerleave", () => this.hover(undefined, { x: 0, y: 0 }));
    window.addEventListener("keydown", (event) => {
      if (event.key === " ") this.space = true;
    });
    window.addEventListener("keyup", (event) => {
      if (event.key === " ") this.space = false;
    });
  }

  /** Shows an image; the view stays while it is the same one. */
  show(image: Image | undefined, photo: CanvasImageSource | undefined): void {
    const other = image !== this.image;
    this.image = image;
    this.photo = photo;
    if (other) {
      this.hovered = undefined;
      this.drag = undefined;
      this.press = undefined;
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
    this.zoomAround({ x: this.screen.width / 2, y: this.screen.height / 2 }, factor);
  }

  pan(dx: number, dy: number): void {
    this.view = panned(this.view, dx, dy);
    this.redraw();
  }

  /** Brings a joint into sight. */
  reveal(spot: Spot): void {
    this.view = revealing(this.view, spot, this.screen, EDGE);
    this.redraw();
  }

  /** Zooms to some spots. */
  zoomTo(spots: readonly Spot[]): void {
    if (spots.length === 0) return;
    this.view = fit(padded(boxOf(spots), 0.4), this.screen);
    this.redraw();
  }

  private zoomAround(at: Point, factor: number): void {
    this.view = zoomAt(this.view, at, factor, this.fitted);
    this.redraw();
  }

  private resize(): void {
    const { width, height } = this.canvas.getBoundingClientRect();
    this.screen = { width, height };
    this.canvas.width = Math.round(width * devicePixelRatio);
    this.canvas.height = Math.round(height * devicePixelRatio);
    const scene = this.image?.scene;
    if (scene) {
      const untouched = this.view === this.fitted;
      this.fitted = fit(scene.box, this.screen);
      if (untouched) this.view = this.fitted;
    }
    this.redraw();
  }

  private at(event: MouseEvent): Point {
    const { left, top } = this.canvas.getBoundingClientRect();
    return { x: event.clientX - left, y: event.clientY - top };
  }

  private under(at: Point): Spot | undefined {
    const scene = this.image?.scene;
    return scene && hit(scene, toScene(this.view, at), REACH / this.view.scale, this.showUnused);
  }

  private wheel(event: WheelEvent): void {
    event.preventDefault();
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1;
    this.zoomAround(this.at(event), Math.exp(-event.deltaY * lines * WHEEL));
  }

  private down(event: PointerEvent): void {
    if (!this.image?.scene) return;
    const at = this.at(event);
    const spot = this.under(at);
    const pan = event.button === 1 || this.space || !spot;
    this.press = { at, spot, pan, moved: false };
    this.canvas.setPointerCapture(event.pointerId);
    if (event.button === 1) event.preventDefault();
  }

  private move(event: PointerEvent): void {
    const at = this.at(event);
    const press = this.press;
    if (!press) {
      this.hover(this.under(at), at);
      return;
    }
    if (!press.moved && Math.hypot(at.x - press.at.x, at.y - press.at.y) < DRAG) return;
    press.moved = true;
    if (press.pan) {
      this.view = panned(this.view, at.x - press.at.x, at.y - press.at.y);
      press.at = at;
    } else if (press.spot) {
      this.drag = { from: press.spot, to: at };
      this.person = this.target(press.spot, at);
    }
    this.redraw();
  }

  /** The person that would get a joint that is dropped here. */
  private target(from: Spot, at: Point): number | undefined {
    const onto = this.under(at);
    return onto && onto !== from ? this.image?.scene?.owner.get(onto.detection)?.number : undefined;
  }

  private up(event: PointerEvent): void {
    const press = this.press;
    this.press = undefined;
    const drag = this.drag;
    this.drag = undefined;
    this.person = undefined;
    if (drag) {
      const onto = this.under(this.at(event));
      if (onto?.detection !== drag.from.detection) this.listener.dropped(drag.from, onto);
    } else if (press && !press.moved && event.button === 0) {
      this.listener.selected(press.spot, event.shiftKey);
    }
    this.redraw();
  }

  private hover(spot: Spot | undefined, at: Point): void {
    if (spot?.detection !== this.hovered?.detection) {
      this.hovered = spot;
      this.redraw();
    }
    this.canvas.classList.toggle("on-joint", spot !== undefined);
    this.listener.hovered(spot, at);
  }

  /** Draws before the next frame, once. */
  redraw(): void {
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
    draw(paint, {
      scene,
      view: this.view,
      screen: this.screen,
      hues: this.image.hues,
      doubts: this.image.doubts,
      photo: this.photo,
      showUnused: this.showUnused || this.drag !== undefined,
      selected: this.selected,
      hovered: this.hovered?.detection,
      person: this.person,
      dragged: this.drag,
      ground: this.colours(),
    });
  }

  /** Of the theme. */
  colours(): Ground {
    this.ground ??= groundOf(this.canvas);
    return this.ground;
  }
}

const SMALL = { width: 110, height: 72 };

/** A small drawing of an image's people. */
export function miniature(image: Image, ground: Ground): HTMLCanvasElement {
  const canvas = el("canvas", { class: "miniature", width: SMALL.width * 2, height: SMALL.height * 2, "aria-hidden": "true" });
  const paint = canvas.getContext("2d");
  if (!paint || !image.scene) return canvas;
  // twice the size, shown at half: lines as fine as a thumbnail wants them
  const screen = { width: SMALL.width * 4, height: SMALL.height * 4 };
  paint.scale(0.5, 0.5);
  draw(paint, {
    scene: image.scene,
    view: fit(image.scene.box, screen),
    screen,
    hues: image.hues,
    doubts: NO_DOUBTS,
    photo: undefined,
    showUnused: false,
    selected: new Set(),
    hovered: undefined,
    person: undefined,
    dragged: undefined,
    ground,
  });
  return canvas;
}

function groundOf(element: Element): Ground {
  const style = getComputedStyle(element);
  const value = (name: string) => style.getPropertyValue(`--${name}`).trim();
  return {
    ground: value("stage"),
    sheet: value("sheet"),
    unused: value("unused"),
    halo: value("halo"),
    accent: value("mark"),
  };
}
