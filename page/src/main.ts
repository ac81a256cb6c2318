import { saved, FILE } from "./annotations";
import { Client, type Pin } from "./api";
import { banner } from "./banner";
import { Bar } from "./bar";
import { store, turn } from "./browser";
import { Question } from "./dialogs";
import { download, el } from "./dom";
import { doubtful } from "./doubt";
import { empty } from "./empty";
import { Exporting } from "./exporting";
import { sources, type Source } from "./files";
import { help } from "./help";
import { failure, type Image } from "./image";
import { Keeper } from "./keep";
import { keyboard } from "./keyboard";
import { chart, chips, details, legend, people, strip, tip, trouble, type Actions } from "./panels";
import { Photos } from "./photos";
import { nearest, type Spot } from "./scene";
import { Stage } from "./stage";
import { count, personName } from "./words";
import { Work } from "./work";

const EXAMPLE_PEOPLE = 12;
const FIRST_SEED = 7;
const PAN = 60;

const client = new Client();
const work = new Work(client);
const photos = new Photos(render);
const keeper = new Keeper(store, turn, render);
const exporting = new Exporting(client, () => work.images);
const question = new Question();
let picked: number[] = [];
let shown: Image | undefined;
let seed = FIRST_SEED;
/** What went wrong with something that was just tried, or what became of it. */
let notice: { text: string; wrong: boolean } = { text: "", wrong: false };

const actions: Actions = {
  open: (image) => work.open(image),
  retry: (image) => work.retry(image),
  close: (images) => void close(images),
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
    if (image && onto && onto.detection !== spot.detection) work.move(image, spot.detection, onto.detection);
    stage.canvas.focus();
  },
  apart: () => picked.length === 2 && pin({ apart: [...picked] }),
  unpin(image, index) {
    const one = image.history.pins[index];
    if (one) work.unpin(image, one);
  },
};

const stage = new Stage({
  hovered(spot, at) {
    const image = work.current;
    bubble.hidden = !spot || !image;
    if (!spot || !image) return;
    tip(bubble, image, spot);
    const box = stage.canvas.getBoundingClientRect();
    const right = at.x > box.width - 200;
    const low = at.y > box.height - 160;
    bubble.style.transform = `translate(${at.x + (right ? -16 : 16)}px, ${at.y + (low ? -16 : 16)}px) translate(${right ? -100 : 0}%, ${low ? -100 : 0}%)`;
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
    else if (image.scene?.owner.has(onto.detection)) work.move(image, spot.detection, onto.detection);
  },
  missed: () => undefined,
});

function pin(one: Pin): void {
  if (work.current) work.pin(work.current, one);
}

const chooser = el("input", {
  type: "file",
  multiple: true,
  hidden: true,
  "aria-label": "Images or problem files",
  change: () => {
    void take([...(chooser.files ?? [])]);
    chooser.value = "";
  },
});
const bar = new Bar({
  add: () => chooser.click(),
  save: () => void save(),
  export: () => exporting.show(),
  nextDoubt: () => nextDoubt(1),
  done,
  undo: () => work.current && work.undo(work.current),
  redo: () => work.current && work.redo(work.current),
  help: () => helpDialog.showModal(),
});
const bannerPanel = el("div", { class: "banner", role: "alert", hidden: true });
const bubble = el("div", { class: "tip", role: "tooltip", hidden: true });
const stripPanel = el("nav", { class: "strip", "aria-label": "Images, most doubtful first" });
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
const emptyPanel = empty(() => chooser.click(), () => void example(), wish);

document.querySelector("#page")!.append(
  bar.element,
  bannerPanel,
  el(
    "main",
    {},
    stripPanel,
    el("div", { class: "stage" }, stage.canvas, emptyPanel, bubble),
    el("aside", {}, peoplePanel, detailPanel, legend()),
  ),
  el("footer", {}, troublePanel, el("div", { class: "line" }, chartPanel, chipPanel)),
  said,
  helpDialog,
  exporting.dialog,
  question.dialog,
  chooser,
);

function note(text: string, wrong = false): void {
  notice = { text, wrong };
  if (text && !wrong) said.textContent = text;
  render();
}

/** Reads dropped files; what cannot be read is said, the rest is taken. */
async function take(files: readonly File[]): Promise<void> {
  const read: Source[] = [];
  note("");
  for (const file of files) {
    try {
      read.push(...(await sources(file)));
    } catch (error) {
      note(failure(error).detail, true);
    }
  }
  work.add(read);
}

async function example(): Promise<void> {
  note("");
  try {
    work.add([{ ...(await client.example(EXAMPLE_PEOPLE, seed++)), photo: undefined }]);
  } catch (error) {
    note(failure(error).detail, true);
  }
}

async function save(): Promise<void> {
  try {
    const { file, count: images } = await saved(work.images);
    download(file, FILE);
    note(`${FILE} is written: ${count(images, "image")}. It is in your browser's downloads; drop it here to go on with it.`);
  } catch (error) {
    note(`Nothing was saved: ${failure(error).detail}`, true);
  }
}

async function close(images: readonly Image[]): Promise<void> {
  const touched = images.filter((image) => image.done || image.history.pins.length > 0).length;
  const warning = `Close ${count(images.length, "image")}? You have worked on ${touched}; what is not saved or exported is lost.`;
  if (touched > 0 && !(await question.ask(warning, "Close"))) return;
  work.remove(images);
  photos.forget(images);
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
  if (spot) stage.reveal(spot);
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
  document.body.classList.toggle("has-image", image !== undefined);
  emptyPanel.hidden = image !== undefined;
  wish.textContent = notice.wrong ? notice.text : "";
  bar.update(image, work.images, image !== undefined && work.finishable(image));
  banner(bannerPanel, keeper.keeping, () => void restore("force"));
  stage.selected = new Set(picked);
  stage.show(image, image && photos.photo(image));
  strip(stripPanel, work.ordered(), image, (each) => photos.thumbnail(each, stage.colours()), actions);
  people(peoplePanel, image, stage.person, actions);
  details(detailPanel, image, pickedSpots(), actions);
  chips(chipPanel, image, actions);
  trouble(troublePanel, image, actions);
  if (notice.text && image) troublePanel.append(el("span", { class: notice.wrong ? "" : "good" }, notice.text));
  chart(chartPanel, image);
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
    o: () => chooser.click(),
    s: () => work.current && void save(),
    x: () => work.current && exporting.show(),
    Delete: () => pickedSpots().slice(-1).forEach(actions.skip),
    Enter: done,
    ArrowLeft: () => stage.panned(PAN, 0),
    ArrowRight: () => stage.panned(-PAN, 0),
    ArrowUp: () => stage.panned(0, PAN),
    ArrowDown: () => stage.panned(0, -PAN),
    PageDown: () => neighbour(1),
    PageUp: () => neighbour(-1),
    Escape: () => {
      picked = [];
      stage.person = undefined;
      render();
    },
    "?": () => helpDialog.showModal(),
  },
  { z: (event) => work.current && (event.shiftKey ? work.redo(work.current) : work.undo(work.current)) },
  () => stage.canvas.focus(),
);
window.addEventListener("dragover", (event) => {
  event.preventDefault();
  document.body.classList.add("dropping");
});
window.addEventListener("dragleave", (event) => {
  if (event.relatedTarget === null) document.body.classList.remove("dropping");
});
window.addEventListener("drop", (event) => {
  event.preventDefault();
  document.body.classList.remove("dropping");
  void take([...(event.dataTransfer?.files ?? [])]);
});
window.addEventListener("beforeunload", (event) => {
  if (keeper.keeping.state === "failed" && work.images.length > 0) event.preventDefault();
});

/** What was on the page before; with force, as another tab has it. */
function restore(by: "asking" | "force"): Promise<void> {
  return keeper.start(by, (kept) => {
    if (by === "force") work.remove(work.images);
    work.add(kept);
  });
}

work.onChange(render);
work.onChange(() => keeper.note(work.images));
work.onNews((sentence) => (said.textContent = sentence));
render();
void restore("asking");
