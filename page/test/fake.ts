import { Refused, type Answer, type Margin, type MissedJoint, type Pin, type Problem, type ProofListener } from "../src/api";
import { Work, type Server } from "../src/work";

export const source = { name: "one", body: "{}", photo: undefined };
export const problem: Answer["problem"] = {
  format: "jointly/problem@1",
  id: "one",
  anatomy: { parts: ["neck", "head"], majors: ["neck"], limbs: [["neck", "head"]] },
  detections: [{ part: "neck", x: 1, y: 2, cost: -1 }, { part: "head", x: 1, y: 0, cost: -1 }],
};

export function refused(type: string, conflict?: Pin[]): Refused {
  const refusal = { type: `urn:jointly:error:${type}`, title: "No", status: 409, detail: type, requestId: "r" };
  return new Refused(conflict ? { ...refusal, conflict } : refusal);
}

/** A server that answers when it is told to. */
export class Fake implements Server {
  begun = 0;
  /** What sessions were begun with. */
  bodies: (Blob | string)[] = [];
  ended: string[] = [];
  missed: [string, MissedJoint][] = [];
  asked: [string, readonly Pin[]][] = [];
  heard: ProofListener[] = [];
  proof: Answer["proof"] = "proven";
  margin: Margin[] = [];
  exact: Margin[] = [];
  sharpened: [string, readonly number[]][] = [];
  fail: unknown[] = [];
  /** Answers wait for this. */
  gate: Promise<void> = Promise.resolve();
  /** Of every session. */
  problem: Problem = problem!;

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
    return whole ? { ...answer, problem: this.problem } : answer;
  }

  async begin(body: Blob | string): Promise<Answer> {
    this.bodies.push(body);
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

  async exactMargins(id: string, joints: readonly number[]): Promise<Margin[]> {
    this.sharpened.push([id, joints]);
    return this.exact;
  }

  async addJoint(id: string, joint: MissedJoint): Promise<Answer> {
    const pins = this.asked.filter(([session]) => session === id).at(-1)?.[1] ?? [];
    this.missed.push([id, joint]);
    await this.gate;
    if (this.fail.length) throw this.fail.shift();
    const { part, x, y } = joint;
    this.problem = { ...this.problem, detections: [...this.problem.detections, { part, x, y, cost: 1 }] };
    return this.answer([...pins, { together: [this.problem.detections.length - 1, joint.with] }], true);
  }

  async end(id: string): Promise<void> {
    this.ended.push(id);
  }

  listen(_: string, listener: ProofListener): () => void {
    this.heard.push(listener);
    return () => undefined;
  }
}

/** Until nothing is under way any more. */
export async function settled(work: Work): Promise<void> {
  do {
    await new Promise((resolve) => setImmediate(resolve));
  } while (work.images.some((image) => image.busy || image.state === "waiting" || image.state === "solving"));
  await new Promise((resolve) => setImmediate(resolve));
}

export async function solved(fake: Fake): Promise<Work> {
  const work = new Work(fake);
  work.add([source]);
  await settled(work);
  return work;
}
