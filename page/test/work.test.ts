import { expect, test } from "vitest";
import { ServerGone } from "../src/api";
import { pinsOf } from "../src/pins";
import { Work } from "../src/work";
import { Fake, problem, refused, settled, solved, source } from "./fake";

test("an image is solved, drawn and weighed", async () => {
  const fake = new Fake();
  fake.margin = [{ person: 4, joint: 1, atLeast: 0.5, fixed: false }];
  fake.exact = [{ person: 4, joint: 1, atLeast: 0.5, atMost: 0.5, fixed: false }];
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
  expect(fake.sharpened).toEqual([["s1", [1]]]);
  expect(image.ambiguity).toBe(7);
  expect(image.weighed).toBe("exact");
  const sure = new Fake();
  sure.margin = [{ person: 4, joint: 1, atLeast: 3.5, fixed: false }];
  await solved(sure);
  expect(sure.sharpened).toEqual([]);
});

test("images that are not open are told of together, and their doubts are made exact once all are solved", async () => {
  const fake = new Fake();
  fake.margin = [{ person: 4, joint: 1, atLeast: 0.5, fixed: false }];
  fake.exact = [{ person: 4, joint: 1, atLeast: 0.5, atMost: 0.5, fixed: false }];
  const begun: number[] = [];
  const exact = fake.exactMargins.bind(fake);
  fake.exactMargins = (id, joints) => {
    begun.push(fake.begun);
    return exact(id, joints);
  };
  const work = new Work(fake);
  let told = 0;
  work.onChange(() => told++);
  work.add(Array.from({ length: 100 }, () => source));
  await settled(work);
  await expect.poll(() => work.images.every((image) => image.weighed === "exact")).toBe(true);
  // the first is open
  expect(begun[0]).toBeLessThan(10);
  expect(begun.slice(1)).toEqual(Array.from({ length: 99 }, () => 100));
  expect(told).toBeLessThan(50);
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
  work.revoke(image, image.history.edits[0]!);
  await settled(work);
  expect(image.conflict).toEqual([]);
  expect(image.failure).toBeUndefined();
  expect(pinsOf(image.history)).toEqual([]);
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
  expect(pinsOf(image.history)).toEqual([{ skip: 1 }]);
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
  expect(image.bounds?.gap).toBe(0.5);
  fake.proof = "proven";
  const proven = fake.answer([], false);
  work.pin(image, { skip: 1 });
  await settled(work);
  fake.heard[0]!.answer(proven);
  expect(image.answer).not.toBe(proven);
  expect(image.answer?.pins).toEqual([{ skip: 1 }]);
});

test("an image that is done makes room for the most doubtful one that is not, and can be reopened", async () => {
  const fake = new Fake();
  const work = new Work(fake);
  work.add([source, source, source]);
  await settled(work);
  const [first, second, third] = work.images;
  second!.ambiguity = 2;
  third!.ambiguity = 1;
  work.finish(first!);
  expect(work.current).toBe(third);
  expect(work.ordered()).toEqual([third, second, first]);
  work.finish(third!);
  work.finish(second!);
  expect(work.current).toBe(second);
  expect(work.images.every((image) => image.done)).toBe(true);
  work.reopen(first!);
  expect(work.ordered()[0]).toBe(first);
});

test("an image whose pins cannot hold is not done", async () => {
  const fake = new Fake();
  const work = await solved(fake);
  const image = work.current!;
  expect(work.finishable(image)).toBe(true);
  fake.fail = [refused("pins-conflict", [{ skip: 0 }])];
  work.pin(image, { skip: 0 });
  await settled(work);
  expect(work.finishable(image)).toBe(false);
});

test("images that are closed end their sessions", async () => {
  const fake = new Fake();
  const work = new Work(fake);
  work.add([source, source]);
  await settled(work);
  const [first, second] = work.images;
  work.remove([first!]);
  expect(fake.ended).toEqual(["s1"]);
  expect(work.images).toEqual([second]);
  expect(work.current).toBe(second);
  work.remove([second!]);
  expect(work.current).toBeUndefined();
});

test("an image of before comes back with its pins, from its problem, and the network is not asked", async () => {
  const fake = new Fake();
  const work = new Work(fake);
  const photo = new Blob(["pixels"]);
  const history = { past: [[]], edits: [{ pins: [{ skip: 1 }] }], future: [] };
  work.add([{ name: "one", body: problem!, photo, kept: { key: 7, history, names: new Map([[1, "head of 5"]]), added: [], done: true } }]);
  await settled(work);
  const image = work.current!;
  expect(image.key).toBe(7);
  expect(image.done).toBe(true);
  expect(fake.bodies).toEqual([JSON.stringify(problem)]);
  expect(fake.asked).toEqual([["s1", [{ skip: 1 }]]]);
  expect(image.names.get(1)).toBe("head of 5");
  work.undo(image);
  await settled(work);
  expect(image.answer?.pins).toEqual([]);
});

test("a session that ended is begun again with the problem, not with the image", async () => {
  const fake = new Fake();
  const work = new Work(fake);
  const photo = new Blob(["pixels"]);
  work.add([{ name: "one", body: photo, photo }]);
  await settled(work);
  fake.fail = [refused("no-such-session")];
  work.pin(work.current!, { use: 0 });
  await settled(work);
  expect(fake.bodies).toEqual([photo, JSON.stringify(problem)]);
});

test("what a new answer changed is said of the open image", async () => {
  const fake = new Fake();
  const work = new Work(fake);
  const heard: string[] = [];
  work.onNews((sentence) => heard.push(sentence));
  work.add([source, source]);
  await settled(work);
  work.pin(work.images[1]!, { skip: 1 });
  await settled(work);
  expect(heard).toEqual(["proven; 1 person"]);
  work.pin(work.images[0]!, { skip: 1 });
  await settled(work);
  expect(heard.at(-1)).toBe("proven; head now unused");
});

test("when the proof of a change is done, it is said again what the change was", async () => {
  const fake = new Fake();
  const work = await solved(fake);
  const image = work.current!;
  const heard: string[] = [];
  work.onNews((sentence) => heard.push(sentence));
  fake.proof = "running";
  work.pin(image, { skip: 1 });
  await settled(work);
  fake.heard.at(-1)!.answer({ ...image.answer!, proof: "proven" });
  expect(heard).toEqual(["best so far; head now unused", "proven; head now unused"]);
});

test("a joint that was missed is one step, and is there again in a session begun anew", async () => {
  const fake = new Fake();
  const work = await solved(fake);
  const image = work.current!;
  work.pin(image, { use: 0 });
  await settled(work);
  const joint = { part: "head", x: 3, y: 4, with: 0 };
  await work.addJoint(image, joint);
  expect(fake.missed).toEqual([["s1", joint]]);
  expect(pinsOf(image.history)).toEqual([{ use: 0 }, { together: [2, 0] }]);
  expect(image.names.get(2)).toBe("added head");
  expect(image.problem?.detections).toHaveLength(3);
  work.undo(image);
  await settled(work);
  // nobody has it now, and its chip is gone
  expect(pinsOf(image.history)).toEqual([{ use: 0 }]);
  expect(image.answer?.pins).toEqual([{ use: 0 }, { skip: 2 }]);
  fake.fail = [refused("no-such-session")];
  work.redo(image);
  await settled(work);
  // the problem of the new session has the joint already, so its number stays
  expect(JSON.parse(fake.bodies.at(-1) as string)).toEqual(image.problem);
  expect(fake.asked.at(-1)).toEqual(["s2", [{ use: 0 }, { together: [2, 0] }]]);
});

test("a missed joint in a session that ended is added to a new one with its pins", async () => {
  const fake = new Fake();
  const work = await solved(fake);
  const image = work.current!;
  work.pin(image, { use: 0 });
  await settled(work);
  fake.fail = [refused("no-such-session")];
  const joint = { part: "head", x: 3, y: 4, with: 0 };
  await work.addJoint(image, joint);
  expect(fake.missed.map(([session]) => session)).toEqual(["s1", "s2"]);
  expect(image.answer?.pins).toEqual([{ use: 0 }, { together: [2, 0] }]);
});

test("a missed joint that cannot be there changes nothing", async () => {
  const fake = new Fake();
  const work = await solved(fake);
  const image = work.current!;
  fake.fail = [refused("pins-conflict", [{ together: [2, 0] }])];
  await expect(work.addJoint(image, { part: "head", x: 3, y: 4, with: 0 })).rejects.toThrow("pins-conflict");
  expect(pinsOf(image.history)).toEqual([]);
  expect(image.added).toEqual([]);
  expect(image.busy).toBe(false);
});
