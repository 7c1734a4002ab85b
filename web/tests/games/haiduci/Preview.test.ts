import { expect, it } from "vitest";
import Preview from "../../../src/games/haiduci/Preview.svelte";
import type { PreviewOf } from "../../../src/lib/types";
import { read } from "../../preview";
import { say, table } from "./fixtures";

const NOTHING: PreviewOf<"haiduci"> = { game: "haiduci", agreement: null, territories: [], provinces: [], gains: [], conditions: [] };

it("says what both players would do", async () => {
  const agreement = {
    faction: "ottoman", owner: 1, partner: 0, first: "intrigue", second: "intrigue", cancelled: true,
    parts: [
      { seat: 1, steps: [{ word: "influence" as const, count: 3 }] },
      { seat: 0, steps: [{ word: "place" as const, count: 1 }, { word: "remove" as const, count: 1 }] },
    ],
  };
  const said = await read(Preview, { preview: { ...NOTHING, agreement }, view: table(), say }, "would agree");
  expect(said).toContain("Barbara and Alex would agree");
  expect(said).toContain("Alex: place 1 pawn and remove 1 pawn");
  expect(said).toContain("A conference comes first");
});

it("says who would control what, and what it means for points and conditions", async () => {
  const preview: PreviewOf<"haiduci"> = {
    ...NOTHING,
    territories: [{ at: "belgrade", before: null, after: "serbia" }],
    gains: [{ seat: 0, points: { territories: 3 }, total: 3 }],
    conditions: [{ text: { id: "Control 5" }, before: 2, after: 3, needed: 5 }],
  };
  const said = await read(Preview, { preview, view: table(), say }, "Belgrade");
  expect(said).toContain("Belgrade: nobody → Serbia");
  expect(said).toContain("Control 5: 2 → 3 of 5");
  expect(said).toContain("Alex +3 score.territories +3");
});
