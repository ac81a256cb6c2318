import { Client, type Answer, type Pin } from "./api";
import { button, el } from "./dom";
import { doubtful } from "./doubt";
import { sources, type Source } from "./files";
import { help } from "./help";
import { chart, chips, details, legend, people, strip, tip, trouble, type Actions } from "./panels";
import { nearest, type Spot } from "./scene";
import { miniature, Stage } from "./stage";
import { count, personName, status } from "./words";
import { failure, Work, type Image } from "./work";

const EXAMPLE_PEOPLE = 12;
const FIRST_SEED = 7;

const client = new Client();
const work = new Work(client);
const addresses = new Map<Image, string>();
const photos = new Map<Image, HTMLImageElement>();
const thumbnails = new Map<Image, HTMLImageElement>();
/** Small drawings of answers without an image. */
const drawings = new WeakMap<Answer, HTMLElement>();
let picked: number[] = [];
let shown: Image | undefined;
let seed = FIRST_SEED;
let notice = "";

const actions: Actions = {
  open: (image) => work.open(image),
  retry: (image) => work.retry(image),
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
    if (image && onto && onto.detection !== spot.detection) work.move(image, spot.detection, onto.detection);
    else notice = person ? "" : `There is no person ${name}.`;
    stage.canvas.focus();
    render();
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
const bubble = el("div", { class: "tip", role: "tooltip", hidden: true });
const stripPanel = el("nav", { class: "strip", "aria-label": "Images, most doubtful first" });
const peoplePanel = el("section", { class: "people", "aria-label": "People" });
const detailPanel = el("section", { class: "selected", "aria-label": "Selected joint" });
const chipPanel = el("div", { class: "chips", "aria-label": "Pins" });
const troublePanel = el("div", { class: "trouble", role: "alert" });
const chartPanel = document.createElementNS("http://www.w3.org/2000/svg", "svg");
chartPanel.setAttribute("class", "chart");
chartPanel.setAttribute("aria-label", "Both bounds over time");
chartPanel.setAttribute("role", "img");
const place = el("span", { class: "place" });
const state = el("span", { class: "state", role: "status" });
const undo = button("Undo", { title: "Ctrl-Z" }, () => work.current && work.undo(work.current));
const redo = button("Redo", { title: "Ctrl-Shift-Z" }, () => work.current && work.redo(work.current));
const next = button("Next doubt", { title: "n" }, () => nextDoubt(1));
const helpDialog = help();
const wish = el("p", { class: "wish", role: "alert" });
const empty = el(
  "div",
  { class: "empty" },
  el("h1", {}, "Drop images or problem files here"),
  el("p", {}, "Jointly finds the people, shows where it is in doubt, and solves again after each of your corrections. Nothing leaves this machine but for the server you started."),
  el(
    "p",
    { class: "doing" },
    button("Choose files", { class: "main" }, () => chooser.click()),
    button("Try an example", {}, () => void example()),
  ),
  el("p", { class: "soft" }, "Images: JPEG, PNG, WebP, GIF, BMP, TIFF. Problems: jointly/problem@1 as JSON, NDJSON or gzip. ", el("a", { href: "/openapi.yaml" }, "The service's routes")),
  wish,
);

document.querySelector("#page")!.append(
  el(
    "header",
    {},
    el("strong", {}, "Jointly"),
    place,
    button("Add files", { class: "add" }, () => chooser.click()),
    next,
    el("span", { class: "gap" }),
    undo,
    redo,
    state,
    button("Help", { title: "?" }, () => helpDialog.showModal()),
  ),
  el(
    "main",
    {},
    stripPanel,
    el("div", { class: "stage" }, stage.canvas, empty, bubble),
    el("aside", {}, peoplePanel, detailPanel, legend()),
  ),
  el("footer", {}, troublePanel, el("div", { class: "line" }, chartPanel, chipPanel)),
  helpDialog,
  chooser,
);

/** Reads dropped files; what cannot be read is said, the rest is taken. */
async function take(files: readonly File[]): Promise<void> {
  const read: Source[] = [];
  notice = "";
  for (const file of files) {
    try {
      read.push(...(await sources(file)));
    } catch (error) {
      notice = failure(error).detail;
    }
  }
  work.add(read);
  render();
}

async function example(): Promise<void> {
  notice = "";
  try {
    work.add([{ ...(await client.example(EXAMPLE_PEOPLE, seed++)), isImage: false }]);
  } catch (error) {
    notice = failure(error).detail;
    render();
  }
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

/** Where the browser finds the image itself, if there is one. */
function address(image: Image): string | undefined {
  if (!image.source.isImage || typeof image.source.body === "string") return undefined;
  const known = addresses.get(image) ?? URL.createObjectURL(image.source.body);
  addresses.set(image, known);
  return known;
}

/** The image itself, once it is loaded; a format that browsers do not show never is. */
function photo(image: Image): CanvasImageSource | undefined {
  const src = address(image);
  const known = photos.get(image);
  if (src === undefined || known) return known?.complete && known.naturalWidth > 0 ? known : undefined;
  const element = new Image();
  photos.set(image, element);
  element.addEventListener("load", render);
  element.src = src;
  return undefined;
}

function thumbnail(image: Image): HTMLElement | undefined {
  const src = address(image);
  if (src !== undefined) {
    const known = thumbnails.get(image) ?? el("img", { src, alt: "", loading: "lazy", error: (event) => ((event.target as HTMLElement).hidden = true) });
    thumbnails.set(image, known);
    return known;
  }
  if (!image.answer || !image.scene) return undefined;
  const known = drawings.get(image.answer) ?? miniature(image, stage.colours());
  drawings.set(image.answer, known);
  return known;
}

function render(): void {
  const image = work.current;
  if (image !== shown) {
    shown = image;
    picked = [];
    stage.person = undefined;
  }
  document.body.classList.toggle("has-image", image !== undefined);
  empty.hidden = image !== undefined;
  wish.textContent = notice;
  const ordered = work.ordered();
  place.textContent = image ? `image ${ordered.indexOf(image) + 1} of ${ordered.length}` : "";
  state.textContent = status(image);
  undo.disabled = !image?.history.past.length;
  redo.disabled = !image?.history.future.length;
  const left = image ? doubtful(image.doubts).length : 0;
  next.disabled = left === 0;
  next.textContent = left ? `Next doubt (${left})` : "Next doubt";
  next.setAttribute("aria-label", left ? `Next doubt, ${count(left, "joint")} in doubt` : "Next doubt");
  stage.selected = new Set(picked);
  stage.show(image, image && photo(image));
  strip(stripPanel, ordered, image, thumbnail, actions);
  people(peoplePanel, image, stage.person, actions);
  details(detailPanel, image, pickedSpots(), actions);
  chips(chipPanel, image, actions);
  trouble(troublePanel, image, actions);
  if (notice && image) troublePanel.append(el("span", {}, notice));
  chart(chartPanel, image);
}

function neighbour(by: number): void {
  const ordered = work.ordered();
  const at = work.current ? ordered.indexOf(work.current) + by : 0;
  const image = ordered[at];
  if (image) work.open(image);
}

const PAN = 60;
const keys: Record<string, () => void> = {
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
  Delete: () => pickedSpots().slice(-1).forEach(actions.skip),
  ArrowLeft: () => stage.pan(PAN, 0),
  ArrowRight: () => stage.pan(-PAN, 0),
  ArrowUp: () => stage.pan(0, PAN),
  ArrowDown: () => stage.pan(0, -PAN),
  PageDown: () => neighbour(1),
  PageUp: () => neighbour(-1),
  Escape: () => {
    picked = [];
    stage.person = undefined;
    render();
  },
  "?": () => helpDialog.showModal(),
};

window.addEventListener("keydown", (event) => {
  if (helpDialog.open) return;
  if (event.target instanceof HTMLInputElement) {
    if (event.key === "Escape") stage.canvas.focus();
    return;
  }
  const image = work.current;
  if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z" && image) {
    event.preventDefault();
    if (event.shiftKey) work.redo(image);
    else work.undo(image);
    return;
  }
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const action = keys[event.key];
  if (action) {
    event.preventDefault();
    action();
  }
});
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
work.onChange(render);
render();
