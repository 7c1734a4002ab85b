import { expect, it } from "vitest";
import Preview from "../../../src/games/hanamikoji/Preview.svelte";
import english from "../../../src/games/hanamikoji/text.en.json";
import { say } from "../../../src/lib/phrase";
import type { PreviewOf } from "../../../src/lib/types";
import { read } from "../../preview";
import { table } from "./fixtures";

const geisha = (favour: number | null, items: number[], secret = false): PreviewOf<"hanamikoji">["geishas"][number] => ({
  item: "drum", charm: 3, before: [0, 0], items, secret, favour_before: null, favour,
});
const said = (...geishas: PreviewOf<"hanamikoji">["geishas"]) => {
  const props = { preview: { game: "hanamikoji" as const, geishas, answers: [] }, view: table(), say: (phrase: { id: string }) => say(phrase, english, "en", ["Ann", "Ben"]) };
  return read(Preview, props, "If the round ended now. Ben may have a secret.");
};

it("says who would lead", async () => {
  expect(await said(geisha(1, [1, 2]))).toContain("geisha.drum: 1 to 2; Ben leads");
  expect(await said(geisha(null, [1, 1]))).toContain("1 to 1; a tie: nobody leads");
});

it("counts the user's own secret", async () => {
  expect(await said(geisha(0, [1, 1], true))).toContain("1 + 1 to 1; Ann leads");
  expect(await said(geisha(1, [0, 1], true))).toContain("0 + 1 to 1; a tie: Ben keeps her favour");
});

it("says what each answer to an offer leaves", async () => {
  const answers: PreviewOf<"hanamikoji">["answers"] = [{ takes: ["fan"], leaves: ["drum", "drum"], geishas: [geisha(0, [2, 0])] }];
  const props = { preview: { game: "hanamikoji" as const, geishas: [], answers }, view: table(), say: (phrase: { id: string }) => say(phrase, english, "en", ["Ann", "Ben"]) };
  const heard = await read(Preview, props, "If Ben takes: item.fan, then you keep: item.drum and item.drum");
  expect(heard).toContain("geisha.drum: 2 to 0; Ann leads");
});
