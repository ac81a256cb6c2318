import type { Client } from "./api";
import { button, download, el, fill, form } from "./dom";
import { failure, type Image } from "./image";
import { moveList } from "./pins";
import { weakOf } from "./scene";
import { advice, count, dated, nounsOf } from "./words";

/** Formats as the service calls them, and as people do. */
const FORMATS: readonly (readonly [string, string])[] = [
  ["coco", "COCO keypoints"],
  ["cvat", "CVAT"],
  ["labelstudio", "Label Studio"],
  ["dlc-csv", "DeepLabCut"],
];

/** Images with an answer, of all or of those that are done. */
export function exportable(images: readonly Image[], doneOnly: boolean): Image[] {
  return images.filter((image) => image.answer && image.problem && (image.done || !doneOnly));
}

/**
 * A line per image. A solution belongs to its problem with all pins: the problem's own, then those of the session. Joints that were
 * moved stand beside it, since a proof is about the problem as it was.
 */
export function lines(images: readonly Image[]): string[] {
  return images.flatMap(({ problem, answer, history }) => {
    if (!problem || !answer) return [];
    const pins = [...(problem.pins ?? []), ...answer.pins];
    const moves = moveList(history);
    return [`${JSON.stringify({ problem: { ...problem, ...(pins.length > 0 && { pins }) }, solution: answer.solution, ...(moves.length > 0 && { moves }) })}\n`];
  });
}

/** Asks what to export and in which format, and says what was written. */
export class Exporting {
  readonly dialog: HTMLDialogElement;
  private readonly format = el("select", { name: "format" }, ...FORMATS.map(([value, label]) => el("option", { value }, label)));
  private readonly all = el("input", { type: "radio", name: "which", checked: true });
  private readonly done = el("input", { type: "radio", name: "which" });
  private readonly allLabel = el("span");
  private readonly doneLabel = el("span");
  private readonly result = el("p", { role: "status" });
  private readonly go = button("Export", { class: "main", type: "submit" }, () => undefined);

  constructor(
    private readonly client: Pick<Client, "export">,
    private readonly images: () => readonly Image[],
  ) {
    this.dialog = el(
      "dialog",
      { "aria-label": "Export" },
      el("h2", {}, "Export"),
      form(
        () => void this.run(),
        el("label", { class: "field" }, "Format ", this.format),
        el(
          "fieldset",
          {},
          el("legend", {}, "Which images"),
          el("label", { class: "field" }, this.all, this.allLabel),
          el("label", { class: "field" }, this.done, this.doneLabel),
        ),
        this.result,
        el("div", { class: "doing" }, button("Close", {}, () => this.dialog.close()), this.go),
      ),
    );
  }

  show(): void {
    const all = exportable(this.images(), false).length;
    const done = exportable(this.images(), true).length;
    this.allLabel.textContent = `all solved images (${all})`;
    this.doneLabel.textContent = `images that are done (${done})`;
    this.done.disabled = done === 0;
    if (done === 0) this.all.checked = true;
    this.go.disabled = all === 0;
    fill(this.result);
    this.dialog.showModal();
  }

  private async run(): Promise<void> {
    const images = exportable(this.images(), this.done.checked);
    const { one, many } = nounsOf(images[0]?.problem);
    const shown = ({ scene, problem }: Image) => (scene ? scene.people.length - weakOf(scene, problem).size : 0);
    const people = count(images.reduce((sum, image) => sum + shown(image), 0), one, many);
    this.go.disabled = true;
    this.result.className = "";
    fill(this.result, "Writing\u2026");
    try {
      const { name: plain, file } = await this.client.export(this.format.value, new Blob(lines(images), { type: "application/x-ndjson" }));
      const name = dated(plain);
      download(file, name);
      fill(this.result, `${name} is written: ${count(images.length, "image")}, ${people}. It is in your browser's downloads.`);
    } catch (error) {
      const { type, detail } = failure(error);
      this.result.className = "wrong";
      fill(this.result, `Nothing was written: ${detail}. ${advice(type)}`);
    } finally {
      this.go.disabled = false;
    }
  }
}
