import { lines } from "./chart";
import { button, el, fill, type Child } from "./dom";
import { DOUBTFUL_BELOW, strength } from "./doubt";
import { colour, GREY, ink } from "./palette";
import { detectionsOf, same, sentence } from "./pins";
import { weak, type Person, type Spot } from "./scene";
import { advice, count, figure, personName } from "./words";
import { huesOf, type Failure, type Image } from "./image";
import { elsewhere, type Second } from "./second";
import { hueOf } from "./tracks";

/** What can be done from the panels. */
export interface Actions {
  open(image: Image): void;
  /** Frames in their order, or no longer. */
  frames(): void;
  retry(image: Image): void;
  copy(text: string): void;
  /** Closes images; asks first if something was done with them. */
  close(images: readonly Image[]): void;
  person(number: number | undefined): void;
  zoomTo(person: Person): void;
  skip(spot: Spot): void;
  use(spot: Spot): void;
  /** @param name of a person, as it is shown */
  give(spot: Spot, name: string): void;
  apart(): void;
  /** Takes the second-best answer for a joint, or shows it. */
  takeSecond(spot: Spot): void;
  showSecond(spot: Spot | undefined): void;
  unpin(image: Image, index: number): void;
  /** From which score on people are shown and exported. */
  leastScore(image: Image, score: number): void;
}

/** Installs the network that images need. */
const INSTALL = "bin/jointly model install openpose-mobilenet";

/** A sign of how sure an image is: a bar that is long where doubt is strong. */
function doubtBar(ambiguity: number | undefined): HTMLElement {
  const bar = el("span", { class: "doubt", "aria-hidden": "true" }, el("span"));
  (bar.firstChild as HTMLElement).style.width = `${Math.round(strength(ambiguity) * 100)}%`;
  return bar;
}

/** So many tracks have dots in the strip. */
const MOST_DOTS = 10;

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
  const more = all.length - MOST_DOTS;
  return el("span", { class: "tracks" }, el("span", { class: "aloud" }, aloud), ...all.slice(0, MOST_DOTS).map(trackDot), more > 0 && el("span", { class: "soft", "aria-hidden": "true" }, `+${more}`));
}

function stateOf(image: Image): string {
  if (image.done) return "done";
  if (image.state !== "solved") return image.state;
  const people = count(image.scene?.people.length ?? 0, "person", "people");
  return image.ambiguity === undefined ? people : `${people}, least margin ${figure(image.ambiguity)}`;
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
  return el("label", { class: "field", title: "People of a lower score are faint, and exports leave them out" }, `Least score ${least.toFixed(2)} `, slider);
}

export function people(into: HTMLElement, image: Image | undefined, shown: number | undefined, actions: Actions): void {
  const scene = image?.scene;
  if (!image || !scene) {
    fill(into);
    return;
  }
  const rows = [...scene.people].sort((a, b) => a.number - b.number);
  const hidden = rows.filter((person) => weak(person, image.problem)).length;
  fill(
    into,
    el("h2", {}, count(rows.length - hidden, "person", "people"), hidden > 0 && el("span", { class: "soft" }, `, ${hidden} weak`)),
    scoreSlider(image, actions),
    rows.length === 0 && el("p", { class: "soft" }, "No people were found here."),
    el(
      "ul",
      {},
      ...rows.map((person) => {
        const hue = huesOf(image).get(person.number) ?? GREY;
        const track = image.tracked?.tracks.get(person.number);
        const swatch = track === undefined ? el("span", { class: "swatch", "aria-hidden": "true" }) : trackDot(track);
        if (track === undefined) swatch.style.background = `linear-gradient(90deg, ${colour(hue, "left")} 50%, ${colour(hue, "right")} 50%)`;
        const unsure = person.joints.filter((joint) => strength(image.doubts.joints.get(joint.detection)) > 0).length;
        const whole = strength(image.doubts.people.get(person.number)) > 0;
        const label = count(person.joints.length, "joint");
        const doubt = unsure > 0 ? `${unsure} in doubt` : whole ? "in doubt" : "";
        return el(
          "li",
          {},
          el(
            "button",
            {
              type: "button",
              "data-key": `person-${person.number}`,
              "aria-pressed": shown === person.number ? "true" : "false",
              title: "Shows this person alone; a double click zooms to it",
              click: () => actions.person(shown === person.number ? undefined : person.number),
              dblclick: () => actions.zoomTo(person),
            },
            swatch,
            el("span", { class: "aloud" }, "Person "),
            el("span", { class: "number" }, personName(person.number)),
            el("span", { class: "soft" }, weak(person, image.problem) ? `${label}, weak` : label),
            track !== undefined && el("span", { class: "aloud" }, track === null ? " in no track" : ` track ${track}`),
            doubt !== "" && el("span", { class: "unsure" }, doubt),
          ),
        );
      }),
    ),
  );
}

/** What is known of the second-best answer for a joint. */
export type Known = Second | "unknown" | undefined;

function elseOf(image: Image, second: Known): string {
  if (second === undefined || !image.scene) return image.answer?.proof === "running" ? "not before the proof" : "\u2026";
  return second === "unknown" ? "not known" : elsewhere(second, image.scene);
}

/** Name and value, for screen readers too. */
function facts(pairs: readonly (readonly [string, string])[]): HTMLElement {
  return el("dl", {}, ...pairs.flatMap(([name, value]) => [el("dt", {}, name), el("dd", {}, value)]));
}

/**
 * Everything that is known of a detection.
 *
 * @param second where it would be else, as far as that is known
 */
export function factsOf(image: Image, spot: Spot, second: Known): (readonly [string, string])[] {
  const owner = image.scene?.owner.get(spot.detection);
  const margin = image.doubts.joints.get(spot.detection);
  const lower = (typeof second === "object" && second.found?.atLeast) || 0;
  const exact = image.doubts.exact.has(spot.detection);
  const joint = owner?.joints.some((each) => each.detection === spot.detection) ?? false;
  return [
    ["person", owner ? `${personName(owner.number)}${joint ? "" : " (duplicate)"}` : "nobody"],
    ...(owner && image.tracked ? [["track", String(image.tracked.tracks.get(owner.number) ?? "none")] as const] : []),
    ["score", figure(spot.score)],
    ["cost", figure(spot.cost)],
    ["margin", margin === undefined ? (owner ? "not known" : "none") : exact ? figure(margin) : `at least ${figure(Math.max(margin, lower))}`],
    ...(owner ? [["else", elseOf(image, second)] as const] : []),
  ];
}

export function details(into: HTMLElement, image: Image | undefined, spots: readonly Spot[], second: Known, actions: Actions): void {
  const spot = spots.at(-1);
  if (!image || !spot) {
    fill(into, el("h2", {}, "Selected"), el("p", { class: "soft" }, "Nothing. Click a joint, or press n for the next doubt."));
    return;
  }
  const owner = image.scene?.owner.get(spot.detection);
  const title = spots.length > 1 ? `${count(spots.length, "joint")}, last: ${spot.part.label}` : spot.part.label;
  const doing: Child[] = [
    owner && button("Not this joint", { "data-key": "skip", title: "Delete" }, () => actions.skip(spot)),
    !owner && button("Use it", { "data-key": "use", title: "u" }, () => actions.use(spot)),
    spots.length === 2 && button("Different people", { "data-key": "apart", title: "a" }, () => actions.apart()),
  ];
  const takeable = typeof second === "object" && second.found !== undefined && !image.busy;
  const known = factsOf(image, spot, second).filter(([name]) => name !== "else" || !takeable);
  fill(
    into,
    el("h2", {}, title),
    facts(known),
    takeable && other(`else: ${elseOf(image, second)}`, spot, actions),
    giving(spot, actions),
    el("div", { class: "doing" }, ...doing),
  );
}

/** The second-best answer: shown while one is at it, taken by a click. */
function other(label: string, spot: Spot, actions: Actions): HTMLElement {
  const show = () => actions.showSecond(spot);
  const hide = () => actions.showSecond(undefined);
  const attributes = { class: "else", "data-key": "else", title: "e, then Enter, takes it", pointerenter: show, focus: show, pointerleave: hide, blur: hide };
  return button(label, attributes, () => actions.takeSecond(spot));
}

/** Says by number whose a joint is. */
function giving(spot: Spot, actions: Actions): HTMLElement {
  const input = el("input", { "data-key": "give", inputmode: "numeric", size: 3, title: "m", autocomplete: "off" });
  return el(
    "form",
    {
      class: "give",
      submit: (event) => {
        event.preventDefault();
        const name = input.value.trim();
        input.value = "";
        input.blur();
        if (name !== "") actions.give(spot, name);
      },
    },
    el("label", {}, "Belongs to person ", input),
  );
}

export function tip(into: HTMLElement, image: Image, spot: Spot, second: Known): void {
  fill(into, el("strong", {}, spot.part.label), facts(factsOf(image, spot, second)));
}

export function legend(): HTMLElement {
  const step = (margin: number) => {
    const halo = el("span", { class: "halo", "aria-hidden": "true" });
    halo.style.opacity = String(margin >= DOUBTFUL_BELOW ? 0 : 0.3 + 0.7 * strength(margin));
    return el("span", { class: "step" }, halo, margin >= DOUBTFUL_BELOW ? `${margin} or more` : `${margin}`);
  };
  return el(
    "details",
    { class: "legend", open: innerHeight >= 880 },
    el("summary", {}, "What the marks mean"),
    el("p", {}, "A halo means that another grouping costs little more. Its margin:"),
    el("div", { class: "steps" }, step(0), step(1), step(2), step(DOUBTFUL_BELOW)),
    el("p", {}, "It is faint while the margin may be larger. One hue is one person, lighter on the left side. Grey dots (c) are detections nobody uses."),
  );
}

export function chips(into: HTMLElement, image: Image | undefined, actions: Actions): void {
  const pins = image?.history.pins ?? [];
  if (!image || pins.length === 0) {
    fill(into, el("span", { class: "soft" }, image?.scene ? "No pins. Drag a joint onto the person it belongs to." : ""));
    return;
  }
  const label = (detection: number) => image.names.get(detection) ?? `detection ${detection}`;
  fill(
    into,
    ...pins.map((pin, index) => {
      const wrong = image.conflict.some((each) => same(each, pin));
      const text = sentence(pin, label);
      return el(
        "span",
        { class: wrong ? "chip wrong" : "chip", title: `Detections ${detectionsOf(pin).join(", ")}` },
        text,
        el(
          "button",
          {
            type: "button",
            "data-key": `pin-${index}`,
            "aria-label": `Remove pin: ${text}`,
            click: () => actions.unpin(image, index),
            keydown: (event) => {
              if ((event as KeyboardEvent).key === "Delete") {
                event.stopPropagation();
                actions.unpin(image, index);
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

function whatFailed({ type, detail }: Failure, conflict: readonly string[]): string {
  if (type === "no-model") return "";
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
  const command = failed?.type === "no-model" ? INSTALL : undefined;
  fill(
    into,
    failed && el("span", {}, `${whatFailed(failed, sentences)} ${advice(failed.type)}`.trim()),
    command !== undefined && el("code", {}, command),
    command !== undefined && button("Copy the command", { "data-key": "copy" }, () => actions.copy(command)),
    failed && failed.type !== "pins-conflict" && button("Try again", { "data-key": "retry" }, () => actions.retry(image)),
    image.state === "failed" && button("Close this image", { "data-key": "close" }, () => actions.close([image])),
    notice.text !== "" && el("span", { class: notice.wrong ? "" : "good" }, notice.text),
  );
}

const SVG = "http://www.w3.org/2000/svg";

/** Both bounds over time. */
export function chart(into: SVGSVGElement, image: Image | undefined): void {
  const size = { width: 240, height: 30 };
  const { lower, upper } = lines(image?.bounds ?? [], size);
  const paths = [lower, upper].map((points, i) => {
    const path = document.createElementNS(SVG, "polyline");
    path.setAttribute("points", points.map(([x, y]) => `${x.toFixed(1)},${(y + 3).toFixed(1)}`).join(" "));
    path.setAttribute("class", i === 0 ? "lower" : "upper");
    return path;
  });
  into.setAttribute("viewBox", `0 0 ${size.width} ${size.height + 6}`);
  into.replaceChildren(...paths);
  into.toggleAttribute("hidden", lower.length < 2);
}
