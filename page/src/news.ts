import type { Answer } from "./api";
import type { Scene } from "./scene";
import { count, personName, type Nouns } from "./words";

/** So many joints are named; of more, the number is said. */
const MOST = 3;

function where(scene: Scene, detection: number): number | undefined {
  return scene.owner.get(detection)?.number;
}

/**
 * What a new answer changed, as one sentence to be read aloud.
 *
 * @param before what was drawn until now; undefined if nothing was
 */
export function news(before: Scene | undefined, now: Scene, answer: Pick<Answer, "proof">, { one, many }: Nouns): string {
  const proof = answer.proof === "proven" ? "proven" : "best so far";
  if (!before) return `${proof}; ${count(now.people.length, one, many)}`;
  const moved = [...now.spots.values()].filter(({ detection }) => where(before, detection) !== where(now, detection));
  const said = moved.slice(0, MOST).map(({ detection, part }) => {
    const owner = where(now, detection);
    return `${part.label} now ${owner === undefined ? "unused" : `with ${one} ${personName(owner)}`}`;
  });
  const more = moved.length > MOST ? [`${count(moved.length - MOST, "more joint")} changed`] : [];
  const people = now.people.length === before.people.length ? [] : [count(now.people.length, one, many)];
  const all = [proof, ...said, ...more, ...people];
  return moved.length === 0 ? `${proof}; nothing changed` : all.join("; ");
}
