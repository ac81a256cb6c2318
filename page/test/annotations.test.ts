import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { saved } from "../src/annotations";
import { documents, sources } from "../src/files";
import { Work } from "../src/work";
import { Fake, problem, refused, settled } from "./fake";

async function reopened(work: Work): Promise<Work> {
  const { file } = await saved(work.images);
  const again = new Work(new Fake());
  again.add(await sources(new File([file], "saved.json")));
  await settled(again);
  return again;
}

test("a saved file brings back images, pins and what is done", async () => {
  // every byte, and more of them than one piece of the encoding has
  const pixels = Uint8Array.from({ length: 60_001 }, (_, i) => i % 256);
  const photo = new Blob([pixels]);
  const whole = { ...problem!, pairs: [[0, 1, -0.123456]], absentPairs: "forbidden" };
  const fake = new Fake();
  fake.problem = whole;
  const work = new Work(fake);
  work.add([
    { name: "photo", body: photo, photo },
    { name: "scene", body: JSON.stringify(whole), photo: undefined },
  ]);
  await settled(work);
  work.pin(work.images[0]!, { skip: 1 });
  await settled(work);
  work.finish(work.images[0]!);
  const again = await reopened(work);
  expect(again.images.map((image) => [image.source.name, image.done, image.history.pins])).toEqual([
    ["photo", true, [{ skip: 1 }]],
    ["scene", false, []],
  ]);
  expect(again.images[0]!.problem).toEqual(whole);
  expect(new Uint8Array(await again.images[0]!.source.photo!.arrayBuffer())).toEqual(pixels);
  expect(again.images[1]!.source.photo).toBeUndefined();
  expect(again.current?.source.name).toBe("scene");
  expect(again.images[0]!.names.get(1)).toBe("head of 5");
});

test("an image without an answer is saved as it is; a document that is no problem is left out", async () => {
  const fake = new Fake();
  fake.fail = [refused("no-network"), refused("bad-input")];
  const work = new Work(fake);
  const photo = new Blob(["pixels"]);
  work.add([
    { name: "photo", body: photo, photo },
    { name: "broken", body: '{"format":"jointly/problem@1"}', photo: undefined },
  ]);
  await settled(work);
  expect((await saved(work.images)).count).toBe(1);
  const again = await reopened(work);
  expect(again.images.map((image) => [image.source.name, image.state])).toEqual([["photo", "solved"]]);
});

test("a file that is not as it should be is refused with the place", () => {
  const file = (images: unknown) => JSON.stringify({ format: "jointly/annotations@1", images });
  expect(() => documents(file([{ name: "a" }]), "f.json")).toThrow("f.json/images/0: found neither a problem nor an image");
  expect(() => documents(file([{ name: "a", image: "\u00fc" }]), "f.json")).toThrow("f.json/images/0/image: found text that is not base64");
  expect(() => documents(file([{ name: 3 }]), "f.json")).toThrow("f.json/images/0/name: found 3 but expected text");
});

test("the example of docs/files.md can be opened", () => {
  const doc = readFileSync(new URL("../../docs/files.md", import.meta.url), "utf8");
  const [example] = /^ {4}\{"format":"jointly\/annotations@1"[^]*?\]\}$/m.exec(doc)!;
  const [read] = documents(example, "example.json");
  expect(read).toMatchObject({ name: "street.jpg", kept: { history: { pins: [{ skip: 7 }] }, added: [52], done: true } });
});
