import type { Image } from "./image";

/** Figures as the page shows them. */
export function figure(value: number | undefined, digits = 2): string {
  return value === undefined ? "none" : value.toFixed(digits).replace("-", "\u2212");
}

export function count(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`;
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

/** How the answer on the screen stands. */
export function status(image: Image | undefined): string {
  if (!image) return "";
  if (image.state === "waiting") return "waiting";
  if (image.state === "solving") return "solving";
  if (image.state === "failed" || !image.answer) return "no answer";
  if (image.conflict.length > 0) return "pins cannot all hold; last answer shown";
  if (image.failure) return "the last answer is shown";
  if (image.busy) return "solving";
  const { solution, proof } = image.answer;
  const doubts = image.weighed === "exact" ? "" : "; finding doubts";
  if (proof === "proven") return `solved, proven, ${duration(solution.seconds)}${doubts}`;
  const gap = Math.min(image.bounds.at(-1)?.gap ?? solution.gap, solution.gap);
  return `best so far, gap ${(gap * 100).toPrecision(2)} %`;
}

/** What a failure means for the person at the screen. */
export function advice(type: string): string {
  switch (type) {
    case "gone":
      return "Is jointly serve still running? Nothing is lost: pins are kept in this page.";
    case "no-model":
      return "Images need a network. Install one and try again:";
    case "queue-full":
    case "session-busy":
    case "too-much-at-once":
      return "The server is busy. Try again in a moment.";
    case "pins-conflict":
      return "Remove one of the red pins.";
    case "body-too-large":
    case "too-many-detections":
    case "problem-too-large":
      return "The server's limits can be raised when it is started; see jointly serve --help.";
    default:
      return "";
  }
}
