import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { clipOf } from "../src/files";
import { fresh, huesOf, type Image } from "../src/image";
import { colour, GREY, HUES, ink, rgb } from "../src/palette";
import { sceneOf } from "../src/scene";
import type { Crossing, Tracked } from "../src/api";
import { clips, frame, hueOf, near, Tracks, type Frame, type TrackPin, type TrackPins } from "../src/tracks";
import { Fake, problem, refused } from "./fake";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const fake = new Fake();

/** One person, number 4, with neck and head; solved unless told. Names such as `a/9` are of clips. */
function image(key: number, name: string, solved = true): Image {
  const made = fresh(key, { name, body: "{}", photo: undefined, clip: clipOf(name, "x.ndjson") });
  return solved ? answered(made) : made;
}

function answered(image: Image): Image {
  image.problem = problem;
  image.answer = fake.answer([], true);
  image.scene = sceneOf(problem!, image.answer);
  image.hues = new Map([[4, 2]]);
  return image;
}

/** A server whose replies come when the test says so. */
class Replies {
  asked: (readonly Frame[])[] = [];
  private readonly waiting: { resolve(found: Tracked): void; reject(error: unknown): void }[] = [];

  pins: (readonly TrackPin[])[] = [];

  tracks(frames: readonly Frame[], pins: readonly TrackPin[]): Promise<Tracked> {
    this.asked.push(frames);
    this.pins.push(pins);
    return new Promise((resolve, reject) => this.waiting.push({ resolve, reject }));
  }

  async answer(request: number, tracks: (number | null)[][], crossings: Crossing[] = []): Promise<void> {
    this.waiting[request]!.resolve({ tracks, crossings });
    await vi.advanceTimersByTimeAsync(0);
  }

  async refuse(request: number, error: unknown): Promise<void> {
    this.waiting[request]!.reject(error);
    await vi.advanceTimersByTimeAsync(0);
  }
}

function made(on = true) {
  const server = new Replies();
  const written: boolean[] = [];
  const kept: TrackPins[] = [];
  const said: string[] = [];
  let told = 0;
  const tracks = new Tracks(server, { read: () => on, write: (now) => written.push(now), readPins: () => ({}), writePins: (pins) => kept.push(pins) }, () => told++, (sentence) => said.push(sentence));
  return { server, written, kept, said, tracks, told: () => told };
}

const names = (images: readonly Image[]) => images.map(({ source }) => source.name);

test("a clip has at least two frames with answers, and is in order of their numbers", () => {
  const images = [image(0, "a/10"), image(1, "b/1"), image(2, "photo1"), image(3, "a/9"), image(4, "b/2", false), image(5, "a/1", false)];
  expect(clips(images).map(names)).toEqual([["a/1", "a/9", "a/10"]]);
  expect(clips(images.slice(1, 3))).toEqual([]);
});

test("frames are sent with the places of joints by part", () => {
  expect(frame(image(0, "a/1"))).toEqual({ name: "a/1", people: [{ neck: [1, 2], head: [1, 0] }] });
});

test("frames come first, in their order; others stay as they were; off changes nothing", () => {
  const doubt = [image(3, "photo"), image(2, "a/10"), image(1, "other"), image(0, "a/9")];
  expect(names(made().tracks.ordered(doubt, doubt))).toEqual(["a/9", "a/10", "photo", "other"]);
  expect(names(made(false).tracks.ordered(doubt, doubt))).toEqual(["photo", "a/10", "other", "a/9"]);
});

test("answers of one moment are asked about once, and again when one changes", async () => {
  const { server, tracks, told } = made();
  const images = [image(0, "a/2"), image(1, "a/1"), image(2, "a/3", false)];
  tracks.note(images);
  await vi.advanceTimersByTimeAsync(200);
  answered(images[2]!);
  tracks.note(images);
  await vi.advanceTimersByTimeAsync(299);
  expect(server.asked).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(server.asked.map((frames) => frames.map(({ name }) => name))).toEqual([["a/1", "a/2", "a/3"]]);
  await server.answer(0, [[1], [null], [9]]);
  expect(told()).toBe(1);
  expect(images.map((each) => each.tracked?.tracks.get(4))).toEqual([null, 1, 9]);
  expect(images.map((each) => huesOf(each).get(4))).toEqual([GREY, 0, 1]);
  tracks.note(images);
  await vi.advanceTimersByTimeAsync(1000);
  expect(server.asked.length).toBe(1);
  answered(images[0]!);
  tracks.note(images);
  await vi.advanceTimersByTimeAsync(1000);
  expect(server.asked.length).toBe(2);
  // until the server has answered, people keep their tracks
  expect(images[1]!.tracked?.tracks.get(4)).toBe(1);
});

test("while frames are solved, tracks are asked for the less often the longer they take", async () => {
  const { server, tracks } = made();
  const images = [image(0, "a/1"), image(1, "a/2"), image(2, "a/3", false), image(3, "a/4", false)];
  tracks.note(images);
  await vi.advanceTimersByTimeAsync(400);
  await server.answer(0, [[1], [1]]);
  answered(images[2]!);
  tracks.note(images);
  await vi.advanceTimersByTimeAsync(1999);
  expect(server.asked.length).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(server.asked.length).toBe(2);
  await vi.advanceTimersByTimeAsync(5000);
  await server.answer(1, [[1], [1], [1]]);
  answered(images[3]!);
  tracks.note(images);
  await vi.advanceTimersByTimeAsync(300);
  expect(server.asked.length).toBe(3);
});

test("a reply about answers that are no longer there is dropped", async () => {
  const { server, tracks } = made();
  const images = [image(0, "a/1"), image(1, "a/2")];
  tracks.note(images);
  await vi.advanceTimersByTimeAsync(300);
  answered(images[1]!);
  tracks.note(images);
  await server.answer(0, [[7], [7]]);
  expect(images[0]!.tracked).toBeUndefined();
  await vi.advanceTimersByTimeAsync(300);
  await server.answer(1, [[1], [2]]);
  expect(images.map((each) => each.tracked?.tracks.get(4))).toEqual([1, 2]);
});

test("switched off, everything is as before, and that is remembered", async () => {
  const { server, tracks, written } = made();
  const images = [image(0, "a/1"), image(1, "a/2")];
  tracks.note(images);
  expect(tracks.possible).toBe(true);
  await vi.advanceTimersByTimeAsync(300);
  tracks.toggle();
  await server.answer(0, [[1], [1]]);
  expect(images.map((each) => huesOf(each).get(4))).toEqual([2, 2]);
  tracks.toggle();
  await vi.advanceTimersByTimeAsync(300);
  await server.answer(1, [[1], [1]]);
  expect(images.map((each) => huesOf(each).get(4))).toEqual([0, 0]);
  tracks.toggle();
  expect(images.map((each) => each.tracked)).toEqual([undefined, undefined]);
  expect(written).toEqual([false, true, false]);
});

test("an image that is closed or alone has no track", async () => {
  const { server, tracks } = made();
  const images = [image(0, "a/1"), image(1, "a/2")];
  tracks.note(images);
  await vi.advanceTimersByTimeAsync(300);
  await server.answer(0, [[1], [1]]);
  tracks.note(images.slice(1));
  expect(images[1]!.tracked).toBeUndefined();
  expect(tracks.possible).toBe(false);
});

test("a refusal is one sentence, which goes when there are tracks", async () => {
  const { server, tracks, said } = made();
  const images = [image(0, "a/1"), image(1, "a/01")];
  tracks.note(images);
  await vi.advanceTimersByTimeAsync(300);
  await server.refuse(0, refused("queue-full"));
  expect(said).toEqual(["There are no tracks: queue-full. The server is busy. Try again in a moment."]);
  expect(names(tracks.ordered(images, images))).toEqual(["a/1", "a/01"]);
  answered(images[1]!);
  tracks.note(images);
  await vi.advanceTimersByTimeAsync(300);
  await server.answer(1, [[1], [1]]);
  expect(said.slice(1)).toEqual([""]);
});

test("each clip has tracks of its own", async () => {
  const { server, tracks } = made();
  const images = [image(0, "b/1"), image(1, "a/1"), image(2, "a/2"), image(3, "b/2")];
  tracks.note(images);
  await vi.advanceTimersByTimeAsync(300);
  expect(server.asked.map((frames) => frames.map(({ name }) => name))).toEqual([["b/1", "b/2"], ["a/1", "a/2"]]);
  await server.answer(0, [[1], [2]]);
  await server.answer(1, [[3], [4]]);
  expect(images.map((each) => each.tracked?.tracks.get(4))).toEqual([1, 3, 4, 2]);
});

test("numbers can be read on the hue of their track", () => {
  const luminance = (hex: string) =>
    [0.2126, 0.7152, 0.0722].reduce((sum, share, i) => {
      const c = rgb(hex)[i]! / 255;
      return sum + share * (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
    }, 0);
  for (const track of [null, ...HUES.map((_, i) => i + 1)]) {
    const hue = hueOf(track);
    const [a, b] = [luminance(colour(hue, "middle")), luminance(ink(hue))].sort((x, y) => x - y) as [number, number];
    // WCAG's contrast for small text
    expect((b + 0.05) / (a + 0.05), `track ${track}`).toBeGreaterThanOrEqual(4.5);
  }
});

test("what is said of tracks is asked with them, kept, and taken back step by step", async () => {
  const { server, tracks, kept } = made();
  const images = [image(0, "a/1"), image(1, "a/2")];
  tracks.note(images);
  await vi.advanceTimersByTimeAsync(300);
  const crossing: Crossing = { frame: 1, kind: "swap", tracks: [1, 2], margin: 0.5, instead: "", same: [[[1, 0], [2, 0]]], swap: [[[1, 0], [2, 1]]] };
  await server.answer(0, [[1], [1]], [crossing]);
  expect(tracks.of(images[1])).toMatchObject({ clip: images[0]!.source.clip, numbers: [1, 2], crossings: [crossing] });
  const clip = images[0]!.source.clip!;
  tracks.pin(clip, crossing.swap);
  await vi.advanceTimersByTimeAsync(300);
  expect(server.pins).toEqual([[], [{ same: [[1, 0], [2, 1]] }]]);
  // the same person has one neighbour: what is said last counts
  tracks.pin(clip, crossing.same);
  await vi.advanceTimersByTimeAsync(300);
  expect(server.pins[2]).toEqual([{ same: [[1, 0], [2, 0]] }]);
  expect(kept.at(-1)).toEqual({ [clip]: [[{ same: [[1, 0], [2, 0]] }]] });
  tracks.undo(clip);
  await vi.advanceTimersByTimeAsync(300);
  expect(server.pins[3]).toEqual([]);
});

test("of many images those near the open one are in the strip", () => {
  const many = Array.from({ length: 1000 }, (_, key) => ({ key }) as Image);
  expect(near(many, many[500]).map(({ key }) => key)).toEqual(Array.from({ length: 120 }, (_, i) => 440 + i));
  expect(near(many, undefined)[0]!.key).toBe(0);
  expect(near(many, many[999]).at(-1)!.key).toBe(999);
});
