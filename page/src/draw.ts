import { strength, type Doubts } from "./doubt";
import { colour } from "./palette";
import type { Person, Scene, Spot } from "./scene";
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
  readonly selected: ReadonlySet<number>;
  readonly hovered: number | undefined;
  /** Of the person that stands out; the others are drawn faintly. */
  readonly person: number | undefined;
  /** A joint that is dragged, and where to. */
  readonly dragged: { readonly from: Spot; readonly to: Point } | undefined;
  readonly ground: Ground;
}

/** Colours that depend on the theme. */
export interface Ground {
  readonly ground: string;
  readonly sheet: string;
  readonly unused: string;
  readonly halo: string;
  readonly accent: string;
}

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
  if (picture.showUnused) scene.unused.forEach((spot) => dot(paint, toScreen(view, spot), 2.5, ground.unused));
  for (const person of scene.people) halosOf(paint, picture, person);
  for (const person of scene.people) {
    paint.globalAlpha = faint(picture, person) ? FAINT : 1;
    limbs(paint, picture, person);
    joints(paint, picture, person);
  }
  paint.globalAlpha = 1;
  marks(paint, picture);
}

function faint(picture: Picture, person: Person): boolean {
  return picture.person !== undefined && picture.person !== person.number;
}

function visible(at: Point, screen: Size): boolean {
  return at.x > -HALO_RADIUS && at.y > -HALO_RADIUS && at.x < screen.width + HALO_RADIUS && at.y < screen.height + HALO_RADIUS;
}

function halosOf(paint: CanvasRenderingContext2D, picture: Picture, person: Person): void {
  paint.globalAlpha = faint(picture, person) ? FAINT : 1;
  for (const joint of person.joints) {
    const doubt = strength(picture.doubts.joints.get(joint.detection));
    const at = toScreen(picture.view, joint);
    if (doubt === 0 || !visible(at, picture.screen)) continue;
    const sprite = halo(picture.ground, Math.ceil(doubt * HALO_STEPS));
    paint.drawImage(sprite, at.x - HALO_RADIUS, at.y - HALO_RADIUS, HALO_RADIUS * 2, HALO_RADIUS * 2);
  }
}

function limbs(paint: CanvasRenderingContext2D, picture: Picture, person: Person): void {
  const hue = picture.hues.get(person.number) ?? 0;
  const lines = person.limbs.map(([from, to]) => ({
    from: toScreen(picture.view, from),
    to: toScreen(picture.view, to),
    stroke: colour(hue, to.part.side === "middle" ? from.part.side : to.part.side),
  }));
  paint.setLineDash([2, 6]);
  for (const [from, to] of person.bridges) line(paint, toScreen(picture.view, from), toScreen(picture.view, to), colour(hue, to.part.side));
  paint.setLineDash([]);
  paint.lineWidth = LIMB + 2;
  paint.strokeStyle = OUTLINE;
  paint.beginPath();
  for (const { from, to } of lines) {
    paint.moveTo(from.x, from.y);
    paint.lineTo(to.x, to.y);
  }
  paint.stroke();
  paint.lineWidth = LIMB;
  for (const { from, to, stroke } of lines) {
    paint.strokeStyle = stroke;
    paint.beginPath();
    paint.moveTo(from.x, from.y);
    paint.lineTo(to.x, to.y);
    paint.stroke();
  }
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

function joints(paint: CanvasRenderingContext2D, picture: Picture, person: Person): void {
  const hue = picture.hues.get(person.number) ?? 0;
  for (const joint of person.joints) {
    const at = toScreen(picture.view, joint);
    if (visible(at, picture.screen)) dot(paint, at, JOINT, colour(hue, joint.part.side), OUTLINE);
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
