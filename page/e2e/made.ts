import { readFileSync } from "node:fs";
import { crc32, deflateSync } from "node:zlib";

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
