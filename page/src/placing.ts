import type { MissedDialog } from "./missed";
import type { Spot } from "./scene";
import type { Stage } from "./stage";
import type { Point } from "./view";
import type { Work } from "./work";

const PAN = 60;
const STEP = 10;

/** Where a missed joint is, by keyboard or mouse, until the dialog asks what it is. */
export class Placing {
  constructor(
    private readonly work: Work,
    private readonly stage: Stage,
    private readonly dialog: MissedDialog,
    private readonly say: (text: string) => void,
  ) {}

  get active(): boolean {
    return this.stage.cursor !== undefined;
  }

  /** @param near where to begin; the middle of the screen if that is undefined */
  begin(near: Spot | undefined): void {
    if (!this.work.current?.scene?.people.length) return;
    this.stage.cursor = near ?? this.stage.middle();
    this.say("Arrows move the place of the missed joint, with Shift finely; Enter goes on, Escape ends.");
    this.stage.canvas.focus();
    this.stage.moveCursor(STEP, STEP);
  }

  /** Arrows move the place, or the image if there is none. */
  arrow(dx: number, dy: number, fine: boolean): void {
    if (this.active) this.stage.moveCursor(dx * (fine ? 1 : STEP), dy * (fine ? 1 : STEP));
    else this.stage.panned(-dx * PAN, -dy * PAN);
  }

  /** The place is chosen. */
  ask(at: Point | undefined = this.stage.cursor): void {
    const image = this.work.current;
    if (!image?.scene?.people.length || !at) return;
    this.stage.cursor = at;
    this.stage.redraw();
    this.dialog.show(image, at, this.stage.otherSide(at));
  }

  end(): void {
    this.stage.cursor = undefined;
    this.stage.redraw();
  }
}
