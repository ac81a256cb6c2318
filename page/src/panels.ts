import { button, el, fill, type Child } from "./dom";
import { doubtful, strength, sureness } from "./doubt";
import { colour, GREY, ink } from "./palette";
import { chipOf, same, sentence, type Edit } from "./pins";
import { weak, weakOf, type Person, type Spot } from "./scene";
import { advice, count, doubtWords, figure, nounsOf, personName } from "./words";
import { huesOf, type Failure, type Image } from "./image";
import { elsewhere, type Second } from "./second";
import { hueOf } from "./tracks";

/** What can be done from the panels. */
export interface Actions {
  open(image: Image): void;
  /** Frames in their order, or no longer. */
  frames(): void;
  retry(image: Image): void;
  /** Closes images; asks first if something was done with them. */
  close(images: readonly Image[]): void;
  person(number: number | undefined): void;
  zoomTo(person: Person): void;
  remove(people: readonly Person[]): void;
  /** @param name of another person, as it is shown */
  merge(person: Person, name: string): void;
  /** Cuts the limb from a joint towards the rest of its person. */
  cut(spot: Spot): void;
  /** By keyboard. */
  place(spot: Spot): void;
  hideWeak(): void;
  skip(spot: Spot): void;
  use(spot: Spot): void;
  /** @param name of a person, as it is shown */
  give(spot: Spot, name: string): void;
  apart(): void;
  /** Takes the second-best answer for a joint, or shows it. */
  takeSecond(spot: Spot): void;
  showSecond(spot: Spot | undefined): void;
  revoke(image: Image, edit: Edit): void;
  /** From which score on people are shown and exported. */
  leastScore(image: Image, score: number): void;
}

/** A sign of how sure an image is: a bar that is long where doubt is strong. */
function doubtBar(ambiguity: number | undefined): HTMLElement {
  const bar = el("span", { class: "doubt", "aria-hidden": "true" }, el("span"));
  (bar.firstChild as HTMLElement).style.width = `${Math.round(strength(ambiguity) * 100)}%`;
  return bar;
}

/** So many tracks have dots in the strip. */
const MAX_DOTS = 10;

/** The number of a track in its hue. */
function trackDot(track: number | null): HTMLElement {
  const dot = el("span", { class: "track", "aria-hidden": "true", title: track === null ? "in no track" : `track ${track}` }, track === null ? "\u2013" : String(track));
  dot.style.background = colour(hueOf(track), "middle");
  dot.style.color = ink(hueOf(track));
  return dot;
}

/** Who is in a frame, by track, in the order of their numbers. */
function trackDots({ tracked }: Image): Child {
  if (!tracked) return undefined;
  const all = [...tracked.tracks.values()].sort((a, b) => (a ?? Infinity) - (b ?? Infinity) || 0);
  const numbers = all.filter((track) => track !== null);
  const none = all.length - numbers.length;
  const aloud = `${numbers.length > 0 ? `tracks ${numbers.join(", ")}` : "no tracks"}${none > 0 ? `, ${count(none, "person", "people")} in no track` : ""}`;
  const more = all.length - MAX_DOTS;
  return el("span", { class: "tracks" }, el("span", { class: "aloud" }, aloud), ...all.slice(0, MAX_DOTS).map(trackDot), more > 0 && el("span", { class: "soft", "aria-hidden": "true" }, `+${more}`));
}

/** How many there are, such as `3 people, 2 weak`; empty before they are known. */
export function headcount(image: Image | undefined): string {
  if (!image?.scene) return "";
  const hidden = weakOf(image.scene, image.problem).size;
  const { one, many } = nounsOf(image.problem);
  return `${count(image.scene.people.length - hidden, one, many)}${hidden > 0 ? `, ${hidden} weak` : ""}`;
}

function stateOf(image: Image): string {
  if (image.done) return "done";
  if (image.state !== "solved") return image.state;
  if (!image.scene) return "";
  const hidden = weakOf(image.scene, image.problem);
  const { one, many } = nounsOf(image.problem);
  const people = count(image.scene.people.length - hidden.size, one, many);
  const doubts = doubtful(image.doubts, image.scene, hidden).length;
  const sure = sureness(image.doubts, image.scene.people.filter(({ number }) => !hidden.has(number)).flatMap(({ joints }) => joints));
  return doubts > 0 ? `${people}, ${doubts} in doubt` : sure === "sure" && image.weighed !== "no" ? `${people}, sure` : people;
}

/** @param frames whether frames stand in their order; undefined if there are none */
export function strip(
  into: HTMLElement,
  images: readonly Image[],
  current: Image | undefined,
  picture: (image: Image) => Child,
  frames: boolean | undefined,
  actions: Actions,
): void {
  into.setAttribute("aria-label", frames ? "Images, frames in order" : "Images, most doubtful first");
  fill(
    into,
    frames !== undefined &&
      button("Frames in order", { class: "order", "data-key": "frames", "aria-pressed": String(frames), title: "Orders by number of the frame, and shows who is who over the frames" }, () => actions.frames()),
    ...images.map((image) =>
      el(
        "button",
        {
          type: "button",
          class: `thumb ${image.state}${image.done ? " done" : ""}`,
          "data-key": `image-${image.key}`,
          "aria-current": image === current ? "true" : undefined,
          title: image.source.name,
          click: () => actions.open(image),
        },
        picture(image),
        el("span", { class: "name" }, image.source.name),
        el("span", { class: "soft" }, stateOf(image)),
        trackDots(image),
        doubtBar(image.done ? undefined : image.ambiguity),
      ),
    ),
    images.length > 0 && button("Close all", { class: "close", "data-key": "close-all" }, () => actions.close(images)),
  );
}

/** From which score on people are shown and exported; nothing where people have no score. */
function scoreSlider(image: Image, actions: Actions): HTMLElement | false {
  const least = image.problem?.personScore?.weakBelow;
  if (least === undefined) return false;
  const slider = el("input", { type: "range", min: "0", max: "1", step: "0.05", value: String(least), "data-key": "least-score" });
  slider.addEventListener("change", () => actions.leastScore(image, Number(slider.value)));
  return el("label", { class: "field", title: "People of a lower score are faint, and exports leave them out" }, `Weak below ${Math.round(least * 100)} % `, slider);
}

/** The people of the list, weak ones apart. */
export function people(into: HTMLElement, image: Image | undefined, shown: number | undefined, hideWeak: boolean, actions: Actions): void {
  const scene = image?.scene;
  if (!image || !scene) {
    fill(into);
    return;
  }
  const { one, many } = nounsOf(image.problem);
  const rows = [...scene.people].sort((a, b) => a.number - b.number);
  const weaker = rows.filter((person) => weak(person, image.problem));
  const sure = rows.filter((person) => !weaker.includes(person));
  const listed = (list: readonly Person[]) => el("ul", {}, ...list.map((person) => row(image, person, shown === person.number, actions)));
  fill(
    into,
    el("h2", {}, count(sure.length, one, many)),
    rows.length === 0 && el("p", { class: "soft" }, `No ${many} were found here.`),
    listed(sure),
    weaker.length > 0 && el("h2", { class: "weak" }, `${weaker.length} weak, not exported`),
    weaker.length > 0 &&
      el(
        "div",
        { class: "doing" },
        button(hideWeak ? "Show" : "Hide", { "data-key": "hide-weak", "aria-pressed": String(hideWeak), title: "h" }, () => actions.hideWeak()),
        button("Delete all", { "data-key": "delete-weak", title: "Shift-Delete" }, () => actions.remove(weaker)),
      ),
    !hideWeak && listed(weaker),
    scoreSlider(image, actions),
  );
}

function row(image: Image, person: Person, pressed: boolean, actions: Actions): HTMLElement {
  const hue = huesOf(image).get(person.number) ?? GREY;
  const track = image.tracked?.tracks.get(person.number);
  const swatch = track === undefined ? el("span", { class: "swatch", "aria-hidden": "true" }) : trackDot(track);
  if (track === undefined) swatch.style.background = `linear-gradient(90deg, ${colour(hue, "left")} 50%, ${colour(hue, "right")} 50%)`;
  const { exact, joints } = image.doubts;
  const unsure = person.joints.filter(({ detection }) => exact.has(detection) && strength(joints.get(detection)) > 0).length;
  return el(
    "li",
    {},
    el(
      "button",
      {
        type: "button",
        "data-key": `person-${person.number}`,
        "aria-pressed": String(pressed),
        title: "Selects; a double click zooms",
        click: () => actions.person(pressed ? undefined : person.number),
        dblclick: () => actions.zoomTo(person),
      },
      swatch,
      el("span", { class: "aloud" }, `${nounsOf(image.problem).one} `),
      el("span", { class: "number" }, personName(person.number)),
      el("span", { class: "soft" }, count(person.joints.length, "joint")),
      track !== undefined && el("span", { class: "aloud" }, track === null ? " in no track" : ` track ${track}`),
      unsure > 0 && el("span", { class: "unsure" }, `${unsure} in doubt`),
    ),
  );
}

/** What is known of the second-best answer for a joint. */
export type Known = Second | "unknown" | undefined;

function elseOf(image: Image, second: Known): string {
  if (second === undefined || !image.scene) return image.answer?.proof === "running" ? "not known before the proof" : "\u2026";
  return second === "unknown" ? "not known" : elsewhere(second, image.scene, nounsOf(image.problem));
}

/** Name and value, for screen readers too. */
function facts(pairs: readonly (readonly [string, string])[]): HTMLElement {
  return el("dl", {}, ...pairs.flatMap(([name, value]) => [el("dt", {}, name), el("dd", {}, value)]));
}

/**
 * What is known of a detection, in words.
 *
 * @param second where it would be else, as far as that is known
 */
export function factsOf(image: Image, spot: Spot, second: Known): (readonly [string, string])[] {
  const owner = image.scene?.owner.get(spot.detection);
  const joint = owner?.joints.some((each) => each.detection === spot.detection) ?? false;
  const doubt = doubtWords(image.doubts.joints.get(spot.detection), image.doubts.exact.has(spot.detection));
  return [
    [nounsOf(image.problem).one, owner ? `${personName(owner.number)}${joint ? "" : " (duplicate)"}` : "none"],
    ...(owner && image.tracked ? [["track", String(image.tracked.tracks.get(owner.number) ?? "none")] as const] : []),
    ...(spot.moved ? [["place", "moved by you"] as const] : []),
    ...(doubt === "" ? [] : [["grouping", doubt] as const]),
    ...(owner ? [["otherwise", elseOf(image, second)] as const] : []),
  ];
}

/** The same in figures, for who wants to know. */
function numbersOf(image: Image, spot: Spot, second: Known): HTMLElement {
  const margin = image.doubts.joints.get(spot.detection);
  const lower = (typeof second === "object" && second.found?.atLeast) || 0;
  const exact = image.doubts.exact.has(spot.detection);
  return numbers([
    ["score", figure(spot.score)],
    ["cost", figure(spot.cost)],
    ["margin", margin === undefined ? "not known" : exact ? figure(margin) : `at least ${figure(Math.max(margin, lower))}`],
  ]);
}

let numbersOpen = false;

function numbers(pairs: readonly (readonly [string, string])[]): HTMLElement {
  const toggled = (event: Event) => (numbersOpen = (event.target as HTMLDetailsElement).open);
  return el("details", { class: "numbers", open: numbersOpen, toggle: toggled }, el("summary", { "data-key": "numbers" }, "Numbers"), facts(pairs));
}

/** What is selected: a joint, two, or a person. */
export function details(into: HTMLElement, image: Image | undefined, spots: readonly Spot[], shown: number | undefined, second: Known, actions: Actions): void {
  const spot = spots.at(-1);
  const person = image?.scene?.people.find(({ number }) => number === shown);
  if (image && spot) joint(into, image, spots, spot, second, actions);
  else if (image && person) whole(into, image, person, actions);
  else fill(into, el("h2", {}, "Selected"), el("p", { class: "soft" }, "Nothing. Click a joint or a limb, or press n for the next doubt."));
}

function whole(into: HTMLElement, image: Image, person: Person, actions: Actions): void {
  const { one } = nounsOf(image.problem);
  fill(
    into,
    el("h2", {}, `${one[0]!.toUpperCase()}${one.slice(1)} ${personName(person.number)}`),
    facts([
      ["joints", String(person.joints.length)],
      ["grouping", image.weighed === "no" ? "not known yet" : sureness(image.doubts, person.joints)],
    ]),
    numbered(`Same as ${one}`, "merge", (name) => actions.merge(person, name)),
    el(
      "div",
      { class: "doing" },
      button(`Delete ${one}`, { "data-key": "delete", title: "Delete" }, () => actions.remove([person])),
      button("Zoom", { "data-key": "zoom", title: "z" }, () => actions.zoomTo(person)),
    ),
    numbers([["score", figure(person.score)], ["cost", figure(person.cost)], ["margin", figure(image.doubts.people.get(person.number))]]),
  );
}

function joint(into: HTMLElement, image: Image, spots: readonly Spot[], spot: Spot, second: Known, actions: Actions): void {
  const owner = image.scene?.owner.get(spot.detection);
  const { one, many } = nounsOf(image.problem);
  const title = spots.length > 1 ? `${count(spots.length, "joint")}, last: ${spot.part.label}` : spot.part.label;
  const takeable = typeof second === "object" && second.found !== undefined && !image.busy;
  const known = factsOf(image, spot, second).filter(([name]) => name !== "otherwise" || !takeable);
  fill(
    into,
    el("h2", {}, title),
    facts(known),
    takeable && other(`Otherwise: ${elseOf(image, second)}`, spot, actions),
    numbered(`Belongs to ${one}`, "give", (name) => actions.give(spot, name)),
    el(
      "div",
      { class: "doing" },
      owner && button("Not this joint", { "data-key": "skip", title: "Delete" }, () => actions.skip(spot)),
      !owner && button("Use it", { "data-key": "use", title: "u" }, () => actions.use(spot)),
      owner && button("Move", { "data-key": "place", title: "w, arrows, Enter; or drag it" }, () => actions.place(spot)),
      owner && button("Cut off", { "data-key": "cut", title: "k: the limb to the rest; or double-click it" }, () => actions.cut(spot)),
      spots.length === 2 && button(`Different ${many}`, { "data-key": "apart", title: "a" }, () => actions.apart()),
      owner && button(`Whole ${one}`, { "data-key": "owner", title: "p" }, () => actions.person(owner.number)),
    ),
    numbersOf(image, spot, second),
  );
}

/** The second-best answer: shown while one is at it, taken by a click. */
function other(label: string, spot: Spot, actions: Actions): HTMLElement {
  const show = () => actions.showSecond(spot);
  const hide = () => actions.showSecond(undefined);
  const attributes = { class: "else", "data-key": "else", title: "e, then Enter, takes it", pointerenter: show, focus: show, pointerleave: hide, blur: hide };
  return button(label, attributes, () => actions.takeSecond(spot));
}

/** A field for the number of a person. */
function numbered(label: string, key: string, send: (name: string) => void): HTMLElement {
  const input = el("input", { "data-key": key, inputmode: "numeric", size: 3, title: "m", autocomplete: "off" });
  return el(
    "form",
    {
      class: "give",
      submit: (event) => {
        event.preventDefault();
        const name = input.value.trim();
        input.value = "";
        input.blur();
        if (name !== "") send(name);
      },
    },
    el("label", {}, `${label} `, input),
  );
}

export function tip(into: HTMLElement, image: Image, spot: Spot, second: Known): void {
  fill(into, el("strong", {}, spot.part.label), facts(factsOf(image, spot, second)));
}

export function legend(): HTMLElement {
  return el(
    "details",
    { class: "legend", open: innerHeight >= 880 },
    el("summary", {}, "What the marks mean"),
    el("p", {}, el("span", { class: "halo", "aria-hidden": "true" }), " in doubt: another grouping is almost as good; the stronger, the better it is"),
    el("p", {}, el("span", { class: "ring", "aria-hidden": "true" }), " not known yet"),
    el("p", {}, "Each colour is one of them, lighter on the left side. Square: moved by you. Faint: weak, not exported. Grey dots (c): found, but not used."),
  );
}

export function chips(into: HTMLElement, image: Image | undefined, actions: Actions): void {
  const edits = image?.history.edits ?? [];
  if (!image || edits.length === 0) {
    fill(into, el("span", { class: "soft" }, image?.scene ? `No changes yet. Drag a joint onto the ${nounsOf(image.problem).one} it belongs to.` : ""));
    return;
  }
  const label = (detection: number) => image.names.get(detection) ?? `detection ${detection}`;
  fill(
    into,
    ...edits.map((edit, index) => {
      const wrong = image.conflict.some((each) => edit.pins.some((pin) => same(each, pin)));
      const text = chipOf(edit, label);
      return el(
        "span",
        { class: wrong ? "chip wrong" : "chip" },
        text,
        el(
          "button",
          {
            type: "button",
            "data-key": `edit-${index}`,
            "aria-label": `Take back: ${text}`,
            click: () => actions.revoke(image, edit),
            keydown: (event) => {
              if ((event as KeyboardEvent).key === "Delete") {
                event.stopPropagation();
                actions.revoke(image, edit);
              }
            },
          },
          "\u00d7",
        ),
      );
    }),
  );
}

/** What the page has to say about something that was tried. */
export interface Notice {
  readonly text: string;
  readonly wrong: boolean;
}

function whatFailed({ detail }: Failure, conflict: readonly string[]): string {
  if (conflict.length === 1) return `This cannot hold: ${conflict[0]}.`;
  if (conflict.length > 1) return `These cannot all hold: ${conflict.join("; ")}.`;
  return `${detail}${detail.endsWith(".") ? "" : "."}`;
}

/** What went wrong, and what to do; empty if nothing did. The same is not said again, since it is read aloud. */
export function trouble(into: HTMLElement, image: Image | undefined, notice: Notice, actions: Actions): void {
  const failed = image?.failure;
  const said = JSON.stringify([image?.key, image?.state, failed, notice]);
  if (into.dataset["said"] === said) return;
  into.dataset["said"] = said;
  if (!image) return fill(into);
  const named = (detection: number) => image.names.get(detection) ?? `detection ${detection}`;
  const sentences = image.conflict.map((pin) => sentence(pin, named));
  fill(
    into,
    failed && el("span", {}, `${whatFailed(failed, sentences)} ${advice(failed.type)}`.trim()),
    failed && failed.type !== "pins-conflict" && button("Try again", { "data-key": "retry" }, () => actions.retry(image)),
    image.state === "failed" && button("Close this image", { "data-key": "close" }, () => actions.close([image])),
    notice.text !== "" && el("span", { class: notice.wrong ? "" : "good" }, notice.text),
  );
}
