import { Refused, type Answer, type Client, type MissedJoint, type Pin } from "./api";
import { mostDoubtfulFirst } from "./doubt";
import { problemIn, type Source } from "./files";
import { failure, fresh, nameOf, type Image } from "./image";
import { news } from "./news";
import { hues } from "./palette";
import { added, asAsked, changed, detectionsOf, movesOf, pinsOf, redone, same, undone, type Edit, type History } from "./pins";
import { anchor, asHere, sceneOf, weakOf, type Scene } from "./scene";
import type { Size } from "./view";
import { Weighing } from "./weigh";
import { nounsOf } from "./words";

/** The part of the client that is used here. */
export type Server = Pick<Client, "begin" | "repin" | "addJoint" | "margins" | "exactMargins" | "listen" | "end">;

/** How many images are sent at once; the server has other clients. */
const AT_ONCE = 2;
/** What becomes of images that are not open is told together, after so many milliseconds: a clip has thousands. */
const PAUSE = 200;

/** The images of this page, what is asked about them, and who wants to know of changes. */
export class Work {
  images: readonly Image[] = [];
  current: Image | undefined;
  /** Another order of the strip than by doubt. */
  arrange: (byDoubt: Image[], images: readonly Image[]) => Image[] = (byDoubt) => byDoubt;
  private readonly listeners: (() => void)[] = [];
  private readonly speakers: ((sentence: string) => void)[] = [];
  private readonly stops = new Map<number, () => void>();
  private readonly weighing: Weighing;
  private telling: ReturnType<typeof setTimeout> | undefined;
  private running = 0;
  private nextKey = 0;

  constructor(private readonly server: Server) {
    this.weighing = new Weighing(server, (image) => this.tellOf(image), () => this.running === 0);
  }

  onChange(listener: () => void): void {
    this.listeners.push(listener);
  }

  /** Sentences about what a new answer changed in the open image. */
  onNews(listener: (sentence: string) => void): void {
    this.speakers.push(listener);
  }

  private tell(): void {
    clearTimeout(this.telling);
    this.telling = undefined;
    this.listeners.forEach((listener) => listener());
  }

  private tellOf(image: Image): void {
    if (image === this.current) this.tell();
    else this.telling ??= setTimeout(() => this.tell(), PAUSE);
  }

  /** Most doubtful first, those that are done at the end, unless they are arranged otherwise. */
  ordered(): Image[] {
    const open = this.images.filter((image) => !image.done);
    return this.arrange([...mostDoubtfulFirst(open), ...mostDoubtfulFirst(this.images.filter((image) => image.done))], this.images);
  }

  /** Adds images and begins with them; the first that is not done is opened if none is open. */
  add(sources: readonly Source[]): void {
    const more = sources.map((source) => {
      const before = source.kept?.key;
      const key = before === undefined || this.images.some((image) => image.key === before) ? this.nextKey : before;
      this.nextKey = Math.max(this.nextKey, key + 1);
      return fresh(key, source);
    });
    this.images = [...this.images, ...more];
    if (!this.current) this.open(more.find((image) => !image.done) ?? more[0]);
    else this.tell();
    this.next();
  }

  /** The photo of an image that had none. */
  attach(image: Image, photo: Blob): void {
    image.source = { ...image.source, photo };
    this.tell();
  }

  /** The size of an image whose problem did not say it. */
  size(image: Image, { width, height }: Size): void {
    if (!image.problem || !image.answer || image.problem.image?.width !== undefined) return;
    image.problem = { ...image.problem, image: { file: image.source.name, ...image.problem.image, width, height } };
    image.scene = sceneOf(image.problem, image.answer, movesOf(image.history));
    this.tell();
  }

  open(image: Image | undefined): void {
    this.current = image;
    this.weighing.first(image);
    this.tell();
  }

  /** Closes images, and their sessions. */
  remove(gone: readonly Image[]): void {
    this.images = this.images.filter((image) => !gone.includes(image));
    for (const image of gone) {
      this.stops.get(image.key)?.();
      this.weighing.stop(image);
      this.end(image.session);
    }
    if (this.current && gone.includes(this.current)) this.open(this.ordered()[0]);
    else this.tell();
  }

  /** The page is closed, perhaps for good. */
  leave(): void {
    this.images.forEach((image) => this.end(image.session));
  }

  private end(session: string | undefined): void {
    // a server that does not hear this ends the session by itself
    if (session !== undefined) void this.server.end(session).catch(() => undefined);
  }

  /** Whether an image can be called done: it has an answer, and its pins hold. */
  finishable(image: Image): boolean {
    return image.state === "solved" && image.conflict.length === 0;
  }

  /** This image is done; the most doubtful one that is not is opened. */
  finish(image: Image): void {
    image.done = true;
    this.open(this.ordered().find((other) => !other.done) ?? image);
  }

  reopen(image: Image): void {
    image.done = false;
    this.tell();
  }

  private next(): void {
    while (this.running < AT_ONCE) {
      const waiting = [this.current, ...this.images].find((image) => image?.state === "waiting");
      if (!waiting) return;
      this.running++;
      waiting.state = "solving";
      void this.begin(waiting).finally(() => {
        this.running--;
        this.next();
        if (this.running === 0) this.weighing.first(this.current);
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
    this.tellOf(image);
    try {
      const answer = await this.begun(image);
      if (!this.images.includes(image)) return this.end(answer.id);
      image.asked = [];
      this.take(image, answer);
      this.name(image);
      await this.settle(image, image.added.length > 0);
    } catch (error) {
      image.state = "failed";
      image.failure = failure(error);
      this.tellOf(image);
    }
  }

  /** With the problem, once there is one: the network need not look twice, and joints that were added are in it. */
  private async begun({ problem, source }: Image): Promise<Answer> {
    const known = problem ?? problemIn(source);
    const body = known ? JSON.stringify(known) : (source.body as Blob | string);
    const answer = await this.server.begin(body, source.name);
    // the very one, so that it does not count as a change
    return known ? { ...answer, problem: known } : answer;
  }

  /** @param before what was drawn before the last change; the news are about the difference from it, also when its proof is done */
  private take(image: Image, answer: Answer, before = image.scene): void {
    image.session = answer.id;
    const problem = answer.problem ?? image.problem;
    if (!problem) throw new Error("the server left out the problem");
    image.problem = asHere(problem, image.problem);
    image.answer = answer;
    image.scene = sceneOf(image.problem, answer, movesOf(image.history));
    // weak people are faint, so that the others choose first
    const weaker = weakOf(image.scene, problem);
    const first = hues(image.hues, image.scene.people.filter(({ number }) => !weaker.has(number)));
    image.hues = hues(first, image.scene.people);
    image.state = "solved";
    image.failure = undefined;
    image.conflict = [];
    this.weighing.stop(image);
    this.stops.get(image.key)?.();
    this.stops.delete(image.key);
    this.tellOf(image);
    if (image === this.current) this.speak(news(before, image.scene, answer, nounsOf(problem)));
    if (answer.proof === "running") this.watch(image, answer, before);
    else void this.weighing.weigh(image, answer);
  }

  private speak(sentence: string): void {
    this.speakers.forEach((speaker) => speaker(sentence));
  }

  private watch(image: Image, answer: Answer, before: Scene | undefined): void {
    image.bounds = undefined;
    const stop = this.server.listen(answer.id, {
      bounds: (bounds) => {
        image.bounds = bounds;
        this.tellOf(image);
      },
      answer: (proven) => {
        if (image.answer === answer) this.take(image, proven, before);
      },
      ended: () => this.stops.delete(image.key),
    });
    this.stops.set(image.key, stop);
  }

  /** This detection belongs to the person of that one. */
  give(image: Image, detection: number, onto: number): void {
    const to = image.problem && image.scene ? anchor(image.problem, image.scene, detection, onto) : onto;
    if (to !== detection) this.move(image, detection, to);
  }

  /** These two detections belong together; what was said before of the first is forgotten. */
  move(image: Image, detection: number, to: number): void {
    this.pin(image, { together: [detection, to] });
  }

  pin(image: Image, pin: Pin): void {
    this.edit(image, { pins: [pin] });
  }

  /** Several pins, or a joint that is moved, as one step that can be undone. */
  edit(image: Image, edit: Edit): void {
    this.change(image, changed(image.history, added(image.history.edits, edit)));
  }

  /** Takes one edit back, wherever it is in the list. */
  revoke(image: Image, edit: Edit): void {
    this.change(image, changed(image.history, image.history.edits.filter((other) => other !== edit)));
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
    this.name(image);
    if (image.problem && image.answer) image.scene = sceneOf(image.problem, image.answer, movesOf(history));
    this.tellOf(image);
    if (image.state === "solved") void this.settle(image, false);
  }

  /** Pinned detections are called what they are when they are pinned. */
  private name(image: Image): void {
    const named = [...pinsOf(image.history).flatMap(detectionsOf), ...movesOf(image.history).keys()];
    const nameless = named.filter((detection) => !image.names.has(detection));
    if (nameless.length === 0 || !image.scene) return;
    image.names = new Map([...image.names, ...nameless.map((detection) => [detection, nameOf(image, detection)] as const)]);
  }

  /**
   * A joint that the detector missed, as one step that can be undone.
   *
   * @throws Refused if it cannot be where it should be; nothing is added then
   */
  async addJoint(image: Image, joint: MissedJoint): Promise<void> {
    if (image.busy || image.conflict.length > 0) throw new Error("the image is being solved, or its pins contradict each other");
    image.busy = true;
    this.weighing.pause(image);
    this.tellOf(image);
    try {
      const before = pinsOf(image.history);
      const answer = await this.anew(image, asAsked(before, image.added), (session) => this.server.addJoint(session, joint));
      const pin = answer.pins.at(-1);
      if (!answer.problem || !pin) throw new Error("the server left out the new joint");
      image.added = [...image.added, answer.problem.detections.length - 1];
      // changes that came meanwhile are asked for next
      image.history = changed(image.history, [...image.history.edits, { pins: [pin] }]);
      image.asked = [...before, pin];
      this.take(image, answer);
      this.name(image);
    } finally {
      image.busy = false;
      this.tellOf(image);
    }
    await this.settle(image, false);
  }

  /** Asks until the server has answered for the latest pins; changes that come meanwhile are asked together. */
  private async settle(image: Image, again: boolean): Promise<void> {
    if (image.busy) return;
    image.busy = true;
    this.weighing.pause(image);
    this.tellOf(image);
    try {
      while (again || !sameList(image.asked, pinsOf(image.history))) {
        again = false;
        image.asked = pinsOf(image.history);
        await this.ask(image);
      }
    } finally {
      image.busy = false;
      this.weighing.first(this.current);
      this.tellOf(image);
    }
  }

  private async ask(image: Image): Promise<void> {
    const pins = asAsked(image.asked, image.added);
    try {
      this.take(image, await this.anew(image, [], (session) => this.server.repin(session, pins)));
    } catch (error) {
      image.failure = failure(error);
      image.conflict = error instanceof Refused ? (error.refusal.conflict ?? []) : [];
    }
  }

  /**
   * Sessions end when they are not used for long; problem and pins are kept here, so a new one is begun.
   *
   * @param pins that a new session needs before it is asked
   */
  private async anew(image: Image, pins: readonly Pin[], ask: (session: string) => Promise<Answer>): Promise<Answer> {
    try {
      return await ask(image.session ?? "");
    } catch (error) {
      if (!(error instanceof Refused) || error.type !== "no-such-session") throw error;
      const begun = await this.begun(image);
      image.session = begun.id;
      if (pins.length > 0) await this.server.repin(begun.id, pins);
      return await ask(begun.id);
    }
  }
}

function sameList(a: readonly Pin[], b: readonly Pin[]): boolean {
  return a.length === b.length && a.every((pin, i) => same(pin, b[i]!));
}
