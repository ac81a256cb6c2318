import { Refused, ServerGone, type Answer, type Bounds, type Pin, type Problem } from "./api";
import { NO_DOUBTS, type Doubts } from "./doubt";
import { problemIn, type Source } from "./files";
import { NO_EDITS, type History } from "./pins";
import type { Scene } from "./scene";
import { personName } from "./words";

/** Why there is no answer, or no new one. */
export interface Failure {
  /** Of the server's refusals, such as `no-model`; `gone` if it does not answer; `page` for everything else. */
  readonly type: string;
  readonly detail: string;
}

/** What a person has done with an image: all that is saved of it, beside the problem. */
export interface Kept {
  readonly history: History;
  /** What pinned detections were when they were pinned, such as `left wrist of 2`. */
  readonly names: ReadonlyMap<number, string>;
  readonly done: boolean;
  /** Detections that a person added. */
  readonly added: readonly number[];
}

/** One image or problem, with all that is known of it. */
export interface Image {
  readonly key: number;
  source: Source;
  state: "waiting" | "solving" | "solved" | "failed";
  failure?: Failure | undefined;
  session?: string;
  /** Whole, as the server gave it: with it a session can be begun anew, without the network. */
  problem: Problem | undefined;
  answer?: Answer;
  scene?: Scene;
  doubts: Doubts;
  /** What the margins are: not known yet, lower bounds, or themselves. */
  weighed: "no" | "bounds" | "exact";
  /** Of its least margin; undefined if none is known. */
  ambiguity: number | undefined;
  hues: Map<number, number>;
  /** By number of a person, while tracks are shown: the track, or null for none, and its hue. */
  tracked?: { readonly tracks: ReadonlyMap<number, number | null>; readonly hues: ReadonlyMap<number, number> } | undefined;
  history: History;
  names: ReadonlyMap<number, string>;
  /** A person has looked through it. */
  done: boolean;
  added: readonly number[];
  /** Pins that the server has last been asked about. */
  asked: readonly Pin[];
  /** Of these pins, those that cannot all hold. */
  conflict: readonly Pin[];
  /** Of the proof that goes on, or that ended last. */
  bounds: Bounds | undefined;
  /** A change is under way. */
  busy: boolean;
}

export function fresh(key: number, source: Source): Image {
  return {
    key,
    source,
    state: "waiting",
    problem: problemIn(source),
    doubts: NO_DOUBTS,
    weighed: "no",
    ambiguity: undefined,
    hues: new Map(),
    history: source.kept?.history ?? NO_EDITS,
    names: source.kept?.names ?? new Map(),
    done: source.kept?.done ?? false,
    added: source.kept?.added ?? [],
    asked: [],
    conflict: [],
    bounds: undefined,
    busy: false,
  };
}

/** As they are shown: by track if tracks are. */
export function huesOf(image: Image): ReadonlyMap<number, number> {
  return image.tracked?.hues ?? image.hues;
}

/** What a detection is called on the chip of a pin. */
export function nameOf(image: Image, detection: number): string {
  const part = image.scene?.spots.get(detection)?.part.label ?? `detection ${detection}`;
  if (image.added.includes(detection)) return `added ${part}`;
  const owner = image.scene?.owner.get(detection);
  return owner ? `${part} of ${personName(owner.number)}` : part;
}

export function failure(error: unknown): Failure {
  if (error instanceof Refused) return { type: error.type, detail: error.refusal.detail };
  if (error instanceof ServerGone) return { type: "gone", detail: error.message };
  return { type: "page", detail: error instanceof Error ? error.message : String(error) };
}
