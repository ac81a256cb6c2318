import { expect, test } from "vitest";
import type { Problem } from "../src/api";
import { exportable, lines } from "../src/exporting";
import { Work } from "../src/work";
import { Fake, problem, settled, source } from "./fake";

test("a line has the problem with its own pins first, then those of the session", async () => {
  const fake = new Fake();
  const own = { use: 0 };
  fake.problem = { ...problem!, pairs: [[0, 1, -1]], pins: [own] } as Problem;
  const work = new Work(fake);
  work.add([source, source]);
  await settled(work);
  work.pin(work.images[1]!, { skip: 1 });
  await settled(work);
  const [plain, pinned] = lines(work.images).map((line) => JSON.parse(line) as { problem: { pins: unknown; pairs: unknown }; solution: unknown });
  expect(plain?.problem.pins).toEqual([own]);
  expect(pinned?.problem.pins).toEqual([own, { skip: 1 }]);
  expect(pinned?.problem.pairs).toEqual([[0, 1, -1]]);
  expect(pinned?.solution).toEqual(work.images[1]!.answer?.solution);
});

test("all solved images are exported, or those that are done", async () => {
  const fake = new Fake();
  const work = new Work(fake);
  fake.fail = [new Error("no")];
  work.add([source, source, source]);
  await settled(work);
  work.finish(work.images[2]!);
  expect(exportable(work.images, false)).toEqual([work.images[1], work.images[2]]);
  expect(exportable(work.images, true)).toEqual([work.images[2]]);
});

test("the least score that was chosen is exported, also after the next answer", async () => {
  const fake = new Fake();
  fake.problem = { ...problem!, personScore: { weakBelow: 0.4 } };
  const work = new Work(fake);
  work.add([source]);
  await settled(work);
  const image = work.images[0]!;
  image.problem = { ...image.problem!, personScore: { weakBelow: 0.9 } };
  work.pin(image, { skip: 1 });
  await settled(work);
  const line = JSON.parse(lines(work.images)[0]!) as { problem: Problem };
  expect(line.problem.personScore?.weakBelow).toBe(0.9);
});
