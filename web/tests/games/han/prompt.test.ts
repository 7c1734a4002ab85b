import { expect, it } from "vitest";
import { Narrowing } from "../../../src/board/narrowing.svelte";
import { nextStep } from "../../../src/games/han/prompt";
import type { MoveOf, Offer } from "../../../src/lib/types";

let number = 0;
const offer = (move: MoveOf<"han">, touches: string[]): Offer<"han"> => ({
  number: number++,
  move,
  notation: `${number}`,
  touches,
  phrase: { id: `move.${move.do}`, params: { place: "Wei 3" } },
  important: true,
});
const space = "space:wei-3";
const house = (...pay: ("red" | "green" | "yellow")[]) => offer({ do: "house", at: "wei-3", pay }, [space, ...pay.map((card) => `hand:${card}`)]);
const discard = offer({ do: "discard", card: "red" }, ["action:discard", "hand:red"]);

function asked(offers: Offer<"han">[], ...clicked: string[]) {
  const narrowing = new Narrowing(offers);
  for (const place of clicked) narrowing.click(place);
  return nextStep(narrowing);
}

it("asks nothing before the first click", () => {
  expect(asked([house("red"), discard])).toBeNull();
});

it("asks for the card that pays, or counts the cards", () => {
  const what = { id: "board.at.house", params: { place: "Wei 3" } };
  expect(asked([house("red"), house("green", "green")], space)).toEqual({ id: "board.pay", params: { what } });
  expect(asked([house("red"), house("green", "green"), house("green", "yellow")], space, "hand:green")).toEqual({ id: "board.pay.cards", params: { what, n: 2, chosen: 1 } });
});

it("names only the place while several pieces are possible", () => {
  const fortification = offer({ do: "fortification", at: "wei-3", pay: ["red", "red"] }, [space, "hand:red", "hand:red"]);
  expect(asked([house("red"), fortification], space)).toEqual({ id: "board.pay", params: { what: "Wei 3" } });
});

it("asks where a card goes, or which card is discarded", () => {
  expect(asked([house("red"), discard], "hand:red")).toEqual({ id: "board.where.discard" });
  expect(asked([house("red")], "hand:red")).toEqual({ id: "board.where" });
  expect(asked([house("red"), discard], "action:discard")).toEqual({ id: "board.which.discard" });
});
