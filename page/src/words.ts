import type { Problem } from "./api";
import { DOUBTFUL_BELOW } from "./doubt";
import type { Image } from "./image";

/** Figures as the page shows them. */
export function figure(value: number | undefined, digits = 2): string {
  return value === undefined ? "none" : value.toFixed(digits).replace("-", "\u2212");
}

export function count(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`;
}

/** What those in an image are called. */
export interface Nouns {
  readonly one: string;
  readonly many: string;
}

const PEOPLE: Nouns = { one: "person", many: "people" };
const ANIMALS: Nouns = { one: "animal", many: "animals" };
/** Parts that animals have and people have not. */
const OF_ANIMALS = /tail|snout|paw|hoof|beak|wing|fin$|antenna|abdomen|withers|muzzle/i;

/** By what the parts are called, since problems do not say what they are of. */
export function nounsOf(problem: Problem | undefined): Nouns {
  return problem?.anatomy.parts.some((part) => OF_ANIMALS.test(part)) ? ANIMALS : PEOPLE;
}

/** How sure the page is of something, in words. */
export function doubtWords(margin: number | undefined, exact: boolean): string {
  if (margin === undefined) return "";
  if (margin >= DOUBTFUL_BELOW) return "sure";
  return exact ? "in doubt: another grouping is almost as good" : "not known yet";
}

/** Without characters that change the direction of the text after them. */
export function upright(text: string): string {
  return text.replace(/\p{Bidi_Control}/gu, "");
}

function duration(seconds: number): string {
  return seconds < 1 ? `${Math.max(Math.round(seconds * 1000), 1)} ms` : `${seconds.toFixed(1)} s`;
}

/** People are counted from 1 on the screen, and from 0 by the server. */
export function personName(number: number): string {
  return String(number + 1);
}

/** A file name that the last one did not have, such as `people-2026-11-18-142501.json`. */
export function dated(name: string, now = new Date()): string {
  const [, stem, ending] = /^(.*?)(\.[^.]*)?$/.exec(name)!;
  const two = (part: number) => String(part).padStart(2, "0");
  const day = [now.getFullYear(), two(now.getMonth() + 1), two(now.getDate())].join("-");
  return `${stem}-${day}-${two(now.getHours())}${two(now.getMinutes())}${two(now.getSeconds())}${ending ?? ""}`;
}

/** How the answer on the screen stands. */
export function status(image: Image | undefined): string {
  if (!image) return "";
  if (image.state === "waiting") return "waiting";
  if (image.state === "solving") return "solving";
  if (image.state === "failed" || !image.answer) return "no answer";
  if (image.conflict.length > 0) return "changes cannot all hold; last answer shown";
  if (image.failure) return "the last answer is shown";
  if (image.busy) return "solving";
  const { solution, proof } = image.answer;
  const doubts = image.weighed === "exact" ? "" : "; looking for doubts";
  if (proof === "proven") return `best grouping, proven, ${duration(solution.seconds)}${doubts}`;
  const gap = Math.min(image.bounds?.gap ?? solution.gap, solution.gap);
  return `best so far, at most ${(gap * 100).toPrecision(2)} % from the best`;
}

/** What a failure means for the person at the screen. */
export function advice(type: string): string {
  switch (type) {
    case "gone":
      return "Is jointly serve still running? Nothing is lost: your changes are kept in this page.";
    case "no-model":
      return "Images need a network: start jointly serve with one that can be opened, and try again.";
    case "queue-full":
    case "session-busy":
    case "too-much-at-once":
      return "The server is busy. Try again in a moment.";
    case "pins-conflict":
      return "Remove one of the red changes.";
    case "body-too-large":
    case "too-many-detections":
    case "problem-too-large":
      return "The server's limits can be raised when it is started; see jointly serve --help.";
    default:
      return "";
  }
}
