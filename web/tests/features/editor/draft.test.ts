import { describe, expect, it } from "vitest";
import { Draft } from "../../../src/features/editor/draft.svelte";
import { fileFrom, titleOf } from "../../../src/features/editor/saved";

describe("a draft", () => {
  it("undoes and redoes steps", () => {
    const draft = new Draft({ n: 0 });
    draft.change({ n: 1 });
    draft.change({ n: 2 });
    draft.undo();
    expect([draft.file, draft.canUndo, draft.canRedo]).toEqual([{ n: 1 }, true, true]);
    draft.undo();
    draft.undo();
    expect([draft.file, draft.canUndo]).toEqual([{ n: 0 }, false]);
    draft.redo();
    draft.redo();
    draft.redo();
    expect([draft.file, draft.canRedo]).toEqual([{ n: 2 }, false]);
  });

  it("undoes keys that move the same point together", () => {
    const draft = new Draft({ n: 0 });
    for (const n of [1, 2, 3]) draft.change({ n }, "move a");
    draft.change({ n: 4 }, "move b");
    draft.undo();
    expect(draft.file).toEqual({ n: 3 });
    draft.undo();
    expect(draft.file).toEqual({ n: 0 });
  });

  it("forgets what was undone when it changes in another way", () => {
    const draft = new Draft({ n: 0 });
    draft.change({ n: 1 });
    draft.undo();
    draft.change({ n: 5 });
    expect(draft.canRedo).toBe(false);
    draft.redo();
    expect(draft.file).toEqual({ n: 5 });
  });
});

describe("a file", () => {
  it("is a board, or nothing", () => {
    expect(fileFrom("{")).toBeNull();
    expect(fileFrom("[1]")).toBeNull();
    expect(fileFrom('{"guanxi": "han board 1"}')).toBeNull();
    const board = fileFrom('{"guanxi": "han board 1", "size": [1, 2], "title": {"en": "Avalon"}}')!;
    expect([titleOf(board, "fr"), titleOf({ name: "draft" }, "fr")]).toEqual(["Avalon", "draft"]);
  });
});
