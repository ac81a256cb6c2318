import type { Pin, Problem } from "./api";
import type { Source } from "./files";
import type { Image, Kept } from "./image";
import { NO_EDITS } from "./pins";

/** Whether what is on the page outlives a reload. */
export type Keeping =
  /** It is not known yet. */
  | { readonly state: "asking" }
  | { readonly state: "keeping" }
  /** Another tab has the same work open, and keeps it. */
  | { readonly state: "elsewhere" }
  | { readonly state: "failed"; readonly reason: string };

/** An image as the database has it. */
export interface Entry extends Kept {
  readonly name: string;
  /** Undefined until the image has an answer; `body` is there then. */
  readonly problem: Problem | undefined;
  readonly body: Source["body"] | undefined;
  readonly photo: Blob | undefined;
  readonly called?: readonly string[] | undefined;
  readonly clip?: string | undefined;
}

/** Where entries are kept, by the keys of their images. */
export interface Store {
  all(): Promise<[number, Entry][]>;
  /** All of it, or nothing. */
  write(entries: readonly (readonly [number, Entry])[], gone: readonly number[]): Promise<void>;
}

/** Whose turn it is to keep the work, of several tabs. */
export interface Turn {
  /** @param lost is called when another tab takes over
   *  @returns whether this tab keeps the work now */
  take(by: "asking" | "force", lost: () => void): Promise<boolean>;
}

/** Keeps what is on the page, so that it is there again after a reload. */
export class Keeper {
  keeping: Keeping = { state: "asking" };
  private images: readonly Image[] = [];
  private readonly written = new Map<number, Entry>();
  private writing: Promise<void> | undefined;

  constructor(
    private readonly store: () => Promise<Store>,
    private readonly turn: Turn,
    private readonly tell: () => void,
  ) {}

  /** Brings back what was kept, also if another tab has it open. */
  async start(by: "asking" | "force", restore: (sources: Source[]) => void): Promise<void> {
    this.keeping = { state: "asking" };
    try {
      const mine = await this.turn.take(by, () => this.now({ state: "elsewhere" }));
      const entries = await (await this.store()).all();
      this.written.clear();
      if (mine) entries.forEach(([key, entry]) => this.written.set(key, entry));
      restore(entries.map(([key, entry]) => source(key, entry)));
      this.now({ state: mine ? "keeping" : "elsewhere" });
      this.note(this.images);
    } catch (error) {
      this.now({ state: "failed", reason: reasonOf(error) });
    }
  }

  /** Called after every change; what did not change is not written again. */
  note(images: readonly Image[]): void {
    this.images = images;
    if (this.keeping.state === "keeping" || this.keeping.state === "failed") this.writing ??= this.write();
  }

  private async write(): Promise<void> {
    // changes of one moment are written together
    await Promise.resolve();
    try {
      for (let changes = this.changes(); changes.size > 0; changes = this.changes()) {
        const entries = [...changes].filter((change): change is [number, Entry] => change[1] !== undefined);
        const gone = [...changes.keys()].filter((key) => changes.get(key) === undefined);
        await (await this.store()).write(entries, gone);
        entries.forEach(([key, entry]) => this.written.set(key, entry));
        gone.forEach((key) => this.written.delete(key));
      }
      if (this.keeping.state === "failed") this.now({ state: "keeping" });
    } catch (error) {
      // the next change tries again
      if (this.keeping.state !== "elsewhere") this.now({ state: "failed", reason: reasonOf(error) });
    } finally {
      this.writing = undefined;
    }
  }

  /** Entries by key that differ from what is written; undefined for those that are gone. */
  private changes(): Map<number, Entry | undefined> {
    const changes = new Map<number, Entry | undefined>();
    if (this.keeping.state === "elsewhere") return changes;
    const entries = new Map(this.images.map((image) => [image.key, entryOf(image)]));
    for (const [key, entry] of entries) {
      const before = this.written.get(key);
      if (!before || !alike(before, entry)) changes.set(key, entry);
    }
    for (const key of this.written.keys()) if (!entries.has(key)) changes.set(key, undefined);
    return changes;
  }

  private now(keeping: Keeping): void {
    this.keeping = keeping;
    this.tell();
  }
}

function entryOf({ source, problem, history, names, done, added }: Image): Entry {
  const { name, body, photo, called, clip } = source;
  return { name, problem, body: problem ? undefined : body, photo, called, clip, history, names, done, added };
}

/** What changes is replaced, never changed in place. */
function alike(a: Entry, b: Entry): boolean {
  return a.problem === b.problem && a.body === b.body && a.photo === b.photo && a.history === b.history && a.names === b.names && a.done === b.done;
}

function source(key: number, { name, problem, body, photo, called, clip, history, names, done, added }: Entry): Source {
  // until version 0.2 a history was of pins
  const { pins } = history as unknown as { readonly pins?: readonly Pin[] };
  const kept = pins ? { ...NO_EDITS, edits: pins.map((pin) => ({ pins: [pin] })) } : history;
  return { name, body: problem ?? body ?? "", photo, ...(called && { called }), clip, kept: { key, history: kept, names, done, added } };
}

function reasonOf(error: unknown): string {
  return error instanceof Error && error.message !== "" ? error.message : String(error);
}
