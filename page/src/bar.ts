import { button, el, enable } from "./dom";
import { doubtful } from "./doubt";
import type { Image } from "./image";
import { weakOf } from "./scene";
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
    this.redo = button("Redo", { class: "working redo", title: "Ctrl-Shift-Z" }, actions.redo);
    const more = el(
      "span",
      { class: "more", id: "more" },
      button("Add files", { class: "working", title: "o" }, actions.add),
      button("Save", { class: "working", title: "s: what you did, in one file" }, actions.save),
      button("Export", { class: "working", title: "x: a file for other tools" }, actions.export),
      button("Redo", { class: "working narrow" }, actions.redo),
      button("Help", { title: "?" }, actions.help),
    );
    // seen on narrow screens only, where it opens the rest
    const menu = button("Menu", { class: "menu", "aria-expanded": "false", "aria-controls": "more" }, () => {
      menu.setAttribute("aria-expanded", String(more.classList.toggle("open")));
    });
    more.addEventListener("click", () => {
      more.classList.remove("open");
      menu.setAttribute("aria-expanded", "false");
    });
    this.element = el(
      "header",
      {},
      el("strong", {}, "Jointly"),
      this.place,
      more,
      el("span", { class: "gap" }),
      this.state,
      this.undo,
      this.redo,
      this.next,
      this.done,
      menu,
    );
  }

  /** @param finishable whether the image can be called done */
  update(image: Image | undefined, images: readonly Image[], finishable: boolean): void {
    const finished = images.filter((each) => each.done).length;
    this.place.textContent = image ? `${finished} of ${count(images.length, "image")} done` : "";
    this.state.textContent = status(image);
    this.state.title = status(image);
    enable(this.undo, (image?.history.past.length ?? 0) > 0);
    enable(this.redo, (image?.history.future.length ?? 0) > 0);
    const left = image?.scene ? doubtful(image.doubts, image.scene, weakOf(image.scene, image.problem)).length : 0;
    enable(this.next, left > 0);
    this.next.textContent = left ? `Next doubt (${left})` : "Next doubt";
    this.next.setAttribute("aria-label", left ? `Next doubt, ${count(left, "joint")} in doubt` : "Next doubt");
    enable(this.done, finishable || image?.done === true);
    this.done.textContent = image?.done ? "Not done" : "Done";
    this.done.title = image?.done ? "Enter: this image needs more work after all" : "Enter: this image is done, on to the next";
  }
}
