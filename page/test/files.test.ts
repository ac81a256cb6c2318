import { describe, expect, test } from "vitest";
import { belongs, clipOf, documents, found, kindOf, matched, stem, type Source } from "../src/files";

const text = (id: string, more: object = {}) => JSON.stringify({ format: "jointly/problem@1", id, ...more });
const image = (name: string): Source => {
  const file = new File([`pixels of ${name}`], name);
  return { name, body: file, photo: file };
};
const problem = (id: string, file?: string): Source => documents(text(id, file === undefined ? {} : { image: { file } }), "x.json").sources[0]!;
/** As the page has them after a reload. */
const there = (...sources: Source[]) => sources.map((source) => ({ source }));

describe("documents", () => {
  test("are split by line, and have their ids as names", () => {
    expect(documents(text("a"), "x.json").sources.map(({ name }) => name)).toEqual(["a"]);
    const lines = documents(`${text("a")}\n\n${text("b")}\n`, "x.ndjson").sources;
    expect(lines.map(({ name, body, photo }) => [name, body, photo])).toEqual([["a", text("a"), undefined], ["b", text("b"), undefined]]);
  });

  test("of solutions are no images; the ids of their problems are known", () => {
    const solution = (id: string) => `{"format":"jointly/solution@1","problem":"${id}"}`;
    const read = documents(`${solution("street")}\n${text("park")}\n${solution("park")}`, "x.ndjson");
    expect(read.solutions).toEqual(["street", "park"]);
    expect(read.sources.map(({ name }) => name)).toEqual(["park"]);
  });

  test("of other kinds are refused with the name of the file", () => {
    expect(() => documents('{"format":"jointly/tracks@1"}', "t.json")).toThrow('t.json: found format "jointly/tracks@1" but expected');
    expect(() => documents("{}", "t.json")).toThrow("t.json: found format none but expected");
    expect(() => documents(`${text("a")}\n{oops`, "x.ndjson")).toThrow("x.ndjson, line 2: not JSON");
  });
});

describe("an image and a problem belong together", () => {
  test("by the id, with or without the ending, in any case", () => {
    for (const name of ["street.jpg", "street.png", "Street.JPG", "street"]) expect(belongs(problem("street"), name), name).toBe(true);
    expect(belongs(problem("street.jpg"), "street.png")).toBe(true);
    expect(belongs(problem("2026.street"), "2026.street.jpg")).toBe(true);
    expect(belongs(problem("walk/frame0012"), "frame0012.png")).toBe(true);
  });

  test("by the name of the image in the problem, without its folders", () => {
    for (const file of ["photos/park.jpeg", "C:\\photos\\park.jpeg", "park.jpeg"]) expect(belongs(problem("17", file), "park.jpeg"), file).toBe(true);
  });

  test("not if the names only begin alike, nor if nothing is known of the image", () => {
    expect(belongs(problem("street"), "street2.jpg")).toBe(false);
    expect(belongs(problem("street2"), "street.jpg")).toBe(false);
    expect(belongs(problem("17", "park.jpeg"), "street.jpg")).toBe(false);
    expect(belongs({ name: "street", body: "{}", photo: undefined }, "street.jpg")).toBe(false);
  });
});

describe("images find their problems", () => {
  test("if they are dropped together, in any order", () => {
    const [photo, street] = [image("street.jpg"), problem("street")];
    const expected = { fresh: [{ ...street, photo: photo.photo }], photos: [] };
    expect(matched([photo, street], [])).toEqual(expected);
    expect(matched([street, photo], [])).toEqual(expected);
  });

  test("each its own, and the rest stay as they are", () => {
    const [park, street, other] = [image("park.jpeg"), image("street.jpg"), image("other.jpg")];
    const alone = problem("alone");
    const { fresh } = matched([park, alone, problem("17", "park.jpeg"), other, problem("street"), street], []);
    expect(fresh.map(({ name, photo }) => [name, photo])).toEqual([["alone", undefined], ["17", park.photo], ["other.jpg", other.photo], ["street", street.photo]]);
  });

  test("that are on the page already", () => {
    const [photo, known] = [image("street.jpg"), there(problem("park"), problem("street"))];
    expect(matched([photo], known)).toEqual({ fresh: [], photos: [[known[1], photo.photo]] });
  });

  test("that were dropped with them rather than those on the page", () => {
    const [photo, street] = [image("street.jpg"), problem("street")];
    expect(matched([photo, street], there(problem("street")))).toEqual({ fresh: [{ ...street, photo: photo.photo }], photos: [] });
  });

  test("but two images are not of the same problem", () => {
    const [first, second] = [image("street.jpg"), image("street.png")];
    const street = problem("street");
    expect(matched([first, second, street], []).fresh).toEqual([second, { ...street, photo: first.photo }]);
    const known = there(street);
    expect(matched([first, second], known)).toEqual({ fresh: [second], photos: [[known[0], first.photo]] });
  });

  test("and a problem that has its image takes no other", () => {
    const photo = image("street.jpg");
    expect(matched([photo], there({ ...problem("street"), photo: new Blob() }))).toEqual({ fresh: [photo], photos: [] });
    expect(matched([photo], there(image("street.jpg")))).toEqual({ fresh: [photo], photos: [] });
  });
});

describe("frames of a clip", () => {
  test("have the clip before a slash, or are called frame with a number in a file that is called as the video", () => {
    expect(clipOf("walk/frame0012", "problems.ndjson")).toBe("walk");
    expect(clipOf("videos/walk/frame0012", "problems.ndjson")).toBe("walk");
    expect(clipOf("walk.v2/0012", "problems.ndjson")).toBe("walk.v2");
    expect(clipOf("frame012", "walk.ndjson")).toBe("walk");
    expect(clipOf("frame012", "walkDLC_full.pickle")).toBe("walkDLC_full");
  });

  test("are not photos with a number in the name, as those of COCO", () => {
    for (const id of ["000000000139", "COCO_val2014_000000000139", "IMG_0012", "photo", "frame", "my frame012", "walk/frame"]) {
      expect(clipOf(id, "walk.ndjson"), id).toBeUndefined();
    }
  });

  test("are read with their clip", () => {
    const ids = ["walk/frame0012", "frame012", "000000000139"];
    expect(documents(ids.map((id) => text(id)).join("\n"), "run.ndjson").sources.map(({ clip }) => clip)).toEqual(["walk", "run", undefined]);
  });

  test("a stem has no folders and no ending", () => {
    expect(["walk.mp4", "videos/walk.mp4", "C:\\videos\\walk.mp4", "walk.v2.mp4", "walk"].map(stem)).toEqual(["walk", "walk", "walk", "walk.v2", "walk"]);
  });
});

describe("a file is read by its first bytes", () => {
  const asked: string[] = [];
  /** What the server would make of anything: a problem whose id says what was sent. */
  const imported = async (file: Blob, name: string) => {
    asked.push(name);
    return text(`${name} of ${file.size} bytes`);
  };
  const never = () => Promise.reject(new Error("the server was asked"));
  const zipped = async (content: string, name: string) =>
    new File([await new Response(new Blob([content]).stream().pipeThrough(new CompressionStream("gzip"))).blob()], name);

  test("and its kind known, of a video by its ending", async () => {
    const kinds = [
      new File(["\x00\x00\x00\x18ftyp"], "walk.MP4"),
      new File(["anything"], "walk", { type: "video/webm" }),
      new File([Uint8Array.of(0x1f, 0x8b, 8)], "problem.json"),
      new File([Uint8Array.of(0x80, 4, 0x95)], "walk.json"),
      new File(["\n {}"], "photo.jpg"),
      new File([Uint8Array.of(0x89, 0x50, 0x4e, 0x47)], "photo.json"),
      new File([Uint8Array.of(0xff, 0xd8, 0xff)], "mp4.jpg"),
    ].map(kindOf);
    expect(await Promise.all(kinds)).toEqual(["video", "video", "gzip", "pickle", "json", "image", "image"]);
    await expect(kindOf(new File([" \n"], "nothing.json"))).rejects.toThrow("nothing.json: the file is empty");
  });

  test("an image is itself, problems are documents, packed or not, and the server is not asked", async () => {
    const photo = new File([Uint8Array.of(0xff, 0xd8, 0xff)], "photo.jpg");
    expect(await found(photo, never)).toEqual({ sources: [{ name: "photo.jpg", body: photo, photo }], solutions: [] });
    for (const file of [new File([text("a")], "x.json"), await zipped(text("a"), "x.json.gz")]) {
      expect((await found(file, never)).sources.map(({ name, body }) => [name, body])).toEqual([["a", text("a")]]);
    }
  });

  test("results of DeepLabCut and evidence go through the server, evidence unpacked", async () => {
    const evidence = '{ "format": "jointly/evidence@1", "id": "a" }';
    const names = async (file: File) => (await found(file, imported)).sources.map(({ name }) => name);
    expect(await names(new File([Uint8Array.of(0x80, 4, 0x95)], "walk_full.pickle"))).toEqual(["walk_full.pickle of 3 bytes"]);
    expect(await names(new File([evidence], "e.json"))).toEqual([`e.json of ${evidence.length} bytes`]);
    expect(await names(await zipped(evidence, "e.json.gz"))).toEqual([`e.json.gz of ${evidence.length} bytes`]);
    expect(asked).toEqual(["walk_full.pickle", "e.json", "e.json.gz"]);
  });

  test("frames that the server found in a result of DeepLabCut are of the clip that the file is called after", async () => {
    const pickle = new File([Uint8Array.of(0x80, 4)], "walkDLC_full.pickle");
    const { sources } = await found(pickle, async () => `${text("frame011")}\n${text("frame012")}\n`);
    expect(sources.map(({ name, clip }) => [name, clip])).toEqual([["frame011", "walkDLC_full"], ["frame012", "walkDLC_full"]]);
  });

  test("a problem that mentions evidence is still a problem", async () => {
    const body = text("a", { note: '{"format":"jointly/evidence@1"}' });
    expect((await found(new File([body], "x.json"), never)).sources).toHaveLength(1);
  });
});
