import { Refused, ServerGone, type Answer, type Bounds, type Client, type Margin, type Pin, type Problem } from "./api";
import { ambiguity, DOUBTFUL_BELOW, doubtful, doubts, mostDoubtfulFirst, NO_DOUBTS, type Doubts } from "./doubt";
import type { Source } from "./files";
import { hues } from "./palette";
import { added, changed, detectionsOf, moved, NO_PINS, redone, same, undone, type History } from "./pins";
import { sceneOf, type Scene } from "./scene";
import { personName } from "./words";

/** Why there is no answer, or no new one. */
export interface Failure {
  /** Of the server's refusals, such as `no-network`; `gone` if it does not answer; `page` for everything else. */
  readonly type: string;
  readonly detail: string;
}

/** One image or problem, with all that is known of it. */
export interface Image {
  readonly key: number;
  readonly source: Source;
  state: "waiting" | "solving" | "solved" | "failed";
  failure?: Failure | undefined;
  session?: string;
  problem?: Problem;
  answer?: Answer;
  scene?: Scene;
  doubts: Doubts;
  /** What the margins are: not known yet, lower bounds, or themselves. */
  weighed: "no" | "bounds" | "exact";
  /** Of its least margin; undefined if none is known. */
  ambiguity: number | undefined;
  hues: Map<number, number>;
  history: History;
  /** What pinned detections were when they were pinned, such as `left wrist of 2`. */
  names: Map<number, string>;
  /** Pins that the server has last been asked about. */
  asked: readonly Pin[];
  /** Of these pins, those that cannot all hold. */
  conflict: readonly Pin[];
  /** Of the proof that goes on, or that ended last. */
  bounds: Bounds[];
  /** A change is under way. */
  busy: boolean;
}

/** The part of the client that is used here. */
export type Server = Pick<Client, "begin" | "repin" | "margins" | "exactMargins" | "listen">;

/** How many images are sent at once; the server has other clients. */
const AT_ONCE = 2;
const MOST_BOUNDS = 500;

/** The images of this page, what is asked about them, and who wants to know of changes. */
export class Work {
  readonly images: Image[] = [];
  current: Image | undefined;
  private readonly listeners: (() => void)[] = [];
  private readonly stops = new Map<number, () => void>();
  private running = 0;
  /** The one image whose margins are found exactly just now. */
  private sharpening: { image: Image; answer: Answer; stop: AbortController } | undefined;

  constructor(private readonly server: Server) {}

  onChange(listener: () => void): void {
    this.listeners.push(listener);
  }

  private tell(): void {
    this.listeners.forEach((listener) => listener());
  }

  /** Most doubtful first. */
  ordered(): Image[] {
    return mostDoubtfulFirst(this.images);
  }

  /** Adds images and begins with them; the first is opened if none is open. */
  add(sources: readonly Source[]): void {
    for (const source of sources) {
      const image: Image = {
        key: this.images.length,
        source,
        state: "waiting",
        doubts: NO_DOUBTS,
        weighed: "no",
        ambiguity: undefined,
        hues: new Map(),
        history: NO_PINS,
        names: new Map(),
        asked: [],
        conflict: [],
        bounds: [],
        busy: false,
      };
      this.images.push(image);
      this.current ??= image;
    }
    this.tell();
    this.next();
  }

  open(image: Image): void {
    this.current = image;
    this.tell();
    this.sharpen();
  }

  private next(): void {
    while (this.running < AT_ONCE) {
      const waiting = this.images.find((image) => image.state === "waiting");
      if (!waiting) return;
      this.running++;
      waiting.state = "solving";
      void this.begin(waiting).finally(() => {
        this.running--;
        this.next();
      });
    }
  }

  /** Asks again for an image that failed, or for pins that the server did not get. */
  retry(image: Image): void {
    image.failure = undefined;
    if (image.state === "failed") {
      image.state = "waiting";
      this.tell();
      this.next();
    } else {
      void this.settle(image, true);
    }
  }

  private async begin(image: Image): Promise<void> {
    this.tell();
    try {
      const answer = await this.server.begin(image.source.body, image.source.name);
      image.asked = [];
      this.take(image, answer);
      await this.settle(image, false);
    } catch (error) {
      image.state = "failed";
      image.failure = failure(error);
      this.tell();
    }
  }

  private take(image: Image, answer: Answer): void {
    image.session = answer.id;
    const problem = answer.problem ?? image.problem;
    if (!problem) throw new Error("the server left out the problem");
    image.problem = problem;
    image.answer = answer;
    image.scene = sceneOf(problem, answer);
    image.hues = hues(image.hues, image.scene.people);
    image.state = "solved";
    image.failure = undefined;
    image.conflict = [];
    image.weighed = "no";
    if (this.sharpening?.image === image) this.sharpening.stop.abort();
    this.stops.get(image.key)?.();
    this.stops.delete(image.key);
    this.tell();
    if (answer.proof === "running") this.watch(image, answer);
    else void this.weigh(image, answer);
  }

  private watch(image: Image, answer: Answer): void {
    image.bounds = [];
    const stop = this.server.listen(answer.id, {
      bounds: (bounds) => {
        image.bounds = [...image.bounds, bounds].slice(-MOST_BOUNDS);
        this.tell();
      },
      answer: (proven) => {
        if (image.answer === answer) this.take(image, proven);
      },
      ended: () => this.stops.delete(image.key),
    });
    this.stops.set(image.key, stop);
  }

  /** Margins of an answer, unless there is another one by then: bounds first, then what is small exactly. */
  private async weigh(image: Image, answer: Answer): Promise<void> {
    try {
      const margins = await this.server.margins(answer.id);
      if (image.answer === answer) this.weighed(image, margins, "bounds");
    } catch (error) {
      if (image.answer !== answer) return;
      // the people are drawn; only their halos are missing
      image.doubts = NO_DOUBTS;
      image.failure = failure(error);
    }
    this.tell();
    this.sharpen();
  }

  private weighed(image: Image, margins: readonly Margin[], how: Image["weighed"]): void {
    const joints = image.scene?.people.flatMap((person) => person.joints.map((joint) => joint.detection));
    image.doubts = doubts(margins, new Set(joints));
    image.ambiguity = ambiguity(image.doubts);
    image.weighed = how === "bounds" && doubtful(image.doubts).length === 0 ? "exact" : how;
  }

  /** One image at a time, since each takes many solves; the open one first. */
  private sharpen(): void {
    const wanted = [this.current, ...this.images].find((image) => image?.weighed === "bounds" && !image.busy);
    if (!wanted?.answer || this.sharpening?.answer === wanted.answer) return;
    if (this.sharpening) {
      if (wanted !== this.current || this.sharpening.image === this.current) return;
      this.sharpening.stop.abort();
    }
    const run = { image: wanted, answer: wanted.answer, stop: new AbortController() };
    this.sharpening = run;
    void this.sharpened(run.image, run.answer, run.stop.signal).finally(() => {
      if (this.sharpening === run) this.sharpening = undefined;
      this.tell();
      this.sharpen();
    });
  }

  private async sharpened(image: Image, answer: Answer, signal: AbortSignal): Promise<void> {
    try {
      const margins = await this.server.exactMargins(answer.id, DOUBTFUL_BELOW, signal);
      if (image.answer === answer) this.weighed(image, margins, "exact");
    } catch {
      // bounds stay, which are true; a server that is gone is noticed by the next change
      if (image.answer === answer && !signal.aborted) image.weighed = "exact";
    }
  }

  /** This detection belongs to the person of that one. */
  move(image: Image, detection: number, to: number): void {
    this.change(image, changed(image.history, moved(image.history.pins, detection, to)));
  }

  pin(image: Image, pin: Pin): void {
    this.change(image, changed(image.history, added(image.history.pins, pin)));
  }

  unpin(image: Image, pin: Pin): void {
    const fewer = image.history.pins.filter((other) => !same(other, pin));
    this.change(image, changed(image.history, fewer));
  }

  undo(image: Image): void {
    this.change(image, undone(image.history));
  }

  redo(image: Image): void {
    this.change(image, redone(image.history));
  }

  private change(image: Image, history: History): void {
    if (history === image.history) return;
    image.history = history;
    for (const detection of history.pins.flatMap(detectionsOf)) {
      if (!image.names.has(detection)) image.names.set(detection, nameOf(image, detection));
    }
    this.tell();
    if (image.state === "solved") void this.settle(image, false);
  }

  /** Asks until the server has answered for the latest pins; changes that come meanwhile are asked together. */
  private async settle(image: Image, again: boolean): Promise<void> {
    if (image.busy) return;
    image.busy = true;
    this.tell();
    try {
      while (again || !sameList(image.asked, image.history.pins)) {
        again = false;
        image.asked = image.history.pins;
        await this.ask(image);
      }
    } finally {
      image.busy = false;
      this.tell();
    }
  }

  private async ask(image: Image): Promise<void> {
    try {
      this.take(image, await this.repin(image, image.asked));
    } catch (error) {
      image.failure = failure(error);
      image.conflict = error instanceof Refused ? (error.refusal.conflict ?? []) : [];
    }
  }

  /** Sessions end when they are not used for long; the pins are kept here, so a new one is begun. */
  private async repin(image: Image, pins: readonly Pin[]): Promise<Answer> {
    try {
      return await this.server.repin(image.session ?? "", pins);
    } catch (error) {
      if (!(error instanceof Refused) || error.type !== "no-such-session") throw error;
      const begun = await this.server.begin(image.source.body, image.source.name);
      image.session = begun.id;
      return pins.length === 0 ? begun : await this.server.repin(begun.id, pins);
    }
  }
}

function nameOf(image: Image, detection: number): string {
  const part = image.scene?.spots.get(detection)?.part.label ?? `detection ${detection}`;
  const owner = image.scene?.owner.get(detection);
  return owner ? `${part} of ${personName(owner.number)}` : part;
}

function sameList(a: readonly Pin[], b: readonly Pin[]): boolean {
  return a.length === b.length && a.every((pin, i) => same(pin, b[i]!));
}

export function failure(error: unknown): Failure {
  if (error instanceof Refused) return { type: error.type, detail: error.refusal.detail };
  if (error instanceof ServerGone) return { type: "gone", detail: error.message };
  return { type: "page", detail: error instanceof Error ? error.message : String(error) };
}
