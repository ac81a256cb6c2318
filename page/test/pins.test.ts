import { expect, test } from "vitest";
import type { Pin } from "../src/api";
import { added as addedEdit, asAsked, changed as changedEdits, chipOf, movesOf, NO_EDITS as NO_PINS, pinsOf, redone, same, sentence, undone, type Edit, type History } from "../src/pins";

const edits = (pins: readonly Pin[]): Edit[] => pins.map((pin) => ({ pins: [pin] }));
const changed = (history: History, pins: readonly Pin[]) => changedEdits(history, edits(pins));
const added = (pins: readonly Pin[], pin: Pin) => addedEdit(edits(pins), { pins: [pin] }).flatMap((edit) => edit.pins);

test("undo and redo give back exactly what was", () => {
  const one = changed(NO_PINS, [{ skip: 1 }]);
  const two = changed(one, [{ skip: 1 }, { use: 2 }]);
  expect(pinsOf(undone(two))).toEqual([{ skip: 1 }]);
  expect(pinsOf(undone(undone(two)))).toEqual([]);
  expect(redone(redone(undone(undone(two))))).toEqual(two);
  expect(undone(NO_PINS)).toBe(NO_PINS);
  expect(redone(two)).toBe(two);
});

test("a change after undo forgets what could be redone", () => {
  const again = changed(undone(changed(NO_PINS, [{ skip: 1 }])), [{ use: 9 }]);
  expect(redone(again)).toBe(again);
});

test("the last word counts where two pins plainly contradict each other", () => {
  expect(added([{ skip: 4 }], { use: 4 })).toEqual([{ use: 4 }]);
  expect(added([{ apart: [1, 2] }], { together: [2, 1] })).toEqual([{ together: [2, 1] }]);
  expect(added([{ skip: 4 }], { together: [4, 9] })).toEqual([{ together: [4, 9] }]);
  expect(added([{ together: [4, 9] }], { skip: 4 })).toEqual([{ skip: 4 }]);
  expect(added([{ apart: [1, 2] }, { skip: 3 }], { use: 5 })).toEqual([{ apart: [1, 2] }, { skip: 3 }, { use: 5 }]);
});

test("the same pin is not added twice", () => {
  expect(added([{ apart: [1, 2] }], { apart: [2, 1] })).toEqual([{ apart: [2, 1] }]);
  expect(same({ together: [1, 2] }, { apart: [1, 2] })).toBe(false);
});

test("a joint that is moved twice belongs where it was put last", () => {
  const first = [{ together: [5, 20] }];
  expect(added(first, { together: [5, 30] })).toEqual([{ together: [5, 30] }]);
  expect(added(first, { together: [6, 20] })).toEqual([{ together: [5, 20] }, { together: [6, 20] }]);
});

test("chips say it in words", () => {
  const label = (detection: number) => `left wrist ${detection}`;
  expect(sentence({ together: [1, 2] }, label)).toBe("left wrist 1 with left wrist 2");
  expect(sentence({ apart: [1, 2] }, label)).toBe("left wrist 1 and left wrist 2 apart");
  expect(sentence({ use: 3 }, label)).toBe("use left wrist 3");
  expect(sentence({ skip: 3 }, label)).toBe("not left wrist 3");
});

test("an added joint that no pin names any more is nobody's", () => {
  expect(asAsked([{ together: [7, 2] }, { use: 1 }], [7, 8])).toEqual([{ together: [7, 2] }, { use: 1 }, { skip: 8 }]);
  expect(asAsked([], [])).toEqual([]);
});

test("an edit of which only a part is overruled keeps the rest", () => {
  const deletion: Edit = { pins: [{ skip: 1 }, { skip: 2 }], deletes: true, title: "person 3 deleted" };
  expect(addedEdit([deletion], { pins: [{ use: 1 }] })).toEqual([{ ...deletion, pins: [{ skip: 2 }] }, { pins: [{ use: 1 }] }]);
});

test("a joint is where it was put last, and taking that back puts it where it was found", () => {
  const first = addedEdit([], { pins: [], move: { detection: 4, x: 1, y: 2 } });
  const second = addedEdit(first, { pins: [], move: { detection: 4, x: 3, y: 4 } });
  expect(movesOf({ ...NO_PINS, edits: second })).toEqual(new Map([[4, { x: 3, y: 4 }]]));
  expect(second).toHaveLength(1);
  expect(movesOf(undone(changedEdits(NO_PINS, second))).size).toBe(0);
  expect(chipOf(second[0]!, () => "left wrist of 2")).toBe("left wrist of 2 moved");
});
