import { hintOf } from "./edits";
import type { MissedDialog } from "./missed";
import type { Spot } from "./scene";
import type { Stage } from "./stage";
import { inside, type Point } from "./view";
import { nounsOf } from "./words";
import type { Work } from "./work";

const PAN = 60;
const STEP = 10;
/** How far a joint that is moved by keyboard may be from another to count as on it, in pixels. */
const REACH = 8;

/** Where a missed joint is, or one that is moved, by keyboard or mouse, until that is settled. */
export class Placing {
  /** The joint that is moved; undefined while a missed one is placed. */
  private moving: Spot | undefined;

  constructor(
    private readonly work: Work,
    private readonly stage: Stage,
    private readonly dialog: MissedDialog,
    private readonly say: (text: string) => void,
    private readonly refuse: (text: string) => void,
  ) {}

  get active(): boolean {
    return this.stage.cursor !== undefined;
  }

  /** @param near where to begin; the middle of the screen if that is undefined */
  begin(near: Spot | undefined): void {
    if (!this.work.current?.scene?.people.length) return;
    this.from(near ?? this.stage.middle());
    this.stage.moveCursor(STEP, STEP);
    this.say("Arrows move the place of the missed joint, with Shift finely; Enter goes on, Escape ends.");
  }

  /** A joint is moved by keyboard. */
  move(joint: Spot): void {
    this.from(joint);
    this.moving = joint;
    this.stage.moveCursor(0, 0);
    this.say("Arrows move the joint, with Shift finely; Enter puts it down, Escape ends.");
  }

  private from(at: Point): void {
    this.moving = undefined;
    this.stage.cursor = at;
    this.stage.canvas.focus();
  }

  /** Arrows move the place, or the image if there is none. */
  arrow(dx: number, dy: number, fine: boolean): void {
    const step = fine ? 1 : STEP;
    if (!this.active) return this.stage.panned(-dx * PAN, -dy * PAN);
    this.stage.moveCursor(dx * step, dy * step);
    const drop = this.moving && this.stage.dropAt(this.moving, REACH);
    if (this.moving && drop) this.say(hintOf(drop, this.moving, nounsOf(this.work.current?.problem)));
  }

  /** The place is chosen. */
  ask(at: Point | undefined = this.stage.cursor): void {
    const image = this.work.current;
    if (!image?.scene || !at) return;
    if (this.moving) {
      const joint = this.moving;
      const drop = this.stage.dropAt(joint, REACH);
      this.end();
      if (drop) this.stage.put(joint, drop);
    } else if (!inside(at, image.scene.box)) {
      this.refuse("A joint cannot be outside the image.");
    } else if (image.scene.people.length > 0) {
      this.stage.cursor = at;
      this.stage.redraw();
      this.dialog.show(image, at, this.stage.otherSide(at));
    }
  }

  end(): void {
    this.moving = undefined;
    this.stage.cursor = undefined;
    this.stage.redraw();
  }
}
