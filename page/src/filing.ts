import { FILE, saved } from "./annotations";
import type { Client } from "./api";
import type { Question } from "./dialogs";
import { download, el } from "./dom";
import { sources, type Source } from "./files";
import { failure, type Image } from "./image";
import { count } from "./words";
import type { Work } from "./work";

const EXAMPLE_PEOPLE = 12;
const FIRST_SEED = 7;

/** Files that come and go. What became of them is said. */
export class Filing {
  private seed = FIRST_SEED;
  readonly chooser = el("input", {
    type: "file",
    multiple: true,
    hidden: true,
    "aria-label": "Images, problems or saved work",
    change: () => {
      void this.take([...(this.chooser.files ?? [])]);
      this.chooser.value = "";
    },
  });

  constructor(
    private readonly work: Work,
    private readonly client: Client,
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

  /** Reads files; what cannot be read is said, the rest is taken. */
  private async take(files: readonly File[]): Promise<void> {
    const read: Source[] = [];
    this.note("");
    for (const file of files) {
      try {
        read.push(...(await sources(file)));
      } catch (error) {
        this.note(failure(error).detail, true);
      }
    }
    this.work.add(read);
  }

  async example(): Promise<void> {
    this.note("");
    try {
      this.work.add([{ ...(await this.client.example(EXAMPLE_PEOPLE, this.seed++)), photo: undefined }]);
    } catch (error) {
      this.note(failure(error).detail, true);
    }
  }

  async save(): Promise<void> {
    if (this.work.images.length === 0) return;
    try {
      const { file, count: images } = await saved(this.work.images);
      download(file, FILE);
      this.note(`${FILE} is written: ${count(images, "image")}. It is in your browser's downloads; drop it here to go on with it.`);
    } catch (error) {
      this.note(`Nothing was saved: ${failure(error).detail}`, true);
    }
  }

  /** Closes images, after a question if something was done with them. */
  async close(images: readonly Image[]): Promise<void> {
    const touched = images.filter((image) => image.done || image.history.pins.length > 0).length;
    const warning = `Close ${count(images.length, "image")}? You have worked on ${touched}; what is not saved or exported is lost.`;
    if (touched > 0 && !(await this.question.ask(warning, "Close"))) return;
    this.note("");
    this.work.remove(images);
  }
}
