import { expect, test } from "vitest";
import { Refused, ServerGone, type Answer, type Margin, type Pin, type ProofListener } from "../src/api";
import { documents } from "../src/files";
import { Work, type Server } from "../src/work";

const source = { name: "one", body: "{}", isImage: false };
const problem: Answer["problem"] = {
  format: "jointly/problem@1",
  id: "one",
  anatomy: { parts: ["neck", "head"], majors: ["neck"], limbs: [["neck", "head"]] },
  detections: [{ part: "neck", x: 1, y: 2, cost: -1 }, { part: "head", x: 1, y: 0, cost: -1 }],
};

function refused(type: string, conflict?: Pin[]): Refused {
  const refusal = { type: `urn:jointly:error:${type}`, title: "No", status: 409, detail: type, requestId: "r" };
  return new Refused(conflict ? { ...refusal, conflict } : refusal);
}

/** A server that answers when it is told to. */
class Fake implements Server {
  begun = 0;
  asked: [string, readonly Pin[]][] = [];
  heard: ProofListener[] = [];
  proof: Answer["proof"] = "proven";
  margin: Margin[] = [];
  exact: Margin[] = [];
  sharpened: [string, number][] = [];
  fail: unknown[] = [];
  /** Answers wait for this. */
  gate: Promise<void> = Promise.resolve();

  answer(pins: readonly Pin[], whole: boolean): Answer {
    const poses = pins.some((pin) => pin.skip === 1)
      ? [{ cost: -1, global: { neck: 0 } }]
      : [{ cost: -2, global: { neck: 0, head: 1 } }];
    const answer: Answer = {
      id: `s${this.begun}`,
      pins: [...pins],
      proof: this.proof,
      people: [4],
      solution: { status: "optimal", objective: -2, lowerBound: -2, gap: 0, seconds: 0.1, poses },
    };
    return whole ? { ...answer, problem: problem! } : answer;
  }

  async begin(): Promise<Answer> {
    await this.gate;
    if (this.fail.length) throw this.fail.shift();
    this.begun++;
    return this.answer([], true);
  }

  async repin(id: string, pins: readonly Pin[]): Promise<Answer> {
    this.asked.push([id, pins]);
    await this.gate;
    if (this.fail.length) throw this.fail.shift();
    return this.answer(pins, false);
  }

  async margins(): Promise<Margin[]> {
    return this.margin;
  }

  async exactMargins(id: string, below: number): Promise<Margin[]> {
    this.sharpened.push([id, below]);
    return this.exact;
  }

  listen(_: string, listener: ProofListener): () => void {
    this.heard.push(listener);
    return () => undefined;
  }
}

/** Until nothing is under way any more. */
async function settled(work: Work): Promise<void> {
  do {
    await new Promise((resolve) => setImmediate(resolve));
  } while (work.images.some((image) => image.busy || image.state === "waiting" || image.state === "solving"));
  await new Promise((resolve) => setImmediate(resolve));
}

async function solved(fake: Fake): Promise<Work> {
  const work = new Work(fake);
  work.add([source]);
  await settled(work);
  return work;
}

test("an image is solved, drawn and weighed", async () => {
  const fake = new Fake();
  fake.margin = [{ person: 4, joint: 1, atLeast: 0.5, fixed: false }];
  fake.exact = fake.margin;
  const work = await solved(fake);
  const image = work.current!;
  expect(image.state).toBe("solved");
  expect(image.scene?.people.map((person) => person.number)).toEqual([4]);
  expect(image.ambiguity).toBe(0.5);
  expect(image.doubts.joints.get(1)).toBe(0.5);
});

test("small bounds are made exact, large ones are good enough", async () => {
  const fake = new Fake();
  fake.margin = [{ person: 4, joint: 1, atLeast: 0.5, fixed: false }];
  fake.exact = [{ person: 4, joint: 1, atLeast: 7, atMost: 7, fixed: false }];
  const image = (await solved(fake)).current!;
  expect(fake.sharpened).toEqual([["s1", 3]]);
  expect(image.ambiguity).toBe(7);
  expect(image.weighed).toBe("exact");
  const sure = new Fake();
  sure.margin = [{ person: 4, joint: 1, atLeast: 3.5, fixed: false }];
  await solved(sure);
  expect(sure.sharpened).toEqual([]);
});

test("every image is tried, and one that fails says why and can be tried again", async () => {
  const fake = new Fake();
  fake.fail = [refused("no-network")];
  const work = new Work(fake);
  work.add([source, source, source]);
  await settled(work);
  expect(work.images.map((image) => image.state)).toEqual(["failed", "solved", "solved"]);
  expect(work.images[0]!.failure).toEqual({ type: "no-network", detail: "no-network" });
  work.retry(work.images[0]!);
  await settled(work);
  expect(work.images[0]!.state).toBe("solved");
  expect(work.images[0]!.failure).toBeUndefined();
});

test("a pin is asked at once, and undo asks for what was before", async () => {
  const fake = new Fake();
  const work = await solved(fake);
  const image = work.current!;
  const hue = image.hues.get(4);
  work.pin(image, { skip: 1 });
  await settled(work);
  expect(image.scene?.people[0]?.joints.map((joint) => joint.detection)).toEqual([0]);
  expect(image.hues.get(4)).toBe(hue);
  work.undo(image);
  await settled(work);
  expect(image.scene?.people[0]?.joints.map((joint) => joint.detection)).toEqual([0, 1]);
  work.redo(image);
  await settled(work);
  expect(fake.asked.map(([, pins]) => pins)).toEqual([[{ skip: 1 }], [], [{ skip: 1 }]]);
});

test("changes made while the server is busy are asked together", async () => {
  const fake = new Fake();
  const work = await solved(fake);
  const image = work.current!;
  let open: () => void = () => undefined;
  fake.gate = new Promise((resolve) => (open = resolve));
  work.pin(image, { skip: 1 });
  work.pin(image, { use: 0 });
  work.pin(image, { apart: [0, 1] });
  open();
  await settled(work);
  expect(fake.asked.map(([, pins]) => pins.length)).toEqual([1, 3]);
});

test("pins that cannot hold are named, and the last answer stays", async () => {
  const fake = new Fake();
  const work = await solved(fake);
  const image = work.current!;
  const before = image.answer;
  fake.fail = [refused("pins-conflict", [{ skip: 0 }])];
  work.pin(image, { skip: 0 });
  await settled(work);
  expect(image.conflict).toEqual([{ skip: 0 }]);
  expect(image.answer).toBe(before);
  work.unpin(image, { skip: 0 });
  await settled(work);
  expect(image.conflict).toEqual([]);
  expect(image.failure).toBeUndefined();
  expect(image.history.pins).toEqual([]);
});

test("a session that ended is begun again, with its pins", async () => {
  const fake = new Fake();
  const work = await solved(fake);
  fake.fail = [refused("no-such-session")];
  work.pin(work.current!, { use: 0 });
  await settled(work);
  expect(fake.asked).toEqual([["s1", [{ use: 0 }]], ["s2", [{ use: 0 }]]]);
  expect(work.current!.answer?.pins).toEqual([{ use: 0 }]);
});

test("pins survive a server that is gone, and retry sends them", async () => {
  const fake = new Fake();
  const work = await solved(fake);
  const image = work.current!;
  fake.fail = [new ServerGone()];
  work.pin(image, { skip: 1 });
  await settled(work);
  expect(image.failure?.type).toBe("gone");
  expect(image.history.pins).toEqual([{ skip: 1 }]);
  work.retry(image);
  await settled(work);
  expect(image.failure).toBeUndefined();
  expect(image.answer?.pins).toEqual([{ skip: 1 }]);
});

test("a proof that goes on moves its bounds, then brings the answer; a stale one is ignored", async () => {
  const fake = new Fake();
  fake.proof = "running";
  const work = await solved(fake);
  const image = work.current!;
  fake.heard[0]!.bounds({ seconds: 1, lowerBound: -3, objective: -2, gap: 0.5 });
  expect(image.bounds).toHaveLength(1);
  fake.proof = "proven";
  const proven = fake.answer([], false);
  work.pin(image, { skip: 1 });
  await settled(work);
  fake.heard[0]!.answer(proven);
  expect(image.answer).not.toBe(proven);
  expect(image.answer?.pins).toEqual([{ skip: 1 }]);
});

test("files are split into documents, and others are refused with their name", () => {
  const one = '{"format":"jointly/problem@1","id":"a"}';
  expect(documents(one, "x.json").map((each) => each.name)).toEqual(["a"]);
  expect(documents(`${one}\n${one.replace('"a"', '"b"')}\n`, "x.ndjson").map((each) => each.name)).toEqual(["a", "b"]);
  expect(() => documents('{"format":"jointly/solution@1"}', "s.json")).toThrow('s.json: found format "jointly/solution@1"');
  expect(() => documents(`${one}\n{oops`, "x.ndjson")).toThrow("x.ndjson, line 2: not JSON");
});
