import type { Answer, Client, Margin } from "./api";
import { ambiguity, doubts, NO_DOUBTS, unsettled, type Doubts } from "./doubt";
import { failure, type Image } from "./image";
import { weakOf } from "./scene";

/** So many margins are asked for at a time, so that they are shown as they arrive. */
const PIECE = 8;
/** For one image, in milliseconds; margins that are not found by then stay bounds. */
const PATIENCE = 20_000;

/** Finds margins: bounds of every image at once, then those that are small exactly, one image at a time; of the open image first, of others once all are solved. */
export class Weighing {
  private current: Image | undefined;
  private waiting: Image[] = [];
  /** The one image whose margins are found exactly just now. */
  private sharpening: { image: Image; answer: Answer; stop: AbortController } | undefined;

  constructor(
    private readonly server: Pick<Client, "margins" | "exactMargins">,
    private readonly tell: (image: Image) => void,
    private readonly allSolved: () => boolean,
  ) {}

  /** This image goes first from now on. */
  first(image: Image | undefined): void {
    this.current = image;
    this.sharpen();
  }

  /** A change comes first; what is not found by then is looked for again when something is {@link first}. */
  pause(image: Image): void {
    if (this.sharpening?.image === image) this.sharpening.stop.abort();
  }

  /** What is under way for an image is of no use any more. */
  stop(image: Image): void {
    image.weighed = "no";
    this.waiting = this.waiting.filter((other) => other !== image);
    this.pause(image);
  }

  /** Margins of an answer, unless there is another one by then. */
  async weigh(image: Image, answer: Answer): Promise<void> {
    try {
      const margins = await this.server.margins(answer.id);
      if (image.answer === answer) this.weighed(image, margins);
    } catch (error) {
      if (image.answer !== answer) return;
      // the people are drawn; only their halos are missing
      image.doubts = NO_DOUBTS;
      image.failure = failure(error);
    }
    if (!this.waiting.includes(image)) this.waiting.push(image);
    this.tell(image);
    this.sharpen();
  }

  private weighed(image: Image, margins: readonly Margin[], before?: Doubts): void {
    const { scene, problem } = image;
    if (!scene) return;
    const joints = scene.people.flatMap((person) => person.joints.map((joint) => joint.detection));
    image.doubts = doubts(margins, new Set(joints), before);
    image.ambiguity = ambiguity(image.doubts, scene, weakOf(scene, problem));
    image.weighed = unsettled(image.doubts).length === 0 ? "exact" : "bounds";
  }

  /** One image at a time, since each takes many solves; the open one first. */
  private sharpen(): void {
    const wanted = [this.current, ...(this.allSolved() ? this.waiting : [])].find((image) => image?.weighed === "bounds" && !image.busy);
    if (!wanted?.answer || this.sharpening?.answer === wanted.answer) return;
    if (this.sharpening) {
      if (wanted !== this.current || this.sharpening.image === this.current) return;
      this.sharpening.stop.abort();
    }
    const run = { image: wanted, answer: wanted.answer, stop: new AbortController() };
    this.sharpening = run;
    void this.sharpened(run.image, run.answer, run.stop.signal).finally(() => {
      if (this.sharpening === run) this.sharpening = undefined;
      this.waiting = this.waiting.filter((image) => image.weighed === "bounds");
      this.tell(run.image);
      this.sharpen();
    });
  }

  private async sharpened(image: Image, answer: Answer, signal: AbortSignal): Promise<void> {
    const end = performance.now() + PATIENCE;
    try {
      const asked = new Set<number>();
      while (image.answer === answer && performance.now() < end) {
        const piece = unsettled(image.doubts).filter((joint) => !asked.has(joint)).slice(0, PIECE);
        if (piece.length === 0) break;
        piece.forEach((joint) => asked.add(joint));
        const margins = await this.server.exactMargins(answer.id, piece, signal);
        if (image.answer !== answer) return;
        this.weighed(image, margins, image.doubts);
        this.tell(image);
      }
      if (image.answer === answer) image.weighed = "exact";
    } catch {
      // bounds stay, which are true; a server that is gone is noticed by the next change
      if (image.answer === answer && !signal.aborted) image.weighed = "exact";
    }
  }
}
