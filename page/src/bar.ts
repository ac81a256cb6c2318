import { button, el, enable } from "./dom";
import { doubtful } from "./doubt";
import type { Image } from "./image";
import { count, status } from "./words";

/** What the buttons of the bar do. */
export interface BarActions {
  add(): void;
  save(): void;
  export(): void;
  nextDoubt(): void;
  /** Done, or not done any more. */
  done(): void;
  undo(): void;
  redo(): void;
  help(): void;
}

/** The bar at the top: how far the work is, and how the answer on the screen stands. */
export class Bar {
  readonly element: HTMLElement;
  private readonly place = el("span", { class: "place" });
  private readonly state = el("span", { class: "state" });
  private readonly next: HTMLButtonElement;
  private readonly done: HTMLButtonElement;
  private readonly undo: HTMLButtonElement;
  private readonly redo: HTMLButtonElement;

  constructor(actions: BarActions) {
    this.next = button("Next doubt", { class: "working", title: "n" }, actions.nextDoubt);
    this.done = button("Done", { class: "working main", title: "Enter" }, actions.done);
    this.undo = button("Undo", { class: "working", title: "Ctrl-Z" }, actions.undo);
    this.redo = button("Redo", { class: "working", title: "Ctrl-Shift-Z" }, actions.redo);
    this.element = el(
      "header",
      {},
      el("strong", {}, "Jointly"),
      this.place,
      button("Add files", { class: "working", title: "o" }, actions.add),
      button("Save", { class: "working", title: "s: all images, problems and pins in one file" }, actions.save),
      button("Export", { class: "working", title: "x: people as a file for other tools" }, actions.export),
      el("span", { class: "gap" }),
      this.state,
      this.undo,
      this.redo,
      this.next,
      this.done,
      button("Help", { title: "?" }, actions.help),
    );
  }

  /** @param finishable whether the image can be called done */
  update(image: Image | undefined, images: readonly Image[], finishable: boolean): void {
    const finished = images.filter((each) => each.done).length;
    this.place.textContent = image ? `images ${finished} / ${images.length} done` : "";
    this.state.textContent = status(image);
    this.state.title = status(image);
    enable(this.undo, (image?.history.past.length ?? 0) > 0);
    enable(this.redo, (image?.history.future.length ?? 0) > 0);
    const left = image ? doubtful(image.doubts).length : 0;
    enable(this.next, left > 0);
    this.next.textContent = left ? `Next doubt (${left})` : "Next doubt";
    this.next.setAttribute("aria-label", left ? `Next doubt, ${count(left, "joint")} in doubt` : "Next doubt");
    enable(this.done, finishable || image?.done === true);
    this.done.textContent = image?.done ? "Not done" : "Done";
    this.done.title = image?.done ? "Enter: this image needs more work after all" : "Enter: this image is done, on to the next";
  }
}
