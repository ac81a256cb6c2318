import { Client, type Answer, type Pin } from "./api";
import { banner } from "./banner";
import { Bar } from "./bar";
import { remembered, store, turn } from "./browser";
import { Bubble } from "./bubble";
import { Question } from "./dialogs";
import { el } from "./dom";
import { doubtful } from "./doubt";
import { empty } from "./empty";
import { Exporting } from "./exporting";
import { Filing } from "./filing";
import { help } from "./help";
import { failure, huesOf, type Image } from "./image";
import { Keeper } from "./keep";
import { keyboard } from "./keyboard";
import { MissedDialog } from "./missed";
import { chart, chips, details, factsOf, legend, people, strip, trouble, type Actions, type Notice } from "./panels";
import { Photos } from "./photos";
import { Placing } from "./placing";
import { nearest, type Spot } from "./scene";
import { ghostOf, pinFor, Seconds } from "./second";
import { Stage } from "./stage";
import { Tracks } from "./tracks";
import { personName } from "./words";
import { Work } from "./work";

const client = new Client();
const work = new Work(client);
const photos = new Photos(render);
const keeper = new Keeper(store, turn, render);
const exporting = new Exporting(client, () => work.images);
const question = new Question();
const filing = new Filing(work, client, question, note);
const seconds = new Seconds(client, render);
const bubble = new Bubble(render);
const tracks = new Tracks(client, remembered("jointly-frames"), render, (sentence) => note(sentence, true));
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
  copy(text) {
    const failed = () => note("This browser does not let the page copy; select the command instead.", true);
    navigator.clipboard.writeText(text).then(() => note("Copied."), failed);
  },
  close: (images) => void filing.close(images),
  person(number) {
    stage.person = number;
    render();
  },
  zoomTo: (person) => stage.zoomTo(person.joints),
  skip: (spot) => pin({ skip: spot.detection }),
  use: (spot) => pin({ use: spot.detection }),
  give(spot, name) {
    const image = work.current;
    const person = image?.scene?.people.find((each) => personName(each.number) === name);
    const onto = person && nearest(person.joints, spot, Infinity);
    note(person ? "" : `There is no person ${name}.`, true);
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
  unpin(image, index) {
    const one = image.history.pins[index];
    if (one) work.unpin(image, one);
  },
};

const stage = new Stage({
  hovered(spot, at) {
    bubble.move(work.current, spot, at, stage.canvas.getBoundingClientRect(), secondOf(spot));
  },
  selected(spot, more) {
    if (!spot) picked = [];
    else picked = more ? [...picked.filter((each) => each !== spot.detection), spot.detection].slice(-2) : [spot.detection];
    render();
  },
  dropped(spot, onto) {
    const image = work.current;
    if (!image) return;
    if (!onto) pin({ skip: spot.detection });
    else if (image.scene?.owner.has(onto.detection)) work.give(image, spot.detection, onto.detection);
  },
  missed: (at) => placing.ask(at),
});
const placing = new Placing(work, stage, missing, (text) => (said.textContent = text));

function secondOf(spot: Spot | undefined) {
  return spot && work.current && seconds.of(work.current, spot.detection);
}

function pin(one: Pin): void {
  if (work.current) work.pin(work.current, one);
}

const bar = new Bar({
  add: () => filing.choose(),
  save: () => void filing.save(),
  export: () => exporting.show(),
  nextDoubt: () => nextDoubt(1),
  done,
  undo: () => work.current && work.undo(work.current),
  redo: () => work.current && work.redo(work.current),
  help: () => helpDialog.showModal(),
});
const bannerPanel = el("div", { class: "banner", role: "alert", hidden: true });
const stripPanel = el("nav", { class: "strip", "aria-label": "Images" });
const peoplePanel = el("section", { class: "people", "aria-label": "People" });
const detailPanel = el("section", { class: "selected", "aria-label": "Selected joint" });
const chipPanel = el("div", { class: "chips", role: "group", "aria-label": "Pins" });
const troublePanel = el("div", { class: "trouble", role: "alert" });
const chartPanel = document.createElementNS("http://www.w3.org/2000/svg", "svg");
chartPanel.setAttribute("class", "chart");
chartPanel.setAttribute("aria-label", "Both bounds over time");
chartPanel.setAttribute("role", "img");
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
    el("div", { class: "stage" }, stage.canvas, emptyPanel, bubble.element),
    el("aside", {}, peoplePanel, detailPanel, legend()),
  ),
  el("footer", {}, troublePanel, el("div", { class: "line" }, chartPanel, chipPanel)),
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
  else return note(image.conflict.length > 0 ? "First remove one of the red pins." : "This image has no answer yet.", true);
  note(work.images.every((each) => each.done) ? "All images are done. Export writes their people to a file." : "");
}

function nextDoubt(by: number): void {
  const image = work.current;
  if (!image?.scene) return;
  const joints = doubtful(image.doubts);
  if (joints.length === 0) return;
  const at = joints.indexOf(picked.at(-1) ?? -1);
  const index = at < 0 ? (by > 0 ? 0 : joints.length - 1) : (at + by + joints.length) % joints.length;
  picked = [joints[index]!];
  const spot = image.scene.spots.get(picked[0]!);
  if (spot) {
    stage.reveal(spot);
    said.textContent = [spot.part.label, ...factsOf(image, spot, undefined).map((fact) => fact.join(" "))].slice(0, -1).join(", ");
  }
  render();
}

function pickedSpots(): Spot[] {
  return picked.flatMap((detection) => work.current?.scene?.spots.get(detection) ?? []);
}

function render(): void {
  const image = work.current;
  if (image !== shown) {
    shown = image;
    picked = [];
    stage.person = undefined;
  }
  const begun = image !== undefined && !emptyPanel.hidden;
  document.body.classList.toggle("has-image", image !== undefined);
  // whoever opened the first image goes on with it
  if (begun && (emptyPanel.contains(document.activeElement) || document.activeElement === document.body)) stage.canvas.focus();
  emptyPanel.hidden = image !== undefined;
  wish.textContent = notice.wrong ? notice.text : "";
  bar.update(image, work.images, image !== undefined && work.finishable(image));
  banner(bannerPanel, keeper.keeping, () => void restore("force"));
  stage.selected = new Set(picked);
  if (beside !== image?.answer || image?.busy) stage.ghost = undefined;
  stage.show(image, image && photos.photo(image));
  strip(stripPanel, work.ordered(), image, (each) => photos.thumbnail(each, stage.colours()), tracks.possible ? tracks.on : undefined, actions);
  people(peoplePanel, image, stage.person, actions);
  seconds.want(image, [...picked.slice(-1), ...(bubble.resting ? [bubble.resting.detection] : [])]);
  bubble.update(image, secondOf(bubble.spot));
  details(detailPanel, image, pickedSpots(), secondOf(pickedSpots().at(-1)), actions);
  if (awaited !== undefined && awaited === picked.at(-1)) focusSecond();
  chips(chipPanel, image, actions);
  trouble(troublePanel, image, notice, actions);
  chart(chartPanel, image);
}

/** To the button that takes the second-best answer, once it is there. */
function focusSecond(): void {
  const other = detailPanel.querySelector<HTMLButtonElement>(".else");
  awaited = other ? undefined : picked.at(-1);
  other?.focus();
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
      const owner = work.current?.scene?.owner.get(picked.at(-1) ?? -1);
      if (owner) stage.zoomTo(owner.joints);
    },
    c: () => {
      stage.showUnused = !stage.showUnused;
      stage.redraw();
    },
    a: () => actions.apart(),
    m: () => detailPanel.querySelector<HTMLInputElement>("input")?.focus(),
    u: () => pickedSpots().slice(-1).forEach(actions.use),
    o: () => filing.choose(),
    s: () => void filing.save(),
    x: () => work.current && exporting.show(),
    Delete: () => pickedSpots().slice(-1).forEach(actions.skip),
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
work.arrange = (images) => tracks.ordered(images);
work.onChange(() => tracks.note(work.images));
work.onChange(render);
work.onChange(() => keeper.note(work.images));
work.onChange(() => photos.only(work.images));
work.onNews((sentence) => (said.textContent = sentence));
render();
void restore("asking");
