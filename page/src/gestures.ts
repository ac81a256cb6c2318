import type { Person, Spot } from "./scene";
import type { Point } from "./view";

/** A limb of a person. */
export interface Grip {
  readonly person: Person;
  readonly limb: readonly [Spot, Spot];
}

/** What hands do on the canvas, in pixels of it. */
export interface Hands {
  /** @param reach how far away something may be to count as under the point */
  under(at: Point, reach: number): Spot | undefined;
  /** The limb under a point where there is no joint. */
  limb(at: Point, reach: number): Grip | undefined;
  panned(dx: number, dy: number): void;
  zoomed(at: Point, factor: number): void;
  hovered(spot: Spot | undefined, at: Point): void;
  /** A joint, or a person held by a limb, is on its way. */
  dragging(what: Spot | Grip, to: Point, reach: number): void;
  dropped(what: Spot | Grip, at: Point, reach: number): void;
  /** @param more whether the selection grows */
  tapped(what: Spot | Grip | undefined, more: boolean): void;
  /** A double click or tap on a limb or an empty spot. */
  doubled(at: Point, limb: Grip | undefined): void;
  /** Nothing is dragged any more. */
  released(): void;
}

const REACH = 12;
/** Half of the 44 pixels that a finger needs. */
const FINGER = 22;
/** Of limbs: less than of joints, or nowhere in a crowd the image could be moved. */
const LIMB = 5;
const DRAG = 5;
const WHEEL = 0.0015;
const LONG_PRESS = 500;

interface Press {
  readonly id: number;
  readonly held: Spot | Grip | undefined;
  readonly pan: boolean;
  readonly reach: number;
  at: Point;
  moved: boolean;
  /** The facts are shown instead. */
  long: boolean;
}

/** Mouse, pen and fingers on the canvas: what they mean. */
export class Gestures {
  private press: Press | undefined;
  /** Of all that touch the canvas just now. */
  private readonly touching = new Map<number, Point>();
  private space = false;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly hands: Hands,
  ) {
    canvas.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    canvas.addEventListener("pointerdown", (event) => this.down(event));
    canvas.addEventListener("pointermove", (event) => this.move(event));
    canvas.addEventListener("pointerup", (event) => this.up(event));
    canvas.addEventListener("pointercancel", (event) => this.cancel(event));
    canvas.addEventListener("pointerleave", (event) => {
      // a finger that is lifted leaves too, and what it asked for stays
      if (event.pointerType !== "touch") hands.hovered(undefined, { x: 0, y: 0 });
    });
    canvas.addEventListener("dblclick", (event) => {
      const at = this.at(event);
      if (!hands.under(at, REACH)) hands.doubled(at, hands.limb(at, LIMB * 1.5));
    });
    // a long press is no right click
    canvas.addEventListener("contextmenu", (event) => event.preventDefault());
    window.addEventListener("keydown", (event) => {
      if (event.key === " ") this.space = true;
    });
    window.addEventListener("keyup", (event) => {
      if (event.key === " ") this.space = false;
    });
  }

  /** What was begun is over, since another image is shown. */
  forget(): void {
    clearTimeout(this.timer);
    this.press = undefined;
  }

  private at(event: MouseEvent): Point {
    const { left, top } = this.canvas.getBoundingClientRect();
    return { x: event.clientX - left, y: event.clientY - top };
  }

  private wheel(event: WheelEvent): void {
    event.preventDefault();
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1;
    this.hands.zoomed(this.at(event), Math.exp(-event.deltaY * lines * WHEEL));
  }

  private down(event: PointerEvent): void {
    const at = this.at(event);
    const touch = event.pointerType === "touch";
    this.touching.set(event.pointerId, at);
    this.canvas.setPointerCapture(event.pointerId);
    if (event.button === 1) event.preventDefault();
    if (touch) this.hands.hovered(undefined, at);
    if (this.touching.size > 1) {
      // two fingers pinch, whatever one had begun
      this.forget();
      this.hands.released();
      return;
    }
    const reach = touch ? FINGER : REACH;
    const spot = this.hands.under(at, reach);
    const held = spot ?? this.hands.limb(at, touch ? 2 * LIMB : LIMB);
    const press: Press = { id: event.pointerId, at, held, reach, pan: event.button === 1 || this.space || !held, moved: false, long: false };
    this.press = press;
    if (touch && spot) {
      this.timer = setTimeout(() => {
        if (this.press !== press || press.moved) return;
        press.long = true;
        this.hands.hovered(spot, at);
      }, LONG_PRESS);
    }
  }

  private move(event: PointerEvent): void {
    const at = this.at(event);
    const before = this.touching.get(event.pointerId);
    if (before) this.touching.set(event.pointerId, at);
    if (this.touching.size === 2 && before) {
      this.pinch(event.pointerId, before, at);
      return;
    }
    const press = this.press;
    if (!press) {
      if (event.pointerType !== "touch") this.hands.hovered(this.hands.under(at, REACH), at);
      return;
    }
    if (!press.moved && Math.hypot(at.x - press.at.x, at.y - press.at.y) < DRAG) return;
    press.moved = true;
    if (press.pan) {
      this.hands.panned(at.x - press.at.x, at.y - press.at.y);
      press.at = at;
    } else if (press.held) {
      this.hands.dragging(press.held, at, press.reach);
    }
  }

  private pinch(id: number, before: Point, now: Point): void {
    const other = [...this.touching].find(([each]) => each !== id)?.[1];
    if (!other) return;
    const factor = Math.hypot(now.x - other.x, now.y - other.y) / Math.max(Math.hypot(before.x - other.x, before.y - other.y), 1);
    this.hands.zoomed({ x: (before.x + other.x) / 2, y: (before.y + other.y) / 2 }, factor);
    this.hands.panned((now.x - before.x) / 2, (now.y - before.y) / 2);
  }

  private up(event: PointerEvent): void {
    const at = this.at(event);
    this.touching.delete(event.pointerId);
    const press = this.press;
    if (press?.id !== event.pointerId) return;
    this.forget();
    this.hands.released();
    if (press.moved && !press.pan && press.held) this.hands.dropped(press.held, at, press.reach);
    else if (!press.moved && !press.long && event.button === 0) this.hands.tapped(press.held, event.shiftKey);
  }

  private cancel(event: PointerEvent): void {
    this.touching.delete(event.pointerId);
    this.forget();
    this.hands.released();
  }
}
