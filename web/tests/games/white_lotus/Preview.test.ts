import { expect, it } from "vitest";
import Preview from "../../../src/games/white_lotus/Preview.svelte";
import type { PreviewOf } from "../../../src/lib/types";
import { read } from "../../preview";
import { say, table } from "./fixtures";

const NOTHING: PreviewOf<"white_lotus"> = { game: "white_lotus", influence: 5, combat: 2, camps: [], undecided: [], partner: null };

it("says what a bid leaves", async () => {
  expect(await read(Preview, { preview: NOTHING, view: table({ step: "conflict" }), say }, "Left")).toBe("Left in hand: points.influence");
});

it("says how strong the camps can become, and what is unknown", async () => {
  const preview: PreviewOf<"white_lotus"> = {
    ...NOTHING,
    camps: [
      { camp: "emperor", leader: 1, buildings: 4, fighters: [{ seat: 1, least: 0, most: null }], least: 4, most: null },
      { camp: "rebels", leader: 0, buildings: 2, fighters: [{ seat: 0, least: 0, most: 3 }], least: 2, most: 5 },
    ],
    undecided: [{ seat: 2, least: 0, most: null }],
  };
  const said = await read(Preview, { preview, view: table({ step: "rising" }), say }, "Undecided");
  expect(said).toContain("4 or more +4 for palaces Barbara0 or more");
  expect(said).toContain("2 to 5 +2 for villages Alex0 to 3");
  expect(said).toContain("Undecided: Chris0 or more");
  expect(said).not.toContain("Left in hand");
});

it("says what both hold after a deal, as far as it is known", async () => {
  const deal = (influence: number | null, combat: number | null) => ({ ...NOTHING, partner: { seat: 1, influence, combat } });
  const view = table({ step: "reply" });
  expect(await read(Preview, { preview: deal(4, 0), view, say }, "After the deal")).toContain("Barbara: points.influence");
  expect(await read(Preview, { preview: deal(null, null), view, say }, "After the deal")).not.toContain("Barbara");
});
