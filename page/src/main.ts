import { Client, type Answer, type Pin } from "./api";
import { banner } from "./banner";
import { Bar } from "./bar";
import { remembered, rememberedText, store, turn } from "./browser";
import { Bubble, Hint } from "./bubble";
import { Clips } from "./clips";
import { Question } from "./dialogs";
import { button, download, el } from "./dom";
import { doubtful } from "./doubt";
import { deletion, linkUp, merging, replacement, splitting } from "./edits";
import { empty } from "./empty";
import { Exporting } from "./exporting";
import { Filing } from "./filing";
import { help } from "./help";
import { failure, huesOf, type Image } from "./image";
import { Keeper } from "./keep";
import { keyboard } from "./keyboard";
import { MissedDialog } from "./missed";
import { chips, details, factsOf, headcount, legend, people, strip, trouble, type Actions, type Notice } from "./panels";
import { Photos } from "./photos";
import { Placing } from "./placing";
import { nearest, weak, weakOf, type Person, type Spot } from "./scene";
import { ghostOf, pinFor, Seconds } from "./second";
import { Stage } from "./stage";
import { Timeline } from "./timeline";
import { near, readPins, Tracks } from "./tracks";
import { nounsOf, personName, status } from "./words";
import { Work } from "./work";

const client = new Client();
const work = new Work(client);
const clips = new Clips();
const photos = new Photos(clips, render);
const keeper = new Keeper(store, turn, render);
const exporting = new Exporting(client, () => work.images);
const question = new Question();
const filing = new Filing(work, client, clips, question, note);
const seconds = new Seconds(client, render);
const bubble = new Bubble(render);
const hint = new Hint();
const trackPins = rememberedText("jointly-track-pins");
const memory = { ...remembered("jointly-frames"), readPins: () => readPins(trackPins.read()), writePins: (pins: object) => trackPins.write(JSON.stringify(pins)) };
const tracks = new Tracks(client, memory, render, (sentence) => note(sentence, true));
const missing = new MissedDialog(
  (image, joint) => void work.addJoint(image, joint).catch((error: unknown) => note(`The joint was not added: ${failure(error).detail}`, true)),
  () => placing.end(),
);
let picked: number[] = [];
let shown: Image | undefined;
/** The joint whose second-best answer gets the focus as soon as it is known. */
let awaited: number | undefined;
/** The answer beside which another one is drawn. */
let beside: Answer | undefined;
/** What went wrong with something that was just tried, or what became of it. */
let notice: Notice = { text: "", wrong: false };

const actions: Actions = {
  open: (image) => work.open(image),
  frames: () => tracks.toggle(),
  retry: (image) => work.retry(image),
  close: (images) => void filing.close(images),
  person(number) {
    stage.person = number;
    picked = [];
    render();
  },
  zoomTo: (person) => stage.zoomTo(person.joints),
  remove(people) {
    const image = work.current;
    if (!image?.scene || people.length === 0) return;
    stage.person = undefined;
    picked = [];
    work.edit(image, deletion(image.scene, people, nounsOf(image.problem)));
    stage.canvas.focus();
  },
  merge(person, name) {
    const other = called(name);
    if (other && other !== person) merge(person, other);
    stage.canvas.focus();
  },
  cut(spot) {
    const image = work.current;
    const owner = image?.scene?.owner.get(spot.detection);
    const limb = image?.problem && owner && linkUp(image.problem, owner, spot);
    if (owner && limb) cut(owner, limb);
    else note("This joint hangs on no other.", true);
  },
  place: (spot) => placing.move(spot),
  hideWeak() {
    stage.hideWeak = !stage.hideWeak;
    render();
  },
  skip: (spot) => pin({ skip: spot.detection }),
  use: (spot) => pin({ use: spot.detection }),
  give(spot, name) {
    const image = work.current;
    const person = called(name);
    const onto = person && nearest(person.joints, spot, Infinity);
    if (image && onto && onto.detection !== spot.detection) work.give(image, spot.detection, onto.detection);
    stage.canvas.focus();
  },
  apart: () => picked.length === 2 && pin({ apart: [...picked] }),
  takeSecond(spot) {
    const image = work.current;
    const second = image && seconds.of(image, spot.detection);
    if (!image?.problem || !image.scene || typeof second !== "object") return;
    const one = pinFor(image.problem, image.scene, second);
    stage.ghost = undefined;
    stage.canvas.focus();
    if (one?.together) work.move(image, one.together[0]!, one.together[1]!);
    else if (one) work.pin(image, one);
  },
  showSecond(spot) {
    const image = work.current;
    const second = image && spot && seconds.of(image, spot.detection);
    const found = typeof second === "object" ? second.found : undefined;
    beside = image?.answer;
    stage.ghost = image?.scene && found && ghostOf(image.scene, found.scene, huesOf(image));
    stage.redraw();
  },
  leastScore(image, score) {
    const model = image.problem?.personScore;
    if (image.problem && model) image.problem = { ...image.problem, personScore: { ...model, weakBelow: score } };
    render();
  },
  revoke: (image, edit) => work.revoke(image, edit),
};

/** The person of this name on the screen; if there is none, a message says so. */
function called(name: string): Person | undefined {
  const person = work.current?.scene?.people.find((each) => personName(each.number) === name);
  note(person ? "" : `There is no ${nounsOf(work.current?.problem).one} ${name}.`, true);
  return person;
}

function merge(person: Person, onto: Person): void {
  const image = work.current;
  stage.person = undefined;
  if (image?.problem && image.scene) work.edit(image, merging(image.problem, image.scene, person, onto));
}

function cut(person: Person, [a, b]: readonly [Spot, Spot]): void {
  const image = work.current;
  if (image?.problem) work.edit(image, splitting(image.problem, person, a, b));
}

/** Weak people are deleted, all at once. */
function deleteWeak(): void {
  const image = work.current;
  actions.remove(image?.scene?.people.filter((person) => weak(person, image.problem)) ?? []);
}

const stage: Stage = new Stage({
  hovered(spot, at) {
    bubble.move(work.current, spot, at, stage.canvas.getBoundingClientRect(), secondOf(spot));
  },
  selected(spot, more) {
    stage.person = undefined;
    if (!spot) picked = [];
    else picked = more ? [...picked.filter((each) => each !== spot.detection), spot.detection].slice(-2) : [spot.detection];
    render();
  },
  chosen: (person) => actions.person(stage.person === person.number ? undefined : person.number),
  dropped(spot, drop) {
    const image = work.current;
    if (!image?.problem || !image.scene) return;
    if (drop.kind === "give") work.give(image, spot.detection, drop.onto.detection);
    else if (drop.kind === "replace") work.edit(image, replacement(image.problem, image.scene, spot, drop.by));
    else if (drop.kind === "move") work.edit(image, { pins: [], move: { detection: spot.detection, x: rounded(drop.to.x), y: rounded(drop.to.y) } });
    else note("A joint cannot be outside the image.", true);
  },
  merged: merge,
  cut,
  missed: (at) => placing.ask(at),
  hint: (text, at) => hint.say(text, at),
});

/** Of a pixel, more than the eye sees. */
function rounded(place: number): number {
  return Math.round(place * 100) / 100;
}

const placing: Placing = new Placing(work, stage, missing, (text) => (said.textContent = text), (text) => note(text, true));

function secondOf(spot: Spot | undefined) {
  return spot && work.current && seconds.of(work.current, spot.detection);
}

function pin(one: Pin): void {
  if (work.current) work.pin(work.current, one);
}

const bar = new Bar({
  add: () => filing.choose(),
  save: () => filing.save(),
  export: () => exporting.show(),
  nextDoubt: () => nextDoubt(1),
  done,
  undo: () => work.current && work.undo(work.current),
  redo: () => work.current && work.redo(work.current),
  help: () => helpDialog.showModal(),
});
const timeline = new Timeline({
  open: (place) => work.open(tracks.of(work.current)?.images[place] ?? work.current),
  say: (clip, links) => {
    tracks.pin(clip, links);
    render();
  },
  undo: (clip) => {
    tracks.undo(clip);
    render();
  },
  save: (clip) => download(new Blob([JSON.stringify({ pins: tracks.pinsOf(clip) }, undefined, 1)], { type: "application/json" }), "track-pins.json"),
});
const bannerPanel = el("div", { class: "banner", role: "alert", hidden: true });
const stripPanel = el("nav", { class: "strip", "aria-label": "Images" });
const peoplePanel = el("section", { class: "people", "aria-label": "People" });
const detailPanel = el("section", { class: "selected", "aria-label": "Selected" });
/** On narrow screens a sheet below the image: what is selected, or, if it is opened, everybody. */
const sheet = button("", { class: "sheet", "aria-expanded": "false" }, () => sheet.setAttribute("aria-expanded", String(aside.classList.toggle("open"))));
const aside = el("aside", {}, sheet, peoplePanel, detailPanel, legend());
const chipPanel = el("div", { class: "chips", role: "group", "aria-label": "Changes" });
const troublePanel = el("div", { class: "trouble", role: "alert" });
/** Read aloud: what a new answer changed. */
const said = el("div", { class: "said", role: "status", "aria-live": "polite" });
const helpDialog = help();
const wish = el("p", { class: "wish", role: "alert" });
const emptyPanel = empty(() => filing.choose(), () => void filing.example(), wish);

document.querySelector("#page")!.append(
  bar.element,
  bannerPanel,
  el(
    "main",
    {},
    stripPanel,
    el("div", { class: "stage" }, stage.canvas, emptyPanel, bubble.element, hint.element),
    aside,
  ),
  timeline.element,
  el("footer", {}, troublePanel, el("div", { class: "line" }, chipPanel)),
  said,
  helpDialog,
  exporting.dialog,
  missing.dialog,
  question.dialog,
  filing.chooser,
);

function note(text: string, wrong = false): void {
  notice = { text, wrong };
  if (text && !wrong) said.textContent = text;
  render();
}

/** Done and on to the next image; an image that is done is opened again. */
function done(): void {
  const image = work.current;
  if (!image) return;
  if (image.done) work.reopen(image);
  else if (work.finishable(image)) work.finish(image);
  else return note(image.conflict.length > 0 ? "First take back one of the red changes." : "This image has no answer yet.", true);
  note(work.images.every((each) => each.done) ? "All images are done. Export writes them to a file." : "");
}

function nextDoubt(by: number): void {
  const image = work.current;
  if (!image?.scene) return;
  const joints = doubtful(image.doubts, image.scene, weakOf(image.scene, image.problem));
  if (joints.length === 0) return;
  const at = joints.indexOf(picked.at(-1) ?? -1);
  const index = at < 0 ? (by > 0 ? 0 : joints.length - 1) : (at + by + joints.length) % joints.length;
  picked = [joints[index]!];
  stage.person = undefined;
  const spot = image.scene.spots.get(picked[0]!);
  const owner = image.scene.owner.get(picked[0]!);
  if (owner) stage.zoomTo(owner.joints);
  if (spot) said.textContent = [spot.part.label, ...factsOf(image, spot, undefined).map((fact) => fact.join(" "))].slice(0, -1).join(", ");
  render();
  if (owner) peoplePanel.querySelector(`[data-key="person-${owner.number}"]`)?.scrollIntoView({ block: "nearest" });
}

function pickedSpots(): Spot[] {
  return picked.flatMap((detection) => work.current?.scene?.spots.get(detection) ?? []);
}

/** A button that is being pressed stays, or its click would be lost; what changes meanwhile is shown when it is released. */
let pressed = false;
let stale = false;
window.addEventListener("pointerdown", ({ target }) => (pressed = target instanceof Element && target.closest("button, input, summary") !== null), true);
for (const end of ["pointerup", "pointercancel"])
  window.addEventListener(
    end,
    () => {
      pressed = false;
      // a click comes first
      setTimeout(() => stale && render());
    },
    true,
  );

function render(): void {
  stale = pressed;
  if (pressed) return;
  const image = work.current;
  if (image !== shown) {
    shown = image;
    picked = [];
    stage.person = undefined;
  }
  const begun = image !== undefined && !emptyPanel.hidden;
  document.body.classList.toggle("has-image", image !== undefined);
  // after the first image was opened, the keyboard works on it
  if (begun && (emptyPanel.contains(document.activeElement) || document.activeElement === document.body)) stage.canvas.focus();
  emptyPanel.hidden = image !== undefined;
  wish.textContent = notice.wrong ? notice.text : "";
  bar.update(image, work.images, image !== undefined && work.finishable(image));
  banner(bannerPanel, keeper.keeping, () => void restore("force"));
  stage.selected = new Set(picked);
  if (beside !== image?.answer || image?.busy) stage.ghost = undefined;
  const photo = image && photos.photo(image);
  if (image && photo) work.size(image, photo);
  stage.show(image, photo);
  const clip = tracks.of(image);
  timeline.update(clip, clip && image ? clip.images.indexOf(image) : 0, clip ? tracks.pinsOf(clip.clip).length : 0);
  strip(stripPanel, near(work.ordered(), image), image, (each) => photos.thumbnail(each, stage.colours()), tracks.possible ? tracks.on : undefined, actions);
  people(peoplePanel, image, stage.person, stage.hideWeak, actions);
  seconds.want(image, [...picked.slice(-1), ...(bubble.resting ? [bubble.resting.detection] : [])]);
  bubble.update(image, secondOf(bubble.spot));
  details(detailPanel, image, pickedSpots(), stage.person, secondOf(pickedSpots().at(-1)), actions);
  if (awaited !== undefined && awaited === picked.at(-1)) focusSecond();
  aside.classList.toggle("chosen", picked.length > 0 || stage.person !== undefined);
  sheet.textContent = [status(image), headcount(image)].filter((each) => each !== "").join(" \u00b7 ");
  chips(chipPanel, image, actions);
  trouble(troublePanel, image, notice, actions);
}

/** To the button that takes the second-best answer, once it is there. */
function focusSecond(): void {
  const other = detailPanel.querySelector<HTMLButtonElement>(".else");
  awaited = other ? undefined : picked.at(-1);
  other?.focus();
}

/** Who is selected, or has the joint that is. */
function chosen(): Person | undefined {
  const scene = work.current?.scene;
  return scene?.owner.get(picked.at(-1) ?? -1) ?? scene?.people.find(({ number }) => number === stage.person);
}

/** Another joint of who is selected. */
function nextJoint(by: number): void {
  const joints = chosen()?.joints ?? [];
  if (joints.length === 0) return;
  const at = joints.findIndex(({ detection }) => detection === picked.at(-1));
  const spot = joints[at < 0 ? (by > 0 ? 0 : joints.length - 1) : (at + by + joints.length) % joints.length]!;
  picked = [spot.detection];
  stage.reveal(spot);
  said.textContent = spot.part.label;
  render();
}

function neighbour(by: number): void {
  const ordered = work.ordered();
  const at = work.current ? ordered.indexOf(work.current) + by : 0;
  const image = ordered[at];
  if (image) work.open(image);
}

keyboard(
  {
    n: () => nextDoubt(1),
    N: () => nextDoubt(-1),
    "0": () => stage.fit(),
    "+": () => stage.zoom(1.25),
    "=": () => stage.zoom(1.25),
    "-": () => stage.zoom(0.8),
    z: () => {
      const owner = chosen();
      if (owner) stage.zoomTo(owner.joints);
    },
    p: () => actions.person(chosen()?.number),
    "]": () => nextJoint(1),
    "[": () => nextJoint(-1),
    k: () => pickedSpots().slice(-1).forEach(actions.cut),
    w: () => pickedSpots().slice(-1).forEach(actions.place),
    h: () => actions.hideWeak(),
    c: () => {
      stage.showUnused = !stage.showUnused;
      stage.redraw();
    },
    a: () => actions.apart(),
    m: () => detailPanel.querySelector<HTMLInputElement>("input")?.focus(),
    u: () => pickedSpots().slice(-1).forEach(actions.use),
    o: () => filing.choose(),
    s: () => filing.save(),
    x: () => (timeline.shown ? timeline.step(1) : work.current && exporting.show()),
    X: () => timeline.step(-1),
    b: () => timeline.playing(),
    y: () => timeline.say("same"),
    t: () => timeline.say("swap"),
    Y: () => timeline.undo(),
    Delete: (event) => {
      const person = chosen();
      if (event.shiftKey) deleteWeak();
      else if (picked.length > 0) pickedSpots().slice(-1).forEach(actions.skip);
      else if (person) actions.remove([person]);
    },
    e: focusSecond,
    j: () => placing.begin(pickedSpots().at(-1)),
    Enter: () => (placing.active ? placing.ask() : done()),
    ArrowLeft: (event) => placing.arrow(-1, 0, event.shiftKey),
    ArrowRight: (event) => placing.arrow(1, 0, event.shiftKey),
    ArrowUp: (event) => placing.arrow(0, -1, event.shiftKey),
    ArrowDown: (event) => placing.arrow(0, 1, event.shiftKey),
    PageDown: () => neighbour(1),
    PageUp: () => neighbour(-1),
    Escape: () => {
      placing.end();
      picked = [];
      stage.person = undefined;
      render();
    },
    "?": () => helpDialog.showModal(),
  },
  { z: (event) => work.current && (event.shiftKey ? work.redo(work.current) : work.undo(work.current)) },
  () => stage.canvas.focus(),
);
window.addEventListener("beforeunload", (event) => {
  if (keeper.keeping.state === "failed" && work.images.length > 0) event.preventDefault();
});

// sessions are begun anew when the page is, so that the server need not keep them
window.addEventListener("pagehide", () => work.leave());

/** What was on the page before; with force, as another tab has it. */
function restore(by: "asking" | "force"): Promise<void> {
  return keeper.start(by, (kept) => {
    if (by === "force") work.remove(work.images);
    work.add(kept);
  });
}

matchMedia("(prefers-color-scheme: dark)").addEventListener("change", render);
work.arrange = (byDoubt, images) => tracks.ordered(byDoubt, images);
work.onChange(() => tracks.note(work.images));
work.onChange(render);
work.onChange(() => keeper.note(work.images));
work.onChange(() => photos.only(work.images));
work.onNews((sentence) => (said.textContent = sentence));
render();
void restore("asking");
