import { dictionary, integer, integerOrNull, list, number, object, oneOf, text, truth, whole, type Of, type Shape } from "./shape";
import type { Frame, TrackPin } from "./tracks";

const pin = object({}, { together: list(integer), apart: list(integer), use: integer, skip: integer });

// problems and solutions are kept whole: they are saved and exported, and have more fields than are drawn
const problem = whole(
  object(
    {
      format: oneOf("jointly/problem@1"),
      id: text,
      anatomy: object({ parts: list(text), majors: list(text), limbs: list(list(text)) }),
      detections: list(object({ part: text, cost: number }, { x: number, y: number, score: number })),
    },
    { image: object({}, { file: text, width: integer, height: integer }), pins: list(pin), personScore: whole(object({ weakBelow: number })) },
  ),
);

const solution = whole(
  object({
    status: oneOf("optimal", "bounded"),
    objective: number,
    lowerBound: number,
    gap: number,
    seconds: number,
    poses: list(object({ cost: number, global: dictionary(integer) }, { local: dictionary(list(integer)), score: number })),
  }),
);

const answer = object(
  { id: text, pins: list(pin), proof: oneOf("proven", "running", "open"), people: list(integer), solution },
  { problem },
);

const margin = object({ person: integer, atLeast: number, fixed: truth }, { joint: integer, atMost: number });
const margins = object({ margins: list(margin) });
const alternative = object(
  { joint: integer, person: integer, fixed: truth },
  { owner: integer, atLeast: number, atMost: number, people: list(integer), solution },
);
const link = list(list(integer));
const crossing = object({ frame: integer, kind: oneOf("swap", "birth/death", "gap"), tracks: list(integer), margin: number, instead: text, same: list(link), swap: list(link) });
const tracks = object({ tracks: list(list(integerOrNull)) }, { crossings: list(crossing) });
const missedJoint = object({ part: text, x: number, y: number, with: integer }, { cost: number });
const bounds = object({ seconds: number, lowerBound: number, objective: number, gap: number });
const refusal = object(
  { type: text, title: text, status: integer, detail: text, requestId: text },
  { conflict: list(pin) },
);
const nothing: Shape<void> = { kind: "nothing", read: () => undefined };

export type Pin = Of<typeof pin>;
export type Problem = Of<typeof problem>;
export type Solution = Of<typeof solution>;
export type Answer = Of<typeof answer>;
export type Margin = Of<typeof margin>;
export type Alternative = Of<typeof alternative>;
export type Crossing = Of<typeof crossing>;
export type Tracked = Of<typeof tracks>;
export type MissedJoint = Of<typeof missedJoint>;
export type Bounds = Of<typeof bounds>;
export type Refusal = Of<typeof refusal>;

/** Everything that the page asks the server, with what it reads of the answers. A test compares it with the OpenAPI document. */
export const operations = {
  example: { method: "get", path: "/api/v1/example/problem.json", query: [], answer: problem },
  examplePhoto: { method: "get", path: "/api/v1/example/photo.jpg", query: [], answer: nothing },
  import: { method: "post", path: "/api/v1/import", query: ["name"], answer: nothing },
  begin: { method: "post", path: "/api/v1/sessions", query: ["name"], answer },
  repin: { method: "put", path: "/api/v1/sessions/{id}/pins", query: [], answer },
  margins: { method: "get", path: "/api/v1/sessions/{id}/margins", query: ["exact", "joints", "timeLimit"], answer: margins },
  alternative: { method: "get", path: "/api/v1/sessions/{id}/alternative", query: ["joint", "timeLimit"], answer: alternative },
  addJoint: { method: "post", path: "/api/v1/sessions/{id}/detections", query: [], answer },
  events: { method: "get", path: "/api/v1/sessions/{id}/events", query: [], answer: nothing },
  export: { method: "post", path: "/api/v1/export", query: ["format"], answer: nothing },
  tracks: { method: "post", path: "/api/v1/tracks", query: [], answer: tracks },
  end: { method: "delete", path: "/api/v1/sessions/{id}", query: [], answer: nothing },
} as const satisfies Record<string, Operation>;

export interface Operation {
  readonly method: string;
  readonly path: string;
  readonly query: readonly string[];
  readonly answer: Shape<unknown>;
}

/** Shapes that have a name of their own in the OpenAPI document. */
export const named = {
  Alternative: alternative,
  Answer: answer,
  Bounds: bounds,
  Crossing: crossing,
  Margin: margin,
  MissedJoint: missedJoint,
  Pin: pin,
  Problem: problem,
  Solution: solution,
  Tracks: tracks,
};
export const refusals = refusal;

/** The server said no, and why. */
export class Refused extends Error {
  constructor(readonly refusal: Refusal) {
    super(refusal.detail);
  }

  /** Such as `pins-conflict`. */
  get type(): string {
    return this.refusal.type.replace("urn:jointly:error:", "");
  }
}

/** The server could not be reached. */
export class ServerGone extends Error {
  constructor() {
    super("the server does not answer");
  }
}

/** What happens while a proof goes on. */
export interface ProofListener {
  bounds(bounds: Bounds): void;
  answer(answer: Answer): void;
  /** The stream ended without an answer. */
  ended(): void;
}

/** Of a few margins; those that are not found by then stay bounds. */
const EXACT_TIME = "5s";
/** Of a second-best answer; who looks elsewhere stops it. */
const SECOND_TIME = "10s";

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export class Client {
  constructor(private readonly fetching: Fetch = (url, init) => fetch(url, init)) {}

  /** A photo with its people, to try. */
  async example(): Promise<{ name: string; body: string; photo: Blob }> {
    const { body, read } = await this.raw(operations.example, {}, {});
    const photo = await (await this.send(operations.examplePhoto, {}, {})).blob();
    return { name: operations.example.answer.read(read, "").id, body, photo };
  }

  /** Problems, a line each, from evidence or a result of DeepLabCut. */
  async import(file: Blob, name: string): Promise<string> {
    return (await this.send(operations.import, {}, { name }, file)).text();
  }

  /** Begins with a problem, as JSON, or with an image. */
  begin(body: Blob | string, name: string): Promise<Answer> {
    return this.ask(operations.begin, {}, { name }, body);
  }

  repin(id: string, pins: readonly Pin[]): Promise<Answer> {
    return this.ask(operations.repin, { id }, {}, JSON.stringify({ pins }));
  }

  /** Lower bounds of margins, at once. */
  async margins(id: string): Promise<Margin[]> {
    return (await this.ask(operations.margins, { id }, {})).margins;
  }

  /** The margins of some joints themselves; takes a solve for each. */
  async exactMargins(id: string, joints: readonly number[], signal: AbortSignal): Promise<Margin[]> {
    const query = { exact: "true", joints: joints.join(","), timeLimit: EXACT_TIME };
    return (await this.ask(operations.margins, { id }, query, undefined, signal)).margins;
  }

  /** The best grouping in which a joint is not where it is now. */
  alternative(id: string, joint: number, signal: AbortSignal): Promise<Alternative> {
    return this.ask(operations.alternative, { id }, { joint: String(joint), timeLimit: SECOND_TIME }, undefined, signal);
  }

  /** The answer has the problem with the new joint, its last detection, and a pin for it, its last. */
  addJoint(id: string, joint: MissedJoint): Promise<Answer> {
    return this.ask(operations.addJoint, { id }, {}, JSON.stringify(joint));
  }

  /** Also while the page is being closed. */
  async end(id: string): Promise<void> {
    await this.fetching(filled(operations.end.path, { id }), { method: "DELETE", keepalive: true });
  }

  /** @returns what stops listening */
  listen(id: string, listener: ProofListener): () => void {
    const source = new EventSource(filled(operations.events.path, { id }));
    source.addEventListener("bounds", (event) => listener.bounds(bounds.read(JSON.parse(event.data), "")));
    source.addEventListener("answer", (event) => {
      source.close();
      listener.answer(answer.read(JSON.parse(event.data), ""));
    });
    // both the server's own event of this name and a broken connection
    source.addEventListener("error", () => {
      source.close();
      listener.ended();
    });
    source.addEventListener("cancelled", () => source.close());
    return () => source.close();
  }

  /** Images as one file of another tool; a line of the body has a problem and its solution. */
  async export(format: string, body: Blob): Promise<{ name: string; file: Blob }> {
    const response = await this.send(operations.export, {}, { format }, body);
    const said = response.headers.get("Content-Disposition") ?? "";
    return { name: /filename="([^"]+)"/.exec(said)?.[1] ?? "people", file: await response.blob() };
  }

  /** For each frame, in the order given, the tracks of its people, null for people in no track; and where they are in doubt. */
  async tracks(frames: readonly Frame[], pins: readonly TrackPin[]): Promise<Tracked> {
    return this.ask(operations.tracks, {}, {}, JSON.stringify({ frames, crossings: true, asked: { pins } }));
  }

  private async ask<S>(
    operation: { method: string; path: string; answer: Shape<S> },
    path: Record<string, string>,
    query: Record<string, string>,
    body?: Blob | string,
    signal?: AbortSignal,
  ): Promise<S> {
    return operation.answer.read((await this.raw(operation, path, query, body, signal)).read, "");
  }

  /** An answer as it came, and what it says. */
  private async raw(
    operation: { method: string; path: string },
    path: Record<string, string>,
    query: Record<string, string>,
    sent?: Blob | string,
    signal?: AbortSignal,
  ): Promise<{ body: string; read: unknown }> {
    const response = await this.send(operation, path, query, sent, signal);
    const body = await response.text().catch(() => {
      throw new ServerGone();
    });
    return { body, read: body === "" ? undefined : json(body, response.status) };
  }

  /** @throws Refused if it is not a success */
  private async send(
    operation: { method: string; path: string },
    path: Record<string, string>,
    query: Record<string, string>,
    sent?: Blob | string,
    signal?: AbortSignal,
  ): Promise<Response> {
    const url = filled(operation.path, path) + (Object.keys(query).length ? `?${new URLSearchParams(query)}` : "");
    const init: RequestInit = { method: operation.method.toUpperCase() };
    if (sent !== undefined) init.body = sent;
    if (signal) init.signal = signal;
    let response: Response;
    let refused: string | undefined;
    try {
      response = await this.fetching(url, init);
      refused = response.ok ? undefined : await response.text();
    } catch {
      throw new ServerGone();
    }
    if (refused !== undefined) throw new Refused(refusal.read(json(refused, response.status), ""));
    return response;
  }
}

function json(body: string, status: number): unknown {
  try {
    return JSON.parse(body);
  } catch {
    throw new Error(`the server answered ${status} with something that is not JSON`);
  }
}

function filled(path: string, values: Record<string, string>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ""));
}
