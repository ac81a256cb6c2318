import { draw, type Ground } from "./draw";
import { el } from "./dom";
import { NO_DOUBTS } from "./doubt";
import { huesOf, type Image } from "./image";
import { weakOf } from "./scene";
import { fit } from "./view";

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
    hues: huesOf(image),
    doubts: NO_DOUBTS,
    photo: undefined,
    showUnused: false,
    selected: new Set(),
    hovered: undefined,
    person: undefined,
    weak: weakOf(image.scene, image.problem),
    dragged: undefined,
    ghost: undefined,
    cursor: undefined,
    ground,
  });
  return canvas;
}

/** Colours of the theme that an element has. */
export function groundOf(element: Element): Ground {
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
