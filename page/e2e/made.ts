import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { crc32, deflateSync } from "node:zlib";
import { ROOT } from "./harness";

/** Files made for tests. */
export interface Made {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

function json(name: string, value: unknown): Made {
  return { name, mimeType: "application/json", buffer: Buffer.from(JSON.stringify(value)) };
}

interface Scene {
  detections: { x: number; y: number }[];
  pairs: [number, number, number][];
}

const four = JSON.parse(readFileSync(new URL("../../instances/easy-4p-s1.problem.json", import.meta.url), "utf8")) as Scene;

const one = JSON.parse(readFileSync(new URL("../../instances/easy-1p-s1.problem.json", import.meta.url), "utf8")) as Scene;

/** The same person again and again, side by side; copies cannot mix. */
export function crowd(people: number): Made {
  const side = Math.ceil(Math.sqrt(people * 2));
  const reach = (of: (detection: { x: number; y: number }) => number) => Math.max(...one.detections.map(of)) - Math.min(...one.detections.map(of));
  const [wide, high] = [reach(({ x }) => x) + 20, reach(({ y }) => y) + 40];
  const each = Array.from({ length: people }, (_, i) => ({ dx: (i % side) * wide, dy: Math.floor(i / side) * high, from: i * one.detections.length }));
  return json("crowd.json", {
    ...one,
    id: `crowd-${people}`,
    detections: each.flatMap(({ dx, dy }) => one.detections.map((detection) => ({ ...detection, x: detection.x + dx, y: detection.y + dy }))),
    pairs: each.flatMap(({ from }) => one.pairs.map(([a, b, cost]) => [a + from, b + from, cost])),
  });
}

/** 12 people, generated, in an image that holds all of them; tools for which people are exported want to know its size. */
export function twelve(): Made {
  const made = execFileSync(`${ROOT}/bin/jointly`, ["generate", "--people", "12", "--crowding", "crowded", "--seed", "7", "-o", "-"], { encoding: "utf8" });
  const scene = JSON.parse(made) as Scene & { id: string };
  const range = (of: (each: { x: number; y: number }) => number) => [Math.floor(Math.min(...scene.detections.map(of))) - 10, Math.ceil(Math.max(...scene.detections.map(of))) + 10] as const;
  const [[left, right], [top, bottom]] = [range(({ x }) => x), range(({ y }) => y)];
  const detections = scene.detections.map((each) => ({ ...each, x: each.x - left, y: each.y - top }));
  return json("twelve.json", { ...scene, image: { file: `${scene.id}.png`, width: right - left, height: bottom - top }, detections });
}

/** Of the frames of {@link walk}. */
export const WALK = { width: 1200, height: 340 };

/** The neck of somebody who is this far to the right. */
export function neck(right: number): { x: number; y: number } {
  const { x, y } = one.detections[0]!;
  return { x: x + right, y: y + 40 };
}

/** A frame with copies of one person, each so far to the right. */
export function walk(id: string, ...right: number[]): Made {
  const size = one.detections.length;
  return json(`${id.replace("/", "-")}.json`, {
    ...one,
    id,
    image: { file: `${id}.png`, ...WALK },
    detections: right.flatMap((dx) => one.detections.map((detection) => ({ ...detection, x: detection.x + dx, y: detection.y + 40 }))),
    pairs: right.flatMap((_, i) => one.pairs.map(([a, b, cost]) => [a + i * size, b + i * size, cost])),
  });
}

/** Detections that are not worth it. */
export function nobody(): Made {
  const detections = four.detections.slice(0, 3).map((detection) => ({ ...detection, cost: 50 }));
  return json("nobody.json", { ...four, id: "nobody", detections, pairs: [] });
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** A grey PNG. */
export function png(width: number, height: number): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  // a bit per pixel, shades of grey
  head.set([1, 0, 0, 0, 0], 8);
  const rows = Buffer.alloc((Math.ceil(width / 8) + 1) * height, 0xaa);
  for (let y = 0; y < height; y++) rows[y * (Math.ceil(width / 8) + 1)] = 0;
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, chunk("IHDR", head), chunk("IDAT", deflateSync(rows)), chunk("IEND", Buffer.alloc(0))]);
}

/** A saved file with an image of any size, and the four people on it. */
export function saved(width: number, height: number): Made {
  const problem = { ...four, id: "huge", image: { file: "huge.png", width, height } };
  return json("huge.json", { format: "jointly/annotations@1", images: [{ name: "huge", problem, image: png(width, height).toString("base64") }] });
}

export function photo(): Made {
  return { name: "photo.png", mimeType: "image/png", buffer: png(64, 48) };
}

/** Whose each detection of {@link gathering} is at first; the last is nobody's. */
export const GATHERED = { a: [0, 1, 2, 3, 4, 5], b: [6, 7, 8, 9, 10, 11], phantom: [12, 13], top: [14, 15], legs: [16, 17, 18], unused: 19 } as const;

/**
 * Two people, a phantom of two joints, one person in two pieces (`top` and `legs`), and a second head of the first that nobody
 * wants. Anything may go to anybody at some cost.
 */
export function gathering(): Made {
  const places: [string, number, number][] = [
    ...[100, 250].flatMap((x): [string, number, number][] => [["neck", x, 80], ["head", x, 50], ["lhip", x + 12, 140], ["lknee", x + 12, 200], ["rhip", x - 12, 140], ["rknee", x - 12, 200]]),
    ["neck", 340, 80], ["head", 340, 50],
    ["neck", 180, 80], ["head", 180, 50],
    ["neck", 180, 110], ["lhip", 180, 160], ["lknee", 180, 220],
    ["head", 130, 30],
  ];
  const owner = (d: number) => Object.values(GATHERED).findIndex((all) => typeof all !== "number" && (all as readonly number[]).includes(d));
  const linked = (a: string, b: string) => a === "neck" || (a === "lhip" && b === "lknee") || (a === "rhip" && b === "rknee");
  const pairs = places.flatMap(([part], a) => places.flatMap(([other], b) => (part !== other && linked(part, other) ? [[Math.min(a, b), Math.max(a, b), owner(a) === owner(b) ? -2 : 1.5]] : [])));
  return json("gathering.json", {
    format: "jointly/problem@1",
    id: "gathering",
    image: { file: "gathering.png", width: 400, height: 260 },
    anatomy: { name: "legs", parts: ["neck", "head", "lhip", "lknee", "rhip", "rknee"], majors: ["neck"], limbs: [["neck", "head"], ["neck", "lhip"], ["lhip", "lknee"], ["neck", "rhip"], ["rhip", "rknee"]] },
    poseCost: 1,
    detections: places.map(([part, x, y], d) => ({ part, x, y, score: 0.9, cost: d === GATHERED.unused ? 1 : -1 })),
    pairs,
    absentPairs: "forbidden",
  });
}

/** A clip whose frame N is of one grey, the darker the later: 230 - 20 N. */
export function clip(name: string, frames: number): Made {
  const folder = mkdtempSync(join(tmpdir(), "jointly-clip-"));
  const grey = `color=c=black:s=${WALK.width}x${WALK.height}:r=25,format=gray,geq=lum=230-20*N,format=yuv420p`;
  execFileSync("ffmpeg", ["-v", "error", "-f", "lavfi", "-i", grey, "-frames:v", String(frames), "-c:v", "libx264", join(folder, name)]);
  const buffer = readFileSync(join(folder, name));
  rmSync(folder, { recursive: true });
  return { name, mimeType: "video/mp4", buffer };
}
