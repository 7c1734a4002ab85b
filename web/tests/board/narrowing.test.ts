import { describe, expect, it } from "vitest";
import { Narrowing } from "../../src/board/narrowing.svelte";
import type { Offer } from "../../src/lib/types";

let number = 0;
const offer = (notation: string, ...touches: string[]): Offer => ({
  number: number++,
  move: { do: "secret", card: "fan" },
  notation,
  touches,
  phrase: { id: "move" },
  important: true,
});

const offers = [
  offer("secret fan", "action:secret", "hand:fan"),
  offer("secret drum", "action:secret", "hand:drum"),
  offer("gift fan fan drum", "action:gift", "hand:fan", "hand:fan", "hand:drum"),
  offer("gift fan drum bowl", "action:gift", "hand:fan", "hand:drum", "hand:bowl"),
  offer("competition fan drum / bowl fan", "action:competition", "hand:fan", "hand:drum", "hand:bowl", "hand:fan"),
  offer("competition fan fan / bowl drum", "action:competition", "hand:fan", "hand:fan", "hand:bowl", "hand:drum"),
];

function clicked(...places: string[]): Narrowing {
  const narrowing = new Narrowing(offers);
  for (const place of places) narrowing.click(place);
  return narrowing;
}

describe("narrowing", () => {
  it("starts with every legal move and nothing to confirm", () => {
    const narrowing = clicked();
    expect(narrowing.candidates).toHaveLength(offers.length);
    expect(narrowing.confirmable).toEqual([]);
    expect(narrowing.only).toBeNull();
  });

  it("keeps the moves that touch every clicked place, in any order", () => {
    expect(clicked("hand:fan", "action:secret").only?.notation).toBe("secret fan");
    expect(clicked("action:secret", "hand:fan").only?.notation).toBe("secret fan");
  });

  it("counts equal cards: the second click chooses the second card", () => {
    const narrowing = clicked("action:gift", "hand:fan", "hand:fan");
    expect(narrowing.chosen("hand:fan")).toBe(2);
    expect(narrowing.only?.notation).toBe("gift fan fan drum");
    expect(narrowing.touchable("hand:fan")).toBe(false);
    expect(narrowing.touchable("hand:drum")).toBe(true);
    expect(narrowing.complete).toEqual([]);
    narrowing.click("hand:drum");
    expect(narrowing.complete.map((each) => each.notation)).toEqual(["gift fan fan drum"]);
  });

  it("offers a choice when the same cards mean several moves", () => {
    const narrowing = clicked("action:competition", "hand:fan", "hand:fan", "hand:drum", "hand:bowl");
    expect(narrowing.complete).toHaveLength(2);
    expect(narrowing.only).toBeNull();
  });

  it("makes a place touchable only if a click leaves a move", () => {
    const narrowing = clicked("action:secret");
    expect(narrowing.touchable("hand:fan")).toBe(true);
    expect(narrowing.touchable("hand:bowl")).toBe(false);
    expect(narrowing.touchable("action:gift")).toBe(false);
  });

  it("replaces contradicting clicks and keeps the rest", () => {
    const narrowing = clicked("action:secret", "hand:fan");
    narrowing.click("hand:drum");
    expect(narrowing.only?.notation).toBe("secret drum");
    narrowing.click("action:gift");
    expect(narrowing.clicked).toEqual(["action:gift", "hand:drum"]);
  });

  it("releases a fully chosen place, and everything when cleared", () => {
    const narrowing = clicked("action:secret", "hand:fan");
    narrowing.click("hand:fan");
    expect(narrowing.clicked).toEqual(["action:secret"]);
    narrowing.release("hand:fan");
    expect(narrowing.clicked).toEqual(["action:secret"]);
    narrowing.clear();
    expect(narrowing.clicked).toEqual([]);
  });

  it("ignores a place that no move touches", () => {
    expect(clicked("hand:letter").clicked).toEqual([]);
  });

  it("knows the move that is about to be made: the only one to confirm, or the one looked at in a list", () => {
    const narrowing = clicked("action:secret");
    expect(narrowing.imminent).toBeNull();
    narrowing.click("hand:fan");
    expect(narrowing.imminent?.notation).toBe("secret fan");
    narrowing.considered = narrowing.offers[0]!;
    expect(narrowing.imminent).toBe(narrowing.offers[0]);
  });

  it("is settled when one move is left and every place of it is clicked, unless the choice is made by degrees", () => {
    expect(clicked("action:secret").settled).toBeNull();
    expect(clicked("action:secret", "hand:fan").settled?.notation).toBe("secret fan");
    expect(clicked("action:gift", "hand:bowl").only?.notation).toBe("gift fan drum bowl");
    expect(clicked("action:gift", "hand:bowl").settled).toBeNull();
    expect(clicked("action:competition", "hand:fan", "hand:fan", "hand:bowl", "hand:drum").settled).toBeNull();
    const slider = clicked("action:secret", "hand:fan");
    slider.tentative = true;
    expect(slider.settled).toBeNull();
  });
});
