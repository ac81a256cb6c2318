import { expect, test } from "vitest";
import { Keeper, type Entry, type Store, type Turn } from "../src/keep";
import { pinsOf } from "../src/pins";
import { Work } from "../src/work";
import { Fake, settled, source } from "./fake";

/** A database in memory, with what was written each time. */
class Memory implements Store {
  readonly entries = new Map<number, Entry>();
  readonly writes: number[][] = [];
  fail: Error | undefined;

  async all(): Promise<[number, Entry][]> {
    return [...this.entries];
  }

  async write(entries: readonly (readonly [number, Entry])[], gone: readonly number[]): Promise<void> {
    if (this.fail) throw this.fail;
    this.writes.push(entries.map(([key]) => key));
    entries.forEach(([key, entry]) => this.entries.set(key, entry));
    gone.forEach((key) => this.entries.delete(key));
  }
}

/** The tabs of one browser. */
class Tabs {
  private loser: (() => void) | undefined;

  readonly turn: Turn = {
    take: async (by, lost) => {
      if (this.loser && by === "asking") return false;
      this.loser?.();
      this.loser = lost;
      return true;
    },
  };
}

async function tab(memory: Memory, tabs: Tabs): Promise<{ work: Work; keeper: Keeper; start: (by: "asking" | "force") => Promise<void> }> {
  const work = new Work(new Fake());
  const keeper = new Keeper(async () => memory, tabs.turn, () => undefined);
  work.onChange(() => keeper.note(work.images));
  const start = async (by: "asking" | "force") => {
    await keeper.start(by, (kept) => {
      work.remove(work.images);
      work.add(kept);
    });
    await settled(work);
  };
  await start("asking");
  return { work, keeper, start };
}

test("what is on the page is there again, and what did not change is not written again", async () => {
  const memory = new Memory();
  const { work } = await tab(memory, new Tabs());
  work.add([source, source]);
  await settled(work);
  memory.writes.length = 0;
  work.pin(work.images[1]!, { skip: 1 });
  await settled(work);
  work.finish(work.images[0]!);
  await settled(work);
  expect(memory.writes.flat().sort()).toEqual([0, 1]);
  memory.writes.length = 0;
  const again = await tab(memory, new Tabs());
  expect(again.work.images.map((image) => [image.done, pinsOf(image.history), image.names.get(1)])).toEqual([
    [true, [], undefined],
    [false, [{ skip: 1 }], "head of 5"],
  ]);
  expect(again.work.images[1]!.answer?.pins).toEqual([{ skip: 1 }]);
  again.work.undo(again.work.images[1]!);
  await settled(again.work);
  expect(again.work.images[1]!.answer?.pins).toEqual([]);
  expect(memory.writes).toEqual([[1]]);
});

test("images that are closed are gone", async () => {
  const memory = new Memory();
  const { work } = await tab(memory, new Tabs());
  work.add([source, source, source]);
  await settled(work);
  work.remove([work.images[1]!]);
  await settled(work);
  const again = await tab(memory, new Tabs());
  expect(again.work.images.map((image) => image.key)).toEqual([0, 2]);
  again.work.add([source]);
  expect(again.work.images.map((image) => image.key)).toEqual([0, 2, 3]);
});

test("a database that refuses is told of; the next change tries again", async () => {
  const memory = new Memory();
  const { work, keeper } = await tab(memory, new Tabs());
  memory.fail = new Error("the disk is full");
  work.add([source]);
  await settled(work);
  expect(keeper.keeping).toEqual({ state: "failed", reason: "the disk is full" });
  memory.fail = undefined;
  work.finish(work.images[0]!);
  await settled(work);
  expect(keeper.keeping).toEqual({ state: "keeping" });
  expect(memory.entries.get(0)?.done).toBe(true);
});

test("a second tab sees the work but does not keep it, until it takes over", async () => {
  const memory = new Memory();
  const tabs = new Tabs();
  const first = await tab(memory, tabs);
  first.work.add([source]);
  await settled(first.work);
  const second = await tab(memory, tabs);
  expect(second.keeper.keeping.state).toBe("elsewhere");
  expect(second.work.images).toHaveLength(1);
  second.work.remove(second.work.images);
  await settled(second.work);
  expect(memory.entries.size).toBe(1);
  first.work.finish(first.work.images[0]!);
  await settled(first.work);
  await second.start("force");
  expect(first.keeper.keeping.state).toBe("elsewhere");
  expect(second.keeper.keeping.state).toBe("keeping");
  expect(second.work.images.map((image) => image.done)).toEqual([true]);
  first.work.reopen(first.work.images[0]!);
  await settled(first.work);
  expect(memory.entries.get(0)?.done).toBe(true);
});
