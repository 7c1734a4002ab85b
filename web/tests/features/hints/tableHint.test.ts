import { describe, expect, it, vi } from "vitest";
import { Narrowing } from "../../../src/board/narrowing.svelte";
import { choose, hintsAllowed, TableHint } from "../../../src/features/hints/tableHint.svelte";
import type { LiveTable } from "../../../src/features/table/liveTable.svelte";
import type { Offer, Seat } from "../../../src/lib/types";
import { seats, state } from "../../fixtures";

const offer = (number: number, ...touches: string[]): Offer => ({
  number,
  move: { do: "secret", card: "fan" },
  notation: String(number),
  touches,
  phrase: { id: "x" },
  important: true,
});

describe("hints", () => {
  it("are allowed if all opponents are bots or share the device", () => {
    const table = (...at: Seat[]) => state(1, { seats: at });
    const [me, friend] = seats(true, false) as [Seat, Seat];
    const bot: Seat = { ...friend, kind: "bot" };
    expect(hintsAllowed(table(me, bot))).toBe(true);
    expect(hintsAllowed(table(me, me))).toBe(true);
    expect(hintsAllowed(table(me, bot, friend))).toBe(false);
  });

  it("warn before they end the rating", async () => {
    const fetched = vi.spyOn(globalThis, "fetch").mockResolvedValue(Response.json({ moves: [] }));
    const table = { state: state(1, { seats: seats(true) }), narrowing: new Narrowing([offer(1, "fan")]) } as LiveTable;
    const hint = new TableHint(table);
    await hint.toggle();
    expect([hint.warns, fetched.mock.calls.length]).toEqual([true, 0]);
    await hint.accept();
    expect([hint.warns, fetched.mock.calls.length]).toEqual([false, 1]);
    fetched.mockRestore();
  });

  it("do not warn where the game is not rated", () => {
    const table = { state: state(1, { seats: seats(true), rated: false }), narrowing: null } as LiveTable;
    expect(new TableHint(table).warns).toBe(false);
  });

  it("replace earlier clicks when they are chosen", () => {
    const narrowing = new Narrowing([offer(1, "gift", "fan", "fan"), offer(2, "gift", "fan", "drum"), offer(3, "secret", "drum")]);
    narrowing.click("secret");
    choose(narrowing, { ...offer(1, "gift", "fan", "fan"), chance: 0.5, why: null });
    expect(narrowing.confirmable.map(({ number }) => number)).toEqual([1]);
  });
});
