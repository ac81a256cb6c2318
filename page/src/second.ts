import type { Alternative, Answer, Client, Pin, Problem } from "./api";
import type { Ghost } from "./draw";
import type { Image } from "./image";
import { hues } from "./palette";
import { nearest, sceneOf, type Person, type Scene, type Spot } from "./scene";
import { personName, type Nouns } from "./words";

/** Where a joint would be in the second-best answer; `found` is undefined if there is none, or none was found in time. */
export interface Second {
  readonly joint: number;
  /** Who has the joint now. */
  readonly person: number;
  readonly fixed: boolean;
  readonly found: { readonly scene: Scene; readonly owner: number | undefined; readonly atLeast: number; readonly atMost: number } | undefined;
}

/** What was found in time may be far from the best; beyond this it says nothing about the joint. */
const FAR = 10;

export function secondOf(problem: Problem, read: Alternative): Second {
  const { joint, person, fixed, owner, atLeast, atMost, people, solution } = read;
  const whole = people !== undefined && solution !== undefined && atLeast !== undefined && atMost !== undefined && atMost - atLeast <= FAR;
  return { joint, person, fixed, found: whole ? { scene: sceneOf(problem, { people, solution }), owner, atLeast, atMost } : undefined };
}

/** Where a joint would be in the second-best answer. */
export function elsewhere(second: Second, now: Scene, { one }: Nouns): string {
  const { found, person } = second;
  if (!found) return second.fixed ? "nowhere, your changes say so" : "not found in time";
  if (found.owner === undefined) return "not used";
  if (found.owner === person) return `with ${one} ${personName(person)}, who has other joints`;
  return now.people.some((each) => each.number === found.owner) ? `with ${one} ${personName(found.owner)}` : `with a new ${one}`;
}

function detections(person: Person): string {
  return person.joints.map((joint) => joint.detection).sort((a, b) => a - b).join(" ");
}

/** The people of another answer that are not as they are now. */
export function ghostOf(now: Scene, other: Scene, known: ReadonlyMap<number, number>): Ghost {
  const before = new Map(now.people.map((person) => [person.number, detections(person)]));
  const after = new Map(other.people.map((person) => [person.number, detections(person)]));
  return {
    people: other.people.filter((person) => before.get(person.number) !== detections(person)),
    hues: hues(known, other.people),
    fades: new Set(now.people.filter((person) => after.get(person.number) !== detections(person)).map((person) => person.number)),
  };
}

/**
 * The pin that takes the second-best answer: the joint together with the nearest major joint of who has it there, or not used at
 * all. If all of that person's joints are with it now already, it is set apart from who has it now.
 */
export function pinFor(problem: Problem, now: Scene, { joint, found }: Second): Pin | undefined {
  const spot = now.spots.get(joint);
  if (!found || !spot) return undefined;
  const owner = found.scene.owner.get(joint);
  if (!owner) return { skip: joint };
  const majors = new Set(problem.anatomy.majors);
  const current = now.owner.get(joint);
  const fellows = (of: Person | undefined) => of?.joints.filter((each) => each.detection !== joint) ?? [];
  const near = (spots: readonly Spot[]) =>
    nearest(spots.filter((each) => majors.has(problem.detections[each.detection]?.part ?? "")), spot, Infinity) ?? nearest(spots, spot, Infinity);
  const onto = near(fellows(owner).filter((each) => now.owner.get(each.detection) !== current));
  if (onto) return { together: [joint, onto.detection] };
  const from = near(fellows(current).filter((each) => found.scene.owner.get(each.detection) !== owner));
  return from && { apart: [joint, from.detection] };
}

/** Asks for second-best answers, remembers them for as long as the answer is the same, and stops those no longer needed. */
export class Seconds {
  private readonly known = new WeakMap<Answer, Map<number, Second | "unknown">>();
  private readonly asking = new Map<number, { readonly answer: Answer; readonly stop: AbortController }>();

  constructor(
    private readonly server: Pick<Client, "alternative">,
    private readonly tell: () => void,
  ) {}

  /** Undefined until it is known; `unknown` if the server did not say. */
  of(image: Image, joint: number): Second | "unknown" | undefined {
    return image.answer && this.known.get(image.answer)?.get(joint);
  }

  /** What is looked at just now; other questions are dropped. */
  want(image: Image | undefined, joints: readonly number[]): void {
    const answer = image?.busy || image?.answer?.proof === "running" ? undefined : image?.answer;
    const wanted = joints.filter((joint) => image?.scene?.owner.has(joint));
    for (const [joint, run] of this.asking) {
      if (run.answer === answer && wanted.includes(joint)) continue;
      run.stop.abort();
      this.asking.delete(joint);
    }
    if (!image?.problem || !answer) return;
    for (const joint of wanted) {
      if (!this.asking.has(joint) && !this.of(image, joint)) void this.ask(image.problem, answer, joint);
    }
  }

  private async ask(problem: Problem, answer: Answer, joint: number): Promise<void> {
    const run = { answer, stop: new AbortController() };
    this.asking.set(joint, run);
    let found: Second | "unknown";
    try {
      found = secondOf(problem, await this.server.alternative(answer.id, joint, run.stop.signal));
    } catch {
      // nothing depends on it; a server that is gone is noticed by the next change
      found = "unknown";
    }
    if (run.stop.signal.aborted) return;
    this.asking.delete(joint);
    const known = this.known.get(answer) ?? new Map<number, Second | "unknown">();
    this.known.set(answer, known.set(joint, found));
    this.tell();
  }
}
