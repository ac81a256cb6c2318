import { el } from "./dom";
import type { Image } from "./image";
import { tip, type Known } from "./panels";
import type { Spot } from "./scene";
import type { Point, Size } from "./view";

/** The mouse must rest so long before more is asked than is known. */
const REST = 120;

/** The facts about what is under the mouse, beside it. */
export class Bubble {
  readonly element = el("div", { class: "tip", role: "tooltip", hidden: true });
  /** What the mouse rests on. */
  resting: Spot | undefined;
  /** What the mouse is on. */
  spot: Spot | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** @param rested is called when the mouse begins or ends to rest on something */
  constructor(private readonly rested: () => void) {}

  move(image: Image | undefined, spot: Spot | undefined, at: Point, stage: Size, second: Known): void {
    if (spot?.detection !== this.spot?.detection) {
      clearTimeout(this.timer);
      const rest = (on: Spot | undefined) => {
        this.resting = on;
        this.rested();
      };
      if (this.resting) rest(undefined);
      if (spot) this.timer = setTimeout(() => rest(spot), REST);
    }
    this.spot = spot;
    this.element.hidden = !spot || !image;
    if (!spot || !image) return;
    tip(this.element, image, spot, second);
    const right = at.x > stage.width - 240;
    const low = at.y > stage.height - 180;
    this.element.style.transform = `translate(${at.x + (right ? -16 : 16)}px, ${at.y + (low ? -16 : 16)}px) translate(${right ? -100 : 0}%, ${low ? -100 : 0}%)`;
  }

  /** The same place, with what is known by now. */
  update(image: Image | undefined, second: Known): void {
    const now = image?.scene?.spots.get(this.spot?.detection ?? -1);
    if (now && image && !this.element.hidden) tip(this.element, image, now, second);
    else this.element.hidden = true;
  }
}

/** A few words at the cursor while something is dragged: what letting go would do. */
export class Hint {
  readonly element = el("div", { class: "tip hint", hidden: true });

  say(text: string, { x, y }: Point): void {
    this.element.hidden = text === "";
    this.element.textContent = text;
    this.element.style.transform = `translate(${x + 16}px, ${y - 40}px)`;
  }
}
