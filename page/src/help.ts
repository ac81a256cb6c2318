import { button, el } from "./dom";

const GESTURES: readonly (readonly [string, string, string])[] = [
  ["go to the most doubtful joint", "Next doubt", "n, back: Shift-N"],
  ["this joint belongs to that person", "drag it onto a joint of that person", "m, number of the person, Enter"],
  ["this joint is nobody's", "drag it off", "Delete"],
  ["these two are different people", "click one, Shift-click the other, Different people", "a"],
  ["this detection is real, use it", "click a grey dot, Use it", "u"],
  ["the second-best answer", "rest on a joint; click it, then else", "e, Enter"],
  ["a joint that the detector missed", "double click on an empty spot", "j, arrows (Shift: finely), Enter"],
  ["remove a pin", "the cross on its chip", "Tab to it, Delete"],
  ["undo, redo", "Undo, Redo", "Ctrl-Z, Ctrl-Shift-Z"],
  ["zoom", "wheel", "+, \u2212"],
  ["move the image", "drag the ground; space or middle button anywhere", "arrows"],
  ["whole image", "", "0"],
  ["zoom to the selected person", "double click in the list", "z"],
  ["show detections nobody uses", "", "c"],
  ["this image is done, on to the next", "Done", "Enter"],
  ["who is who over the frames of a clip", "Frames in order", "Tab to it, Enter"],
  ["next or previous image", "the strip", "Page Down, Page Up"],
  ["add, save, export", "Add files, Save, Export", "o, s, x"],
];

/** The table of gestures. */
export function help(): HTMLDialogElement {
  const dialog = el(
    "dialog",
    { "aria-label": "Help" },
    el("div", { class: "title" }, el("h2", {}, "What you can do"), button("Close", { class: "main" }, () => dialog.close())),
    el(
      "table",
      {},
      el("thead", {}, el("tr", {}, ...["to say or do", "with the mouse", "by keyboard"].map((name) => el("th", { scope: "col" }, name)))),
      el("tbody", {}, ...GESTURES.map((row) => el("tr", {}, ...row.map((cell) => el("td", {}, cell))))),
    ),
    el("p", {}, "Each change is a pin. After each the whole image is solved again; pins can be removed in any order."),
  );
  return dialog;
}
