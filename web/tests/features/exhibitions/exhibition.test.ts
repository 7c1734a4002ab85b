import { describe, expect, it } from "vitest";
import { inOrder, isOver, nextBoard, scoreOf } from "../../../src/features/exhibitions/exhibition.svelte";
import type { Board, Exhibition } from "../../../src/features/exhibitions/types";

/** Boards named a, b, c …: the share of a finished game, or whether it is the user's turn. */
function exhibition(...boards: (number | boolean)[]): Exhibition {
  const made = boards.map((how, index) => {
    const table = { table: "abcdef"[index]!, your_turn: how === true } as Board["table"];
    return { table, seat: 0, share: typeof how === "number" ? how : null };
  });
  return { id: "x", game: "han", yours: true, host: null, boards: made };
}

describe("the boards of an exhibition", () => {
  it("that wait for the user come first, finished ones last", () => {
    const order = inOrder(exhibition(1, false, true, 0, true)).map(({ number }) => number);
    expect(order).toEqual([3, 5, 2, 1, 4]);
  });

  it("are visited in turns", () => {
    const shown = exhibition(true, false, true, true);
    expect(nextBoard(shown, "a")!.table.table).toBe("c");
    expect(nextBoard(shown, "c")!.table.table).toBe("d");
    expect(nextBoard(shown, "d")!.table.table).toBe("a");
    expect(nextBoard(shown, "")!.table.table).toBe("a");
  });

  it("lead nowhere while none waits", () => {
    expect(nextBoard(exhibition(true, false, 1), "a")).toBeUndefined();
  });

  it("are counted", () => {
    expect(scoreOf(exhibition(1, 0.5, 0, false, true))).toEqual({ won: 1, shared: 1, lost: 1, playing: 2 });
    expect(isOver(exhibition(1, 0))).toBe(true);
    expect(isOver(exhibition(1, false))).toBe(false);
  });
});
