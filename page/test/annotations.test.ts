import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { saved } from "../src/annotations";
import { belongs, documents } from "../src/files";
import { movesOf, pinsOf } from "../src/pins";
import { Work } from "../src/work";
import { Fake, problem, refused, settled } from "./fake";

async function reopened(work: Work): Promise<Work> {
  const again = new Work(new Fake());
  again.add(documents(await saved(work.images).file.text(), "saved.json").sources);
  await settled(again);
  return again;
}

test("a saved file brings back problems, changes and what is done; images are named, not contained", async () => {
  const photo = new Blob(["pixels"]);
  const whole = { ...problem!, pairs: [[0, 1, -0.123456]], absentPairs: "forbidden", image: { file: "street.jpg", width: 9, height: 9 } };
  const fake = new Fake();
  fake.problem = whole;
  const work = new Work(fake);
  work.add([
    { name: "photo", body: photo, photo },
    { name: "scene", body: JSON.stringify(whole), photo: undefined },
  ]);
  await settled(work);
  const [first, second] = work.images;
  work.pin(first!, { skip: 1 });
  work.edit(first!, { pins: [], move: { detection: 0, x: 3, y: 4 } });
  work.edit(second!, { pins: [{ skip: 0 }, { skip: 1 }], deletes: true, title: "person 5 deleted" });
  await settled(work);
  work.finish(first!);
  expect(await saved(work.images).file.text()).not.toContain("pixels");
  const again = await reopened(work);
  expect(again.images.map((image) => [image.source.name, image.done, pinsOf(image.history), [...movesOf(image.history)]])).toEqual([
    ["photo", true, [{ skip: 1 }], [[0, { x: 3, y: 4 }]]],
    ["scene", false, [{ skip: 0 }, { skip: 1 }], []],
  ]);
  expect(again.images[0]!.problem).toEqual(whole);
  expect(again.images[0]!.scene!.spots.get(0)).toMatchObject({ x: 3, y: 4, moved: true });
  expect(again.images.map(({ source }) => source.photo)).toEqual([undefined, undefined]);
  // the image is found by the name that the problem has for it
  expect(belongs(again.images[0]!.source, "street.jpg")).toBe(true);
  expect(again.current?.source.name).toBe("scene");
  expect(again.images[0]!.names.get(1)).toBe("head of 5");
});

test("an image without a problem is left out, and so is a document that is no problem", async () => {
  const fake = new Fake();
  fake.fail = [refused("no-network"), refused("bad-input")];
  const work = new Work(fake);
  const photo = new Blob(["pixels"]);
  work.add([
    { name: "photo", body: photo, photo },
    { name: "broken", body: '{"format":"jointly/problem@1"}', photo: undefined },
    { name: "scene", body: JSON.stringify(problem), photo: undefined },
  ]);
  await settled(work);
  expect(saved(work.images).count).toBe(1);
  const again = await reopened(work);
  expect(again.images.map((image) => [image.source.name, image.state])).toEqual([["scene", "solved"]]);
});

test("files of before that contain the image can still be opened", async () => {
  const text = JSON.stringify({ format: "jointly/annotations@1", images: [{ name: "street.jpg", image: btoa("pixels"), pins: [{ skip: 7 }] }] });
  const [read] = documents(text, "old.json").sources;
  expect(await read!.photo!.text()).toBe("pixels");
  expect(read!.body).toBe(read!.photo);
});

test("a file that is not as it should be is refused with the place", () => {
  const file = (images: unknown) => JSON.stringify({ format: "jointly/annotations@1", images });
  expect(() => documents(file([{ name: "a" }]), "f.json")).toThrow("f.json/images/0: found neither a problem nor an image");
  expect(() => documents(file([{ name: "a", image: "\u00fc" }]), "f.json")).toThrow("f.json/images/0/image: found text that is not base64");
  expect(() => documents(file([{ name: 3 }]), "f.json")).toThrow("f.json/images/0/name: found 3 but expected text");
});

test("the example of docs/formats.md can be opened", () => {
  const doc = readFileSync(new URL("../../docs/formats.md", import.meta.url), "utf8");
  const [example] = /^ {4}\{"format":"jointly\/annotations@1"[^]*?\]\}$/m.exec(doc)!;
  const [read] = documents(example, "example.json").sources;
  expect(read).toMatchObject({ name: "street.jpg", kept: { added: [2], done: true } });
  expect(pinsOf(read!.kept!.history)).toEqual([{ together: [2, 0] }, { skip: 1 }]);
  expect([...movesOf(read!.kept!.history)]).toEqual([[0, { x: 41.5, y: 60 }]]);
});
