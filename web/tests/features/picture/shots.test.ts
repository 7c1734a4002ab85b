import { describe, expect, it } from "vitest";
import { moveShot, movesShown } from "../../../src/features/picture/shots";
import { state } from "../../fixtures";

describe("movesShown", () => {
  it("shows every move of a short game, and the table before it", () => expect(movesShown(3, "all")).toEqual([0, 1, 2, 3]));
  it("shows the last moves from the position before them", () => expect(movesShown(20, 2)).toEqual([18, 19, 20]));
  it("shows as many moves of a long game as there is room for, with both ends", () => {
    const shown = movesShown(700, "all", 50);
    expect([shown.length, shown[0], shown.at(-1), new Set(shown).size]).toEqual([50, 0, 700, 50]);
  });
  it("shows a game without moves", () => expect(movesShown(0, 12)).toEqual([0]));
});

describe("moveShot", () => {
  it("has the sentence of the move, and of a routine only if there is nothing else", () => {
    const shown = state(2);
    const say = ({ id }: { id: string }) => id;
    const [line] = shown.events.filter(({ move }) => move === 2);
    expect(moveShot(shown, say, false).caption).toBe(line!.phrase.id);
    const routine = { ...line!, routine: true, phrase: { id: "routine" } };
    expect(moveShot({ ...shown, events: [...shown.events, routine] }, say, false).caption).toBe(line!.phrase.id);
    expect(moveShot({ ...shown, events: [routine] }, say, true)).toMatchObject({ caption: "routine", time: 4000 });
  });
});
