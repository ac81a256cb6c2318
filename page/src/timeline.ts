import type { Crossing } from "./api";
import { button, el, enable } from "./dom";
import { colour } from "./palette";
import { hueOf, type ClipTracks } from "./tracks";
import { figure } from "./words";

/** Frames, both included, in which a track has a person without a break. */
export type Run = readonly [first: number, last: number];

/** So many lanes have room; of more tracks, several that do not overlap share one. */
const MAX_LANES = 12;
const LANE = 14;
const RULER = 18;
const MARK = 5;

/** The runs of each track, as places in the list of frames. */
export function runs(tracks: ClipTracks["tracks"]): Map<number, Run[]> {
  const found = new Map<number, Run[]>();
  tracks.forEach((people, frame) => {
    for (const track of people) {
      if (track === null) continue;
      const known = found.get(track);
      const last = known?.at(-1);
      if (known && last && last[1] === frame - 1) known[known.length - 1] = [last[0], frame];
      else if (known) known.push([frame, frame]);
      else found.set(track, [[frame, frame]]);
    }
  });
  return found;
}

/** The lane of each track: its own, or, if there are too many, the first that is free. */
export function lanes(found: ReadonlyMap<number, readonly Run[]>): Map<number, number> {
  const order = [...found.keys()].sort((a, b) => a - b);
  if (order.length <= MAX_LANES) return new Map(order.map((track, lane) => [track, lane]));
  const ends: number[] = [];
  return new Map(
    order.map((track) => {
      const own = found.get(track)!;
      const free = ends.findIndex((end) => end < own[0]![0]);
      const lane = free < 0 ? ends.length : free;
      ends[lane] = own.at(-1)![1];
      return [track, lane] as const;
    }),
  );
}

/** What the buttons do. */
export interface TimelineActions {
  open(place: number): void;
  say(clip: string, links: Crossing["same"]): void;
  undo(clip: string): void;
  save(clip: string): void;
}

/** Lanes of tracks over the frames of a clip, with marks where they are in doubt. */
export class Timeline {
  readonly element: HTMLElement;
  private readonly canvas = el("canvas", { role: "img", "aria-label": "Tracks over the frames" });
  private readonly words = el("span", { class: "what", role: "status" });
  private readonly next = button("Next crossing", { class: "main", title: "x, back: Shift-X", "data-key": "crossing" }, () => this.step(1));
  private readonly play = button("Play", { title: "b: a second around it" }, () => this.playing());
  private readonly same = button("Same", { title: "y: the tracks are right here" }, () => this.say("same"));
  private readonly swap = button("Swap from here", { title: "t: the other tracks are right" }, () => this.say("swap"));
  private readonly back = button("Undo", { title: "Shift-Y" }, () => this.undo());
  private readonly save = button("Save pins", { title: "A file for jointly track --pins" }, () => this.clip && this.actions.save(this.clip.clip));
  private clip: ClipTracks | undefined;
  private found = new Map<number, Run[]>();
  private lane = new Map<number, number>();
  private current = 0;
  private chosen: Crossing | undefined;
  /** Places that were looked at: they are not shown again. */
  private readonly seen = new Set<string>();
  private pinned = 0;
  private timer: ReturnType<typeof setInterval> | undefined;

  constructor(private readonly actions: TimelineActions) {
    this.canvas.addEventListener("click", (event) => this.clip && this.actions.open(this.place(event.offsetX)));
    new ResizeObserver(() => this.draw()).observe(this.canvas);
    this.element = el("section", { class: "timeline", "aria-label": "Timeline", hidden: true }, this.canvas, el("div", { class: "line" }, this.next, this.play, this.same, this.swap, this.back, this.save, this.words));
  }

  get shown(): boolean {
    return this.clip !== undefined;
  }

  /** @param place of the open frame in its clip */
  update(clip: ClipTracks | undefined, place: number, pinned: number): void {
    if (clip !== this.clip) {
      this.clip = clip;
      this.found = clip ? runs(clip.tracks) : new Map();
      this.lane = lanes(this.found);
      const before = this.chosen;
      this.chosen = clip?.crossings.find((each) => before && key(each) === key(before));
    }
    this.current = place;
    this.pinned = pinned;
    this.element.hidden = clip === undefined;
    const left = this.open().length;
    this.next.textContent = left > 0 ? `Next crossing (${left})` : "Next crossing";
    enable(this.next, left > 0);
    for (const each of [this.play, this.same, this.swap]) enable(each, this.chosen !== undefined);
    enable(this.swap, (this.chosen?.swap.length ?? 0) > 0);
    enable(this.back, pinned > 0);
    enable(this.save, pinned > 0);
    this.words.textContent = !clip ? "" : this.chosen ? `${this.chosen.instead}? It costs ${figure(this.chosen.margin)} more.` : left > 0 ? "" : "No crossing is in doubt.";
    this.draw();
  }

  private open(): Crossing[] {
    return this.clip?.crossings.filter((each) => !this.seen.has(key(each)) || each === this.chosen) ?? [];
  }

  /** The next crossing, most doubtful first, or the one before. */
  step(by: number): void {
    const all = this.clip?.crossings ?? [];
    if (this.chosen) this.seen.add(key(this.chosen));
    const fresh = by > 0 ? all.find((each) => !this.seen.has(key(each))) : undefined;
    const at = this.chosen ? all.indexOf(this.chosen) : -1;
    this.show(fresh ?? all[(at + by + all.length) % Math.max(1, all.length)]);
  }

  private show(crossing: Crossing | undefined): void {
    if (!crossing || !this.clip) return;
    this.chosen = crossing;
    this.actions.open(nearest(this.clip.numbers, crossing.frame));
  }

  say(what: "same" | "swap"): void {
    const links = this.chosen?.[what] ?? [];
    if (!this.clip || !this.chosen) return;
    this.seen.add(key(this.chosen));
    this.chosen = undefined;
    if (links.length > 0) this.actions.say(this.clip.clip, links);
  }

  undo(): void {
    if (this.clip && this.pinned > 0) this.actions.undo(this.clip.clip);
  }

  /** Half a second before and after the crossing, at 24 frames a second; then it is open again. */
  playing(): void {
    const clip = this.clip;
    const at = clip && this.chosen ? nearest(clip.numbers, this.chosen.frame) : undefined;
    if (!clip || at === undefined) return;
    clearInterval(this.timer);
    const last = Math.min(clip.numbers.length - 1, at + 12);
    let frame = Math.max(0, at - 12);
    this.timer = setInterval(() => {
      if (frame > last || this.clip !== clip) clearInterval(this.timer);
      if (this.clip === clip) this.actions.open(frame > last ? at : frame);
      frame++;
    }, 1000 / 24);
  }

  private x(place: number): number {
    const frames = this.clip?.numbers.length ?? 1;
    return MARK + (place / Math.max(1, frames - 1)) * (this.canvas.clientWidth - 2 * MARK);
  }

  private place(x: number): number {
    const frames = this.clip?.numbers.length ?? 1;
    const share = (x - MARK) / Math.max(1, this.canvas.clientWidth - 2 * MARK);
    return Math.max(0, Math.min(frames - 1, Math.round(share * (frames - 1))));
  }

  private draw(): void {
    const clip = this.clip;
    const width = this.canvas.clientWidth;
    if (!clip || width === 0) return;
    const count = Math.max(1, Math.min(MAX_LANES, Math.max(0, ...this.lane.values()) + 1));
    const height = RULER + count * LANE;
    const ratio = window.devicePixelRatio;
    this.canvas.style.height = `${height}px`;
    if (this.canvas.width !== Math.round(width * ratio) || this.canvas.height !== Math.round(height * ratio)) {
      this.canvas.width = Math.round(width * ratio);
      this.canvas.height = Math.round(height * ratio);
    }
    const pen = this.canvas.getContext("2d")!;
    const style = getComputedStyle(this.element);
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    pen.clearRect(0, 0, width, height);
    const middle = (track: number) => RULER + ((this.lane.get(track) ?? 0) % MAX_LANES) * LANE + LANE / 2;
    for (const [track, own] of this.found) {
      const y = middle(track);
      pen.fillStyle = colour(hueOf(track), "middle");
      pen.globalAlpha = 0.4;
      pen.fillRect(this.x(own[0]![0]), y - 0.5, this.x(own.at(-1)![1]) - this.x(own[0]![0]), 1);
      pen.globalAlpha = 1;
      for (const [first, last] of own) pen.fillRect(this.x(first) - 0.5, y - 4, Math.max(1, this.x(last) - this.x(first) + 1), 8);
    }
    pen.fillStyle = style.color;
    pen.fillRect(this.x(this.current) - 0.75, 0, 1.5, height);
    for (const each of [...clip.crossings].reverse()) this.mark(pen, each, middle, style);
  }

  private mark(pen: CanvasRenderingContext2D, crossing: Crossing, middle: (track: number) => number, style: CSSStyleDeclaration): void {
    const chosen = crossing === this.chosen;
    const x = this.x(nearest(this.clip!.numbers, crossing.frame));
    pen.globalAlpha = this.seen.has(key(crossing)) && !chosen ? 0.35 : 1;
    pen.fillStyle = pen.strokeStyle = crossing.kind === "swap" ? style.getPropertyValue("--accent") : style.getPropertyValue("--soft");
    if (chosen) {
      const rows = crossing.tracks.map(middle);
      pen.lineWidth = 2;
      pen.strokeRect(x - MARK, Math.min(...rows) - 6, 2 * MARK, Math.max(...rows) - Math.min(...rows) + 12);
    }
    const size = chosen ? MARK + 2 : crossing.kind === "swap" ? MARK : 3;
    pen.beginPath();
    pen.moveTo(x, RULER / 2 + size);
    pen.lineTo(x - size, RULER / 2 - size);
    pen.lineTo(x + size, RULER / 2 - size);
    pen.fill();
    pen.globalAlpha = 1;
  }
}

function key({ frame, tracks, kind }: Crossing): string {
  return `${frame} ${kind} ${tracks.join(",")}`;
}

/** The place of the last frame up to this number. */
export function nearest(numbers: readonly number[], number: number): number {
  let low = 0;
  let high = numbers.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (numbers[middle]! <= number) low = middle;
    else high = middle - 1;
  }
  return low;
}
