import { expect, it } from "vitest";
import { nextStep } from "../../../src/games/hanamikoji/prompt";
import type { Offer } from "../../../src/lib/types";
import { offer } from "../../fixtures";

const four: Offer<"hanamikoji"> = { ...offer, move: { do: "secret", card: "fan" }, touches: ["action:competition", "hand:fan", "hand:fan", "hand:drum", "hand:bowl"] };

it("counts the cards of an action, and asks for the action of some cards", () => {
  const action = { id: "action.competition" };
  expect(nextStep({ candidates: [four], clicked: ["action:competition", "hand:fan"] })).toEqual({ id: "board.choosing", params: { action, n: 4, chosen: 1 } });
  expect(nextStep({ candidates: [four], clicked: ["hand:fan", "hand:drum"] })).toEqual({ id: "board.which-action", params: { n: 2 } });
  expect(nextStep({ candidates: [four], clicked: [] })).toBeNull();
});
