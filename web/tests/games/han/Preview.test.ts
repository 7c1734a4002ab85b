import { expect, it } from "vitest";
import Preview from "../../../src/games/han/Preview.svelte";
import english from "../../../src/games/han/text.en.json";
import { say } from "../../../src/lib/phrase";
import type { PreviewOf, ViewOf } from "../../../src/lib/types";
import { read } from "../../preview";

const NONE = { houses: 0, alliances: 0, roads: 0, ports: 0 };
const preview: PreviewOf<"han"> = {
  game: "han",
  pay: ["red"],
  hand: ["red", "violet"],
  completed: [{ province: "wei", phrase: { id: "Wei is complete" }, points: [0, 5] }],
  gains: [
    { seat: 0, points: { ...NONE, houses: 2, roads: 4 }, total: 6 },
    { seat: 1, points: { ...NONE, alliances: -3 }, total: -3 },
  ],
};

it("says what a piece costs and which points it moves", async () => {
  const props = { preview, view: {} as ViewOf<"han">, say: (phrase: { id: string }) => say(phrase, english, "en", ["Ann", "Ben"]) };
  const said = await read(Preview, props, "Ann");
  expect(said).toContain("1 card; 2 left in hand");
  expect(said).toContain("Wei is complete Ben5");
  expect(said).toContain("Ann +6 score.houses +2 · score.roads +4");
  expect(said).toContain("Ben −3 score.alliances −3");
});
