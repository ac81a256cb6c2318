import { draw, type Ghost, type Ground, type Picture } from "./draw";
import { el } from "./dom";
import { dropOf, hintOf, limbAt, type Drop } from "./edits";
import { Gestures, type Grip, type Hands } from "./gestures";
import { groundOf } from "./miniature";
import { drawable, type Photo } from "./photos";
import { hit, nearest, weakOf, type Person, type Scene, type Spot } from "./scene";
import { around, boxOf, clamped, fit, panned, resized, revealing, toScene, toScreen, zoomAt, type Box, type Point, type Size, type View } from "./view";
import { Wide } from "./wide";
import { huesOf, type Image } from "./image";
import { nounsOf, personName } from "./words";

/** What the stage tells the rest of the page. */
export interface StageListener {
  hovered(spot: Spot | undefined, at: Point): void;
  /** @param more whether the selection grows */
  selected(spot: Spot | undefined, more: boolean): void;
  /** A limb of a person was clicked. */
  chosen(person: Person): void;
  /** A joint was dragged somewhere. */
  dropped(spot: Spot, drop: Drop): void;
  /** A person was dragged onto another one. */
  merged(person: Person, onto: Person): void;
  /** A limb was cut. */
  cut(person: Person, limb: readonly [Spot, Spot]): void;
  /** There is a joint here, in the scene's units, that the detector missed. */
  missed(at: Point): void;
  /** What letting go here would do; empty if nothing is dragged. */
  hint(text: string, at: Point): void;
}

const EDGE = 60;
/** Of the height or width of the stage that a person fills who is shown: a third of the stage. */
const SHOWN = Math.sqrt(1 / 3);
/** How much larger a person is shown at most than while the whole image is. */
const MAX_SHOWN = 8;

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
  /** Where a missed joint would be, or one that is moved by keyboard, in the scene's units. */
  cursor: Point | undefined;
  /** Whether weak people are left out of the drawing. */
  hideWeak = false;
  private image: Image | undefined;
  private photo: Photo | undefined;
  private view: View = { scale: 1, x: 0, y: 0 };
  private fitted: View = this.view;
  private screen: Size = { width: 1, height: 1 };
  private pointed: Spot | undefined;
  private drag: { from: Spot | Grip; to: Point } | undefined;
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
    const before = this.fitted;
    const box = this.box();
    if (box) {
      this.fitted = fit(box, this.screen);
      const untouched = this.view === before;
      if (other || untouched) this.view = this.fitted;
    }
    this.redraw();
  }

  /** Of what is shown: the scene, or the image before it is solved. */
  private box(): Box | undefined {
    const { photo } = this;
    return this.image?.scene?.box ?? (photo && { left: 0, top: 0, width: photo.width, height: photo.height });
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
    const box = this.image?.scene?.box;
    if (!this.cursor || !box) return;
    const at = toScreen(this.view, this.cursor);
    this.cursor = clamped(toScene(this.view, { x: at.x + dx, y: at.y + dy }), box);
    this.reveal(this.cursor);
  }

  /** Brings a place into sight. */
  reveal(spot: Point): void {
    this.view = revealing(this.view, spot, this.screen, EDGE);
    this.redraw();
  }

  /** Zooms to a person, who then fills a third of the stage. */
  zoomTo(spots: readonly Spot[]): void {
    if (spots.length === 0) return;
    const box = boxOf(spots);
    const most = Math.min(this.screen.width, this.screen.height) * SHOWN / (this.fitted.scale * MAX_SHOWN);
    this.view = fit(around(box, Math.max(box.width, most) / SHOWN, Math.max(box.height, most) / SHOWN), this.screen);
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
    const box = this.box();
    if (box) {
      const untouched = this.view === this.fitted;
      this.fitted = fit(box, this.screen);
      this.view = untouched ? this.fitted : resized(this.view, before, { screen: this.screen, fitted: this.fitted });
    }
    this.redraw();
  }

  /** The scene, without weak people if they are hidden. */
  private seen(): Scene | undefined {
    const scene = this.image?.scene;
    if (!scene || !this.hideWeak) return scene;
    const hidden = weakOf(scene, this.image?.problem);
    return { ...scene, people: scene.people.filter((person) => !hidden.has(person.number)) };
  }

  under(at: Point, reach: number): Spot | undefined {
    const scene = this.seen();
    return scene && hit(scene, toScene(this.view, at), reach / this.view.scale, this.showUnused);
  }

  limb(at: Point, reach: number): Grip | undefined {
    const scene = this.seen();
    return scene && limbAt(scene, toScene(this.view, at), reach / this.view.scale);
  }

  dragging(from: Spot | Grip, to: Point, reach: number): void {
    this.drag = { from, to };
    this.listener.hovered(undefined, to);
    if ("person" in from) {
      const onto = this.mergeable(from, to, reach);
      this.person = onto?.number;
      this.listener.hint(onto ? `merge ${personName(from.person.number)} with ${personName(onto.number)}` : "drop on another one to merge", to);
    } else {
      const drop = this.drop(from, to, reach);
      this.person = drop?.kind === "give" ? drop.person.number : undefined;
      this.listener.hint(drop ? hintOf(drop, from, nounsOf(this.image?.problem)) : "", to);
    }
    this.redraw();
  }

  /** What letting go of a joint here would do. */
  private drop(from: Spot, at: Point, reach: number): Drop | undefined {
    const scene = this.seen();
    return scene && dropOf(scene, from, toScene(this.view, at), reach / this.view.scale);
  }

  /** What putting a joint where the cursor is would do. */
  dropAt(from: Spot, reach: number): Drop | undefined {
    return this.cursor && this.drop(from, toScreen(this.view, this.cursor), reach);
  }

  put(spot: Spot, drop: Drop): void {
    this.listener.dropped(spot, drop);
  }

  /** Who is under a point, other than who is dragged. */
  private mergeable({ person }: Grip, at: Point, reach: number): Person | undefined {
    const scene = this.seen();
    const others = scene?.people.filter((each) => each !== person) ?? [];
    const spot = nearest(others.flatMap((each) => each.joints), toScene(this.view, at), reach / this.view.scale);
    const found = spot ? scene?.owner.get(spot.detection) : this.limb(at, reach)?.person;
    return found === person ? undefined : found;
  }

  dropped(what: Spot | Grip, at: Point, reach: number): void {
    if ("person" in what) {
      const onto = this.mergeable(what, at, reach);
      if (onto) this.listener.merged(what.person, onto);
    } else {
      const drop = this.drop(what, at, reach);
      if (drop) this.listener.dropped(what, drop);
    }
  }

  tapped(what: Spot | Grip | undefined, more: boolean): void {
    if (!this.image?.scene) return;
    if (what && "person" in what) this.listener.chosen(what.person);
    else this.listener.selected(what, more);
  }

  doubled(at: Point, limb: Grip | undefined): void {
    if (!this.image?.scene) return;
    if (limb) this.listener.cut(limb.person, limb.limb);
    else this.listener.missed(toScene(this.view, at));
  }

  released(): void {
    if (this.drag) this.person = undefined;
    this.drag = undefined;
    this.listener.hint("", { x: 0, y: 0 });
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
    const scene = this.seen();
    const box = this.box();
    if (!this.image || !box) {
      paint.clearRect(0, 0, this.screen.width, this.screen.height);
      return;
    }
    const weak = scene ? weakOf(scene, this.image.problem) : new Set<number>();
    const dragged = this.drag && "part" in this.drag.from ? this.drag.from.part : undefined;
    const picture: Picture = {
      scene: scene ?? { box, people: [], unused: [], owner: new Map(), spots: new Map() },
      part: dragged,
      view: this.view,
      screen: this.screen,
      hues: huesOf(this.image),
      doubts: this.image.doubts,
      photo: this.photo && drawable(this.photo, this.view.scale * devicePixelRatio),
      showUnused: this.showUnused || this.drag !== undefined,
      selected: this.selected,
      hovered: this.pointed?.detection,
      person: this.person,
      weak,
      dragged: this.drag && { from: "person" in this.drag.from ? this.drag.from.person.centre : this.drag.from, to: this.drag.to },
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
