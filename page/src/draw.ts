import { strength, type Doubts } from "./doubt";
import { colour, GREY } from "./palette";
import type { PartName } from "./parts";
import type { Person, Scene } from "./scene";
import { toScreen, type Point, type Size, type View } from "./view";

/** Everything that a drawing depends on. */
export interface Picture {
  readonly scene: Scene;
  readonly view: View;
  readonly screen: Size;
  readonly hues: ReadonlyMap<number, number>;
  readonly doubts: Doubts;
  readonly photo: CanvasImageSource | undefined;
  readonly showUnused: boolean;
  /** While a joint is dragged, detections of its part are shown only. */
  readonly part?: PartName | undefined;
  readonly selected: ReadonlySet<number>;
  readonly hovered: number | undefined;
  /** Of the person that stands out; the others are drawn faintly. */
  readonly person: number | undefined;
  /** People who are drawn faintly unless one stands out. */
  readonly weak: ReadonlySet<number>;
  /** From where something is dragged, and where to. */
  readonly dragged: { readonly from: Point; readonly to: Point } | undefined;
  readonly ghost: Ghost | undefined;
  /** Where a missed joint would be, in the scene's units. */
  readonly cursor: Point | undefined;
  readonly ground: Ground;
}

/** Another answer: those of its people that are not as they are now, and who is drawn faintly meanwhile. */
export interface Ghost {
  readonly people: readonly Person[];
  readonly hues: ReadonlyMap<number, number>;
  readonly fades: ReadonlySet<number>;
}

/** Colours that depend on the theme. */
export interface Ground {
  readonly ground: string;
  readonly sheet: string;
  readonly unused: string;
  readonly halo: string;
  readonly accent: string;
}

/** From so many people on they are drawn together. */
const CROWD = 40;
/** A person whose usual limb has at least this length in pixels has lines and dots of full size. */
const FULL_LIMB = 30;
const LEAST_SIZE = 0.4;
/** Sizes are rounded to so many steps, so that those of one size are drawn together. */
const STEPS = 10;
const LIMB = 3;
const JOINT = 4;
const OUTLINE = "rgba(0, 0, 0, 0.65)";
const FAINT = 0.25;
const HALO_RADIUS = 17;
const HALO_STEPS = 12;
const RATIO = 2;

/** Halos by strength, drawn once; a gradient for each joint would be slow in a crowd. */
const halos = new Map<string, HTMLCanvasElement>();

function halo(ground: Ground, step: number): HTMLCanvasElement {
  const key = `${ground.halo} ${step}`;
  const known = halos.get(key);
  if (known) return known;
  const side = HALO_RADIUS * 2 * RATIO;
  const sprite = document.createElement("canvas");
  sprite.width = side;
  sprite.height = side;
  const paint = sprite.getContext("2d")!;
  const alpha = 0.3 + 0.7 * (step / HALO_STEPS);
  const gradient = paint.createRadialGradient(side / 2, side / 2, side / 8, side / 2, side / 2, side / 2);
  gradient.addColorStop(0, `rgb(${ground.halo} / ${alpha})`);
  gradient.addColorStop(0.55, `rgb(${ground.halo} / ${alpha * 0.55})`);
  gradient.addColorStop(1, `rgb(${ground.halo} / 0)`);
  paint.fillStyle = gradient;
  paint.fillRect(0, 0, side, side);
  halos.set(key, sprite);
  return sprite;
}

/** Lines and dots of one look, drawn together: in a crowd that is many times faster than one after the other. */
class Batch {
  constructor(private readonly size: number) {}
  private readonly lines = new Map<string, [Point, Point][]>();
  private readonly dots = new Map<string, Point[]>();
  private readonly squares: [string, Point][] = [];

  line(stroke: string, from: Point, to: Point): void {
    const known = this.lines.get(stroke);
    if (known) known.push([from, to]);
    else this.lines.set(stroke, [[from, to]]);
  }

  dot(fill: string, at: Point, moved: boolean): void {
    const known = this.dots.get(fill);
    if (moved) this.squares.push([fill, at]);
    else if (known) known.push(at);
    else this.dots.set(fill, [at]);
  }

  paint(paint: CanvasRenderingContext2D): void {
    const { size } = this;
    const trace = (lines: Iterable<readonly [Point, Point]>) => {
      paint.beginPath();
      for (const [from, to] of lines) {
        paint.moveTo(from.x, from.y);
        paint.lineTo(to.x, to.y);
      }
      paint.stroke();
    };
    paint.lineWidth = (LIMB + 2) * size;
    paint.strokeStyle = OUTLINE;
    trace([...this.lines.values()].flat());
    paint.lineWidth = LIMB * size;
    for (const [stroke, lines] of this.lines) {
      paint.strokeStyle = stroke;
      trace(lines);
    }
    paint.lineWidth = size;
    paint.strokeStyle = OUTLINE;
    for (const [fill, points] of this.dots) {
      paint.fillStyle = fill;
      paint.beginPath();
      for (const { x, y } of points) {
        paint.moveTo(x + JOINT * size, y);
        paint.arc(x, y, JOINT * size, 0, 2 * Math.PI);
      }
      paint.fill();
      paint.stroke();
    }
    const side = 2 * JOINT * size;
    for (const [fill, { x, y }] of this.squares) {
      paint.fillStyle = fill;
      paint.fillRect(x - side / 2, y - side / 2, side, side);
      paint.strokeRect(x - side / 2, y - side / 2, side, side);
    }
  }
}

export function draw(paint: CanvasRenderingContext2D, picture: Picture): void {
  const { view, screen, scene, ground } = picture;
  paint.fillStyle = ground.ground;
  paint.fillRect(0, 0, screen.width, screen.height);
  const { left, top, width, height } = scene.box;
  const corner = toScreen(view, { x: left, y: top });
  if (picture.photo) {
    paint.drawImage(picture.photo, corner.x, corner.y, width * view.scale, height * view.scale);
  } else {
    paint.fillStyle = ground.sheet;
    paint.fillRect(corner.x, corner.y, width * view.scale, height * view.scale);
  }
  paint.lineCap = "round";
  const shown = picture.showUnused ? scene.unused.filter((spot) => !picture.part || spot.part === picture.part) : [];
  shown.forEach((spot) => dot(paint, toScreen(view, spot), picture.part ? JOINT : 2.5, ground.unused, picture.part && OUTLINE));
  for (const person of scene.people) halosOf(paint, picture, person);
  if (scene.people.length > CROWD) {
    crowd(paint, picture);
  } else {
    for (const person of scene.people) {
      const batch = new Batch(sizeOf(person, view));
      paint.globalAlpha = faint(picture, person) ? FAINT : 1;
      bridges(paint, picture, person);
      add(batch, picture, person);
      batch.paint(paint);
    }
  }
  paint.globalAlpha = 1;
  if (picture.ghost) ghost(paint, picture, picture.ghost);
  marks(paint, picture);
}

function ghost(paint: CanvasRenderingContext2D, { view }: Picture, { people, hues }: Ghost): void {
  for (const person of people) {
    const hue = hues.get(person.number) ?? 0;
    paint.setLineDash([7, 5]);
    for (const [a, b] of [...person.limbs, ...person.bridges]) {
      line(paint, toScreen(view, a), toScreen(view, b), colour(hue, b.part.side === "middle" ? a.part.side : b.part.side));
    }
    paint.setLineDash([]);
    for (const joint of person.joints) dot(paint, toScreen(view, joint), JOINT - 0.5, colour(hue, joint.part.side), OUTLINE);
  }
}

/** Those of one size and look in one batch, those that stand out last. */
function crowd(paint: CanvasRenderingContext2D, picture: Picture): void {
  const batches = { back: new Map<number, Batch>(), front: new Map<number, Batch>() };
  for (const person of picture.scene.people) {
    const back = faint(picture, person);
    paint.globalAlpha = back ? FAINT : 1;
    bridges(paint, picture, person);
    const size = sizeOf(person, picture.view);
    const known = back ? batches.back : batches.front;
    const batch = known.get(size) ?? new Batch(size);
    known.set(size, batch);
    add(batch, picture, person);
  }
  paint.globalAlpha = FAINT;
  batches.back.forEach((batch) => batch.paint(paint));
  paint.globalAlpha = 1;
  batches.front.forEach((batch) => batch.paint(paint));
}

function faint(picture: Picture, person: Person): boolean {
  if (picture.ghost) return picture.ghost.fades.has(person.number);
  if (picture.person === undefined && picture.weak.has(person.number)) return true;
  return picture.person !== undefined && picture.person !== person.number;
}

function visible(at: Point, screen: Size): boolean {
  return at.x > -HALO_RADIUS && at.y > -HALO_RADIUS && at.x < screen.width + HALO_RADIUS && at.y < screen.height + HALO_RADIUS;
}

/** Size of a person's lines and dots: smaller for small people, whose joints would cover them. Their size is that of their limbs. */
function sizeOf({ limbs }: Person, { scale }: View): number {
  if (limbs.length === 0) return 1;
  const lengths = limbs.map(([a, b]) => Math.hypot(a.x - b.x, a.y - b.y)).sort((a, b) => a - b);
  const size = Math.min(Math.max((lengths[lengths.length >> 1]! * scale) / FULL_LIMB, LEAST_SIZE), 1);
  return Math.ceil(size * STEPS) / STEPS;
}

/** A halo where a joint is in doubt; a thin outline where it may be, as long as only a bound is known. */
function halosOf(paint: CanvasRenderingContext2D, picture: Picture, person: Person): void {
  const size = sizeOf(person, picture.view);
  const radius = HALO_RADIUS * size;
  paint.globalAlpha = faint(picture, person) ? FAINT : 1;
  for (const joint of person.joints) {
    const doubt = strength(picture.doubts.joints.get(joint.detection));
    const at = toScreen(picture.view, joint);
    if (doubt === 0 || !visible(at, picture.screen)) continue;
    if (picture.doubts.exact.has(joint.detection)) {
      paint.drawImage(halo(picture.ground, Math.ceil(doubt * HALO_STEPS)), at.x - radius, at.y - radius, radius * 2, radius * 2);
    } else {
      paint.beginPath();
      paint.arc(at.x, at.y, (JOINT + 3) * size, 0, 2 * Math.PI);
      paint.lineWidth = 1;
      paint.strokeStyle = `rgb(${picture.ground.halo} / 0.8)`;
      paint.stroke();
    }
  }
  paint.globalAlpha = 1;
}

function add(batch: Batch, picture: Picture, person: Person): void {
  const hue = picture.hues.get(person.number) ?? GREY;
  for (const [a, b] of person.limbs) {
    const from = toScreen(picture.view, a);
    const to = toScreen(picture.view, b);
    const side = b.part.side === "middle" ? a.part.side : b.part.side;
    if (visible(from, picture.screen) || visible(to, picture.screen)) batch.line(colour(hue, side), from, to);
  }
  for (const joint of person.joints) {
    const at = toScreen(picture.view, joint);
    if (visible(at, picture.screen)) batch.dot(colour(hue, joint.part.side), at, joint.moved);
  }
}

function bridges(paint: CanvasRenderingContext2D, picture: Picture, person: Person): void {
  if (person.bridges.length === 0) return;
  const hue = picture.hues.get(person.number) ?? GREY;
  paint.setLineDash([2, 6]);
  for (const [from, to] of person.bridges) {
    line(paint, toScreen(picture.view, from), toScreen(picture.view, to), colour(hue, to.part.side));
  }
  paint.setLineDash([]);
}

/** Thin, for what is not a limb. */
function line(paint: CanvasRenderingContext2D, from: Point, to: Point, stroke: string): void {
  for (const [width, colour] of [[3.5, OUTLINE], [2, stroke]] as const) {
    paint.lineWidth = width;
    paint.strokeStyle = colour;
    paint.beginPath();
    paint.moveTo(from.x, from.y);
    paint.lineTo(to.x, to.y);
    paint.stroke();
  }
}

function dot(paint: CanvasRenderingContext2D, at: Point, radius: number, fill: string, outline?: string): void {
  paint.beginPath();
  paint.arc(at.x, at.y, radius, 0, 2 * Math.PI);
  paint.fillStyle = fill;
  paint.fill();
  if (outline) {
    paint.lineWidth = 1;
    paint.strokeStyle = outline;
    paint.stroke();
  }
}

function ring(paint: CanvasRenderingContext2D, at: Point, radius: number, stroke: string): void {
  for (const [width, colour] of [[4, "rgba(0, 0, 0, 0.7)"], [2, stroke]] as const) {
    paint.beginPath();
    paint.arc(at.x, at.y, radius, 0, 2 * Math.PI);
    paint.lineWidth = width;
    paint.strokeStyle = colour;
    paint.stroke();
  }
}

/** What the mouse and the keyboard are at. */
function marks(paint: CanvasRenderingContext2D, picture: Picture): void {
  const { scene, view, ground, dragged } = picture;
  for (const detection of picture.selected) {
    const spot = scene.spots.get(detection);
    if (spot) ring(paint, toScreen(view, spot), JOINT + 5, ground.accent);
  }
  const hovered = picture.hovered === undefined ? undefined : scene.spots.get(picture.hovered);
  if (hovered) ring(paint, toScreen(view, hovered), JOINT + 3, "#ffffff");
  if (picture.cursor) crosshair(paint, toScreen(view, picture.cursor));
  if (dragged) {
    const from = toScreen(view, dragged.from);
    for (const [width, stroke] of [[4, "rgba(0, 0, 0, 0.7)"], [2, "#ffffff"]] as const) {
      paint.beginPath();
      paint.moveTo(from.x, from.y);
      paint.lineTo(dragged.to.x, dragged.to.y);
      paint.lineWidth = width;
      paint.strokeStyle = stroke;
      paint.setLineDash([6, 4]);
      paint.stroke();
      paint.setLineDash([]);
    }
    dot(paint, dragged.to, JOINT + 1, "#ffffff", OUTLINE);
  }
}

function crosshair(paint: CanvasRenderingContext2D, { x, y }: Point): void {
  for (const [width, stroke] of [[5, "rgba(0, 0, 0, 0.7)"], [2, "#ffffff"]] as const) {
    paint.lineWidth = width;
    paint.strokeStyle = stroke;
    paint.beginPath();
    for (const [dx, dy] of [[1, 0], [-1, 0], [0, 1], [0, -1]] as const) {
      paint.moveTo(x + dx * 4, y + dy * 4);
      paint.lineTo(x + dx * 14, y + dy * 14);
    }
    paint.stroke();
  }
}
