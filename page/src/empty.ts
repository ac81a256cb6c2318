import { button, el } from "./dom";

/** What is shown while nothing is loaded. */
export function empty(choose: () => void, example: () => void, wish: HTMLElement): HTMLElement {
  return el(
    "div",
    { class: "empty" },
    el("h1", {}, "Drop photos here"),
    el("p", {}, "Jointly finds the people or animals in them, shows where it is in doubt, and groups them again after each of your corrections."),
    el(
      "p",
      { class: "doing" },
      button("Choose files", { class: "main" }, choose),
      button("Try an example", {}, example),
    ),
    el("p", { class: "soft" }, "Photos, results of DeepLabCut with their video, Jointly's own files, or what you saved here before: files that belong together find each other by their names."),
    el("p", { class: "soft" }, `Photos go to the Jointly server at ${location.host} and nowhere else, and stay in this browser until you close them. Videos never leave it.`),
    wish,
  );
}
