import type { Answer, Client } from "./api";
import { frameNumber } from "./clips";
import { failure, type Image } from "./image";
import { GREY, HUES } from "./palette";
import type { Person } from "./scene";
import { advice } from "./words";

/** The frames of a clip, as the server takes them: places of joints by part. */
export interface Frame {
  readonly name: string;
  readonly people: readonly Readonly<Record<string, readonly [number, number]>>[];
}

/** What outlives the page. */
export interface Memory {
  read(): boolean;
  write(on: boolean): void;
}

/** Answers that come within this time are asked about together. */
const PAUSE = 300;

/** Images by clip, each in the order of its frames; those of a clip with fewer than two answers are left out. */
export function clips(images: readonly Image[]): Image[][] {
  const found = new Map<string, [number, Image][]>();
  for (const image of images) {
    const number = frameNumber(image.source);
    if (number === undefined) continue;
    const clip = image.source.clip!;
    const known = found.get(clip);
    if (known) known.push([number, image]);
    else found.set(clip, [[number, image]]);
  }
  return [...found.values()]
    .filter((clip) => clip.filter(([, image]) => image.scene).length >= 2)
    .map((clip) => clip.sort((a, b) => a[0] - b[0] || a[1].key - b[1].key).map(([, image]) => image));
}

export function frame({ source, problem, scene }: Image): Frame {
  const place = (person: Person) =>
    Object.fromEntries(person.joints.map(({ detection, x, y }) => [problem?.detections[detection]?.part ?? "", [x, y] as const]));
  return { name: source.name, people: scene?.people.map(place) ?? [] };
}

/** The hue of a track is the same in all frames. */
export function hueOf(track: number | null): number {
  return track === null ? GREY : (track - 1) % HUES.length;
}

/** Frames in their order, and who is who in them. */
export class Tracks {
  on: boolean;
  /** Answers that the server was last asked about. */
  private asked: readonly (Answer | undefined)[] = [];
  private images: readonly Image[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;
  private complained = false;

  /**
   * @param tell is called when there are other tracks
   * @param say what the server refused, and nothing when it no longer does
   */
  constructor(
    private readonly server: Pick<Client, "tracks">,
    private readonly memory: Memory,
    private readonly tell: () => void,
    private readonly say: (sentence: string) => void,
  ) {
    this.on = memory.read();
  }

  /** Whether there is something to order by frame. */
  get possible(): boolean {
    return clips(this.images).length > 0;
  }

  toggle(): void {
    this.on = !this.on;
    this.memory.write(this.on);
    this.note(this.images);
    this.tell();
  }

  /** Frames of clips first, in order; whatever else there is stays as it was. */
  ordered(images: readonly Image[]): Image[] {
    if (!this.on) return [...images];
    const frames = clips([...images].sort((a, b) => a.key - b.key)).flat();
    return [...frames, ...images.filter((image) => !frames.includes(image))];
  }

  /** Called after every change; asks when an answer is another one. */
  note(images: readonly Image[]): void {
    this.images = images;
    const frames = this.on ? clips(images) : [];
    const answers = frames.flat().map((image) => image.answer);
    if (answers.length === this.asked.length && answers.every((answer, i) => answer === this.asked[i])) return;
    this.asked = answers;
    clearTimeout(this.timer);
    this.only(frames.flat());
    if (frames.length === 0) this.complain("");
    else this.timer = setTimeout(() => void this.ask(frames, answers), PAUSE);
  }

  private only(frames: readonly Image[]): void {
    for (const image of this.images) if (!frames.includes(image)) image.tracked = undefined;
  }

  /** @param answers what is asked about; the reply is dropped if there are others by then */
  private async ask(frames: readonly Image[][], answers: readonly (Answer | undefined)[]): Promise<void> {
    const solved = frames.map((clip) => clip.filter((image) => image.scene));
    try {
      const found = await Promise.all(solved.map((clip) => this.server.tracks(clip.map(frame))));
      if (this.asked !== answers) return;
      solved.forEach((clip, c) => clip.forEach((image, f) => take(image, found[c]?.[f] ?? [])));
      this.complain("");
    } catch (error) {
      if (this.asked !== answers) return;
      const { type, detail } = failure(error);
      this.only([]);
      this.complain(`There are no tracks: ${detail}${detail.endsWith(".") ? "" : "."} ${advice(type)}`.trim());
    }
    this.tell();
  }

  private complain(sentence: string): void {
    if (sentence !== "" || this.complained) this.say(sentence);
    this.complained = sentence !== "";
  }
}

function take(image: Image, found: readonly (number | null)[]): void {
  const people = image.scene?.people ?? [];
  const tracks = new Map(people.map((person, i) => [person.number, found[i] ?? null]));
  image.tracked = { tracks, hues: new Map([...tracks].map(([number, track]) => [number, hueOf(track)])) };
}
