import type { Answer, Client, Crossing, Tracked } from "./api";
import { frameNumber } from "./clips";
import { failure, type Image } from "./image";
import { GREY, HUES } from "./palette";
import type { Person } from "./scene";
import { dictionary, integer, list, object } from "./shape";
import { advice } from "./words";

/** The frames of a clip, as the server takes them: places of joints by part. */
export interface Frame {
  readonly name: string;
  readonly people: readonly Readonly<Record<string, readonly [number, number]>>[];
}

/** Two people, [frame, index], who are neighbours of one track. */
export interface TrackPin {
  readonly same: readonly (readonly number[])[];
}

/** By clip what was said of its tracks, one step after the other. */
export type TrackPins = Readonly<Record<string, readonly (readonly TrackPin[])[]>>;

/** What was written of them; what cannot be read counts as nothing. */
export function readPins(text: string): TrackPins {
  try {
    const read: unknown = JSON.parse(text || "{}");
    return dictionary(list(list(object({ same: list(list(integer)) })))).read(read, "");
  } catch {
    return {};
  }
}

/** What outlives the page. */
export interface Memory {
  read(): boolean;
  write(on: boolean): void;
  readPins(): TrackPins;
  writePins(pins: TrackPins): void;
}

/** The tracks of one clip. */
export interface ClipTracks {
  readonly clip: string;
  readonly images: readonly Image[];
  readonly numbers: readonly number[];
  /** For each frame the tracks of its people. */
  readonly tracks: readonly (readonly (number | null)[])[];
  readonly crossings: readonly Crossing[];
}

/** So many images have a place in the strip, those near the open one. */
const MAX_SHOWN = 120;

export function near(images: readonly Image[], current: Image | undefined): Image[] {
  if (images.length <= MAX_SHOWN) return [...images];
  const at = Math.max(0, current ? images.indexOf(current) : 0);
  const from = Math.max(0, Math.min(at - MAX_SHOWN / 2, images.length - MAX_SHOWN));
  return images.slice(from, from + MAX_SHOWN);
}

/** Answers that come within this time are asked about together. */
const PAUSE = 300;
/** While frames are still to be solved, for this many times as long as the last reply took: tracks must not take their time. */
const PATIENCE = 20;

/** Lists of images do not change; what is found in one is needed several times for each change of an answer. */
const grouped = new WeakMap<readonly Image[], Image[][]>();

function byClip(images: readonly Image[]): Image[][] {
  const known = grouped.get(images);
  if (known) return known;
  const found = new Map<string, [number, Image][]>();
  for (const image of [...images].sort((a, b) => a.key - b.key)) {
    const number = frameNumber(image.source);
    if (number === undefined) continue;
    const clip = image.source.clip!;
    const frames = found.get(clip);
    if (frames) frames.push([number, image]);
    else found.set(clip, [[number, image]]);
  }
  const groups = [...found.values()].map((clip) => clip.sort((a, b) => a[0] - b[0] || a[1].key - b[1].key).map(([, image]) => image));
  grouped.set(images, groups);
  return groups;
}

/** Images by clip, each in the order of its frames; those of a clip with fewer than two answers are left out. */
export function clips(images: readonly Image[]): Image[][] {
  return byClip(images).filter((clip) => {
    const first = clip.findIndex(({ scene }) => scene);
    return first >= 0 && clip.some(({ scene }, at) => at > first && scene);
  });
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
  /** How long the last reply took, in milliseconds. */
  private took = 0;
  private complained = false;
  private found: ClipTracks[] = [];
  private pins: TrackPins;

  /**
   * @param tell is called when there are other tracks
   * @param complains what the server refused, and nothing when it no longer does
   */
  constructor(
    private readonly server: Pick<Client, "tracks">,
    private readonly memory: Memory,
    private readonly tell: () => void,
    private readonly complains: (sentence: string) => void,
  ) {
    this.on = memory.read();
    this.pins = memory.readPins();
  }

  /** The tracks of the clip that an image is of; undefined where there are none. */
  of(image: Image | undefined): ClipTracks | undefined {
    return this.on ? this.found.find(({ images }) => image !== undefined && images.includes(image)) : undefined;
  }

  pinsOf(clip: string): TrackPin[] {
    return (this.pins[clip] ?? []).flat();
  }

  /** Says that links of a clip are as they should be. What was said of one of the people before is forgotten. */
  pin(clip: string, links: readonly (readonly (readonly number[])[])[]): void {
    const ends = new Set(links.flatMap(([from, to]) => [`from ${from}`, `to ${to}`]));
    const kept = (this.pins[clip] ?? []).map((step) => step.filter(({ same: [from, to] }) => !ends.has(`from ${from}`) && !ends.has(`to ${to}`)));
    this.say(clip, [...kept, links.map((same) => ({ same }))]);
  }

  undo(clip: string): void {
    this.say(clip, (this.pins[clip] ?? []).slice(0, -1));
  }

  private say(clip: string, steps: readonly (readonly TrackPin[])[]): void {
    this.pins = { ...this.pins, [clip]: steps.filter((step) => step.length > 0) };
    this.memory.writePins(this.pins);
    this.asked = [];
    this.note(this.images);
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
  ordered(byDoubt: Image[], images: readonly Image[]): Image[] {
    if (!this.on) return byDoubt;
    const frames = clips(images).flat();
    const first = new Set(frames);
    return [...frames, ...byDoubt.filter((image) => !first.has(image))];
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
    const unsolved = frames.some((clip) => clip.some(({ scene, state }) => !scene && state !== "failed"));
    if (frames.length === 0) this.complain("");
    else this.timer = setTimeout(() => void this.ask(frames, answers), Math.max(PAUSE, unsolved ? PATIENCE * this.took : 0));
  }

  private only(frames: readonly Image[]): void {
    const kept = new Set(frames);
    for (const image of this.images) if (!kept.has(image)) image.tracked = undefined;
    this.found = this.found.filter(({ images }) => images.every((image) => kept.has(image)));
  }

  /** @param answers what is asked about; the reply is dropped if there are others by then */
  private async ask(frames: readonly Image[][], answers: readonly (Answer | undefined)[]): Promise<void> {
    const solved = frames.map((clip) => clip.filter((image) => image.scene));
    const start = performance.now();
    try {
      const found = await Promise.all(solved.map((clip) => this.server.tracks(clip.map(frame), this.pinsOf(clip[0]!.source.clip!))));
      this.took = performance.now() - start;
      if (this.asked !== answers) return;
      this.found = solved.map((images, c) => clipTracks(images, found[c]!));
      solved.forEach((clip, c) => clip.forEach((image, f) => take(image, found[c]?.tracks[f] ?? [])));
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
    if (sentence !== "" || this.complained) this.complains(sentence);
    this.complained = sentence !== "";
  }
}

function clipTracks(images: readonly Image[], { tracks, crossings }: Tracked): ClipTracks {
  return { clip: images[0]!.source.clip!, images, numbers: images.map((image) => frameNumber(image.source)!), tracks, crossings: crossings ?? [] };
}

function take(image: Image, found: readonly (number | null)[]): void {
  const people = image.scene?.people ?? [];
  const tracks = new Map(people.map((person, i) => [person.number, found[i] ?? null]));
  image.tracked = { tracks, hues: new Map([...tracks].map(([number, track]) => [number, hueOf(track)])) };
}
