import { button, fill } from "./dom";
import type { Keeping } from "./keep";

/** Says whether the work is kept, if that is not as one would expect. */
export function banner(into: HTMLElement, keeping: Keeping, takeOver: () => void): void {
  const said = JSON.stringify(keeping);
  if (into.dataset["said"] === said) return;
  into.dataset["said"] = said;
  if (keeping.state === "elsewhere") {
    fill(
      into,
      "The same work is open in another tab, and that one saves it. What you change here is not kept.",
      button("Continue here", { "data-key": "take-over" }, takeOver),
    );
  } else if (keeping.state === "failed") {
    fill(into, `This browser does not keep your work: ${keeping.reason}. Save it to a file before you leave.`);
  } else {
    fill(into);
  }
  into.hidden = keeping.state === "asking" || keeping.state === "keeping";
}
