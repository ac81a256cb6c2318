import { button, el } from "./dom";

/** What is shown while nothing is loaded. */
export function empty(choose: () => void, example: () => void, wish: HTMLElement): HTMLElement {
  return el(
    "div",
    { class: "empty" },
    el("h1", {}, "Drop images or problem files here"),
    el("p", {}, "Jointly finds the people, shows where it is in doubt, and solves again after each of your corrections. Nothing leaves this machine but for the server you started."),
    el(
      "p",
      { class: "doing" },
      button("Choose files", { class: "main" }, choose),
      button("Try an example", {}, example),
    ),
    el(
      "p",
      { class: "soft" },
      "Images: JPEG, PNG, WebP, GIF, BMP, TIFF. Problems: jointly/problem@1 as JSON, NDJSON or gzip. Or what you saved here before. ",
      el("a", { href: "/openapi.yaml" }, "The service's routes"),
    ),
    wish,
  );
}
