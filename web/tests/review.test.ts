import { describe, expect, it } from "vitest";
import { choose, mayHint } from "../src/lib/hint.svelte";
import { Narrowing } from "../src/lib/narrowing.svelte";
import { course, inPoints, signed, spread } from "../src/lib/review.svelte";
import type { Offer, Seat } from "../src/lib/types";
import type { Decision } from "../src/lib/types/review";
import { seats, state } from "./tables";

const offer = (number: number, ...touches: string[]): Offer => ({
  number,
  move: { do: "secret", card: "fan" },
  notation: String(number),
  touches,
  phrase: { id: "x" },
});

describe("a hint", () => {
  it("is for tables where everybody else is a bot or at this device", () => {
    const table = (...at: Seat[]) => state(1, { seats: at });
    const [me, friend] = seats(true, false) as [Seat, Seat];
    const bot: Seat = { ...friend, kind: "bot" };
    expect(mayHint(table(me, bot))).toBe(true);
    expect(mayHint(table(me, me))).toBe(true);
    expect(mayHint(table(me, bot, friend))).toBe(false);
  });

  it("is chosen as if its places had been clicked, whatever was clicked before", () => {
    const narrowing = new Narrowing([offer(1, "gift", "fan", "fan"), offer(2, "gift", "fan", "drum"), offer(3, "secret", "drum")]);
    narrowing.click("secret");
    choose(narrowing, { ...offer(1, "gift", "fan", "fan"), chance: 0.5, why: [] });
    expect(narrowing.confirmable.map(({ number }) => number)).toEqual([1]);
  });
});

describe("a review", () => {
  it("has a course with as many moments as moves, and the end", () => {
    const decision = { chances: [0.4, 0.6] } as Decision;
    const review = { iterations: 1, decisions: [decision], end: [1, 0], turns: [], players: [] };
    expect(course(review)).toEqual([[0.4, 0.6], [1, 0]]);
  });

  it("is read in whole points that add up", () => {
    const row = inPoints({ seat: 0, start: 0.334, skill: -0.126, others: 0.247, luck: 0.545, end: 1, mistakes: 0 });
    expect(row).toEqual({ start: 33, skill: -13, others: 25, luck: 55, end: 100 });
    expect(row.start + row.skill + row.others + row.luck).toBe(row.end);
  });

  it("shows signs with a true minus", () => {
    expect([signed(-3, "en"), signed(2.25, "fr"), signed(0, "it")]).toEqual(["−3", "+2,3", "0"]);
  });

  it("keeps labels apart and within the picture", () => {
    expect(spread([100, 0, 100, 100], 20, 0, 110)).toEqual([70, 0, 90, 110]);
    expect(spread([50], 20, 0, 110)).toEqual([50]);
  });
});
