import type { MissedJoint, Problem } from "./api";
import { button, el, fill, form } from "./dom";
import type { Image } from "./image";
import { partNames } from "./parts";
import { nearest, type Person, type Scene } from "./scene";
import type { Point } from "./view";
import { personName } from "./words";

function partsOf(problem: Problem, person: Person): Map<string, Point> {
  return new Map(person.joints.map((joint) => [problem.detections[joint.detection]?.part ?? "", joint]));
}

/** People by how near their nearest joint is. */
export function nearestFirst(scene: Scene, at: Point): Person[] {
  const far = (person: Person) => Math.min(...person.joints.map((joint) => Math.hypot(joint.x - at.x, joint.y - at.y)));
  return [...scene.people].sort((a, b) => far(a) - far(b));
}

/** The part that is most likely missing here: one that the person lacks, and whose neighbour on a limb is nearest. */
export function likelyPart(problem: Problem, person: Person, at: Point): string {
  const has = partsOf(problem, person);
  const far = (part: string) => {
    const neighbours = problem.anatomy.limbs.filter((limb) => limb.includes(part)).flatMap((limb) => has.get(limb.find((each) => each !== part) ?? "") ?? []);
    return Math.min(...neighbours.map((joint) => Math.hypot(joint.x - at.x, joint.y - at.y)));
  };
  const missing = problem.anatomy.parts.filter((part) => !has.has(part));
  // a second joint of a major part may begin another person
  const minors = problem.anatomy.parts.filter((part) => !problem.anatomy.majors.includes(part));
  const some = [missing, minors, problem.anatomy.parts].find((parts) => parts.length > 0) ?? [];
  return [...some].sort((a, b) => far(a) - far(b) || 0)[0] ?? "";
}

/** The nearest person that lacks a part; if none does, the nearest. */
export function likelyPerson(problem: Problem, nearestFirst: readonly Person[]): Person | undefined {
  return nearestFirst.find((person) => partsOf(problem, person).size < problem.anatomy.parts.length) ?? nearestFirst[0];
}

/** The joint that says whose a missed one is: of a major part if possible, and not of the missed one's own part. */
export function fellow(problem: Problem, person: Person, part: string, at: Point): number | undefined {
  const partOf = ({ detection }: { detection: number }) => problem.detections[detection]?.part ?? "";
  const others = person.joints.filter((joint) => partOf(joint) !== part);
  const majors = others.filter((joint) => problem.anatomy.majors.includes(partOf(joint)));
  // if there is none, the service says so
  const some = [majors, others, person.joints].find((joints) => joints.length > 0) ?? [];
  return nearest(some, at, Infinity)?.detection;
}

/** Asks which part of whom the detector missed. */
export class MissedDialog {
  private readonly part = el("select", { name: "part" });
  private readonly person = el("select", { name: "person", change: () => this.parts() });
  private image: Image | undefined;
  private at: Point = { x: 0, y: 0 };
  readonly dialog = el(
    "dialog",
    { "aria-label": "A joint that was missed", close: () => this.closed() },
    el("h2", {}, "A joint that was missed"),
    form(
      () => this.submit(),
      el("label", { class: "field" }, "Person ", this.person),
      el("label", { class: "field" }, "Part ", this.part),
      el("div", { class: "doing" }, button("Cancel", {}, () => this.dialog.close()), button("Add", { class: "main", type: "submit" }, () => undefined)),
    ),
  );

  /** @param closed is called when the place need not be shown any more */
  constructor(
    private readonly adding: (image: Image, joint: MissedJoint) => void,
    private readonly closed: () => void,
  ) {}

  /** @param side of the screen where it does not hide the place */
  show(image: Image, at: Point, side: "left" | "right"): void {
    if (!image.scene || image.scene.people.length === 0) return;
    this.image = image;
    this.at = at;
    const people = nearestFirst(image.scene, at);
    fill(this.person, ...people.map(({ number }, i) => el("option", { value: number }, `${personName(number)}${i === 0 ? " (nearest)" : ""}`)));
    this.person.value = String((this.image.problem && likelyPerson(this.image.problem, people))?.number ?? "");
    this.parts();
    this.dialog.className = side;
    this.dialog.showModal();
  }

  private chosen(): Person | undefined {
    return this.image?.scene?.people.find((person) => String(person.number) === this.person.value);
  }

  private parts(): void {
    const problem = this.image?.problem;
    const person = this.chosen();
    if (!problem || !person) return;
    const has = partsOf(problem, person);
    const names = partNames(problem.anatomy.parts);
    fill(
      this.part,
      ...problem.anatomy.parts.map((part) => el("option", { value: part }, `${names.get(part)?.label ?? part}${has.has(part) ? " (has one)" : ""}`)),
    );
    this.part.value = likelyPart(problem, person, this.at);
  }

  private submit(): void {
    this.dialog.close();
    const person = this.chosen();
    const { x, y } = this.at;
    const companion = this.image?.problem && person && fellow(this.image.problem, person, this.part.value, this.at);
    if (this.image && companion !== undefined) this.adding(this.image, { part: this.part.value, x, y, with: companion });
  }
}
