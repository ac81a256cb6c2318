import { button, el } from "./dom";

const GESTURES: readonly (readonly [string, string, string])[] = [
  ["go to the next doubt", "Next doubt", "n, back: Shift-N"],
  ["select a person, or a joint", "click a limb, or the joint", "Tab to the list, Enter; then ] and ["],
  ["this joint belongs to another person", "drag it onto one of their joints", "m, their number, Enter"],
  ["this joint is somewhere else", "drag it there", "w, arrows (Shift: finely), Enter"],
  ["another detection of the same part is right", "drag the joint onto the grey dot", "w, arrows, Enter"],
  ["this joint belongs to no one", "click it, Not this joint", "Delete"],
  ["this is not a person", "click a limb, Delete person", "p, Delete"],
  ["these two are the same person", "drag one by a limb onto the other", "p, m, the other's number, Enter"],
  ["this is two people", "double-click the limb to cut", "k cuts the selected joint off"],
  ["these two joints are of different people", "click one, Shift-click the other, Different people", "a"],
  ["this detection is real, use it", "click a grey dot, Use it", "u"],
  ["take the second-best grouping", "click a joint, then Otherwise", "e, Enter"],
  ["a joint that was missed", "double-click its place", "j, arrows (Shift: finely), Enter"],
  ["hide weak people, or delete them all", "Hide, Delete all", "h, Shift-Delete"],
  ["take back a change", "the cross on its chip", "Tab to it, Delete"],
  ["undo, redo", "Undo, Redo", "Ctrl-Z, Ctrl-Shift-Z"],
  ["zoom", "wheel", "+, \u2212"],
  ["move the image", "drag the ground; space or middle button anywhere", "arrows"],
  ["whole image", "", "0"],
  ["zoom to the selected person", "double-click in the list", "z"],
  ["show unused detections", "", "c"],
  ["this image is done, on to the next", "Done", "Enter"],
  ["who is who over the frames of a clip", "Frames in order", "Tab to it, Enter"],
  ["where tracks are in doubt, and back; a second around it", "Next crossing; Play", "x, Shift-X; b"],
  ["the tracks are right there, or exchanged; take it back", "Same, Swap from here; Undo", "y, t; Shift-Y"],
  ["next or previous image", "the strip", "Page Down, Page Up"],
  ["add, save, export", "Add files, Save, Export", "o, s, x (without a timeline)"],
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
    el("p", {}, "After each change the whole image is grouped again. Changes can be taken back in any order. Where a joint is drawn has no influence on the grouping."),
    el("p", { class: "soft" }, "For developers: ", el("a", { href: "/openapi.yaml" }, "the routes of this server"), "."),
  );
  return dialog;
}
