import { saved } from "./annotations";
import type { Client } from "./api";
import type { Question } from "./dialogs";
import { download, el } from "./dom";
import type { Clips } from "./clips";
import { found, kindOf, matched, type Source } from "./files";
import { failure, type Image } from "./image";
import { count, dated } from "./words";
import type { Work } from "./work";

const SAVED = "jointly-work.json";

/** Files that come and go. What became of them is said. */
export class Filing {
  readonly chooser = el("input", {
    type: "file",
    multiple: true,
    hidden: true,
    "aria-label": "Images, videos, problems or saved work",
    change: () => {
      void this.take([...(this.chooser.files ?? [])]);
      this.chooser.value = "";
    },
  });

  constructor(
    private readonly work: Work,
    private readonly client: Client,
    private readonly clips: Clips,
    private readonly question: Question,
    private readonly note: (text: string, wrong?: boolean) => void,
  ) {
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
      void this.take([...(event.dataTransfer?.files ?? [])]);
    });
  }

  choose(): void {
    this.chooser.click();
  }

  /** Reads files; what cannot be read is said, the rest is taken. Images, videos and problems find each other by their names. */
  private async take(files: readonly File[]): Promise<void> {
    const read: Source[] = [];
    const solutions: string[] = [];
    this.note("");
    for (const file of files) {
      try {
        if ((await kindOf(file)) === "video") {
          await this.clips.add(file);
          continue;
        }
        const { sources, solutions: more } = await found(file, (blob, name) => this.client.import(blob, name));
        read.push(...sources);
        solutions.push(...more);
      } catch (error) {
        this.note(failure(error).detail, true);
      }
    }
    const { fresh, photos } = matched(read, this.work.images);
    photos.forEach(([image, photo]) => this.work.attach(image, photo));
    this.work.add(fresh);
    const alone = solutions.filter((id) => !this.work.images.some(({ source }) => source.name === id));
    if (alone.length > 0) this.note(`The solution of ${alone[0]} needs its problem; drop that file too.`, true);
    const still = this.work.images.length === 0 && this.clips.count > 0;
    if (still) this.note("A video needs the detections of its frames: drop a DeepLabCut _full.pickle or the problems that jointly pose wrote for it.", true);
  }

  async example(): Promise<void> {
    this.note("");
    try {
      this.work.add([await this.client.example()]);
    } catch (error) {
      this.note(failure(error).detail, true);
    }
  }

  save(): void {
    if (this.work.images.length === 0) return;
    try {
      const { file, count: images } = saved(this.work.images);
      const name = dated(SAVED);
      download(file, name);
      this.note(`${name} is written: ${count(images, "image")}. It is in your browser's downloads; drop it here with the images to go on with it.`);
    } catch (error) {
      this.note(`Nothing was saved: ${failure(error).detail}`, true);
    }
  }

  /** Closes images, after a question if something was done with them. */
  async close(images: readonly Image[]): Promise<void> {
    const touched = images.filter((image) => image.done || image.history.edits.length > 0).length;
    const warning = `Close ${count(images.length, "image")}? You have worked on ${touched}; what is not saved or exported is lost.`;
    if (touched > 0 && !(await this.question.ask(warning, "Close"))) return;
    this.note("");
    this.work.remove(images);
  }
}
