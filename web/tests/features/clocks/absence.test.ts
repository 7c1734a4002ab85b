import { describe, expect, it } from "vitest";
import { absentPlayer } from "../../../src/features/clocks/absence";
import type { Attending, State } from "../../../src/lib/types";
import { seats, state } from "../../fixtures";

const NOON = Date.parse("2027-01-15T12:00:00Z");
const HOUR = 3_600_000;
const clock = (seat: number, since: string | null) => ({ seat, spent: 0, left: null, since, deadline: null, absences: [] });

function waiting(more: Partial<State["time"]> = {}, nudged: string | null = null): State {
  const shown = state(3, { to_move: [1] });
  const clocks = [clock(0, null), clock(1, "2027-01-15T12:00:00Z")];
  return { ...shown, time: { ...shown.time, clocks, ...more }, seats: seats(true, false).map((seat) => ({ ...seat, nudged })) };
}

const away: Attending = {
  seats: [
    { seat: 0, here: true, since: null },
    { seat: 1, here: false, since: "2027-01-15T11:30:00Z" },
  ],
  watching: 0,
  busy: false,
};

describe("an absent player", () => {
  it("is told apart from one who has just left, and may be replaced only after the stated time", () => {
    expect(absentPlayer(waiting(), away, NOON + 60_000)).toBeNull();
    const found = absentPlayer(waiting(), away, NOON + HOUR);
    expect(found).toEqual({ seat: 1, seen: "2027-01-15T11:30:00Z", reminded: false, overdue: false });
    expect(absentPlayer(waiting(), away, NOON + 72 * HOUR)?.overdue).toBe(true);
  });

  it("is reminded once a day", () => {
    const shown = waiting({}, "2027-01-15T13:00:00Z");
    expect(absentPlayer(shown, away, NOON + 2 * HOUR)?.reminded).toBe(true);
    expect(absentPlayer(shown, away, NOON + 25 * HOUR)?.reminded).toBe(false);
  });

  it("is nobody who is here, whose turn it is not, or whose clock takes care of it", () => {
    const here = { ...away, seats: away.seats.map((each) => ({ ...each, here: true })) };
    expect(absentPlayer(waiting(), here, NOON + HOUR)).toBeNull();
    expect(absentPlayer({ ...waiting(), to_move: [0] }, away, NOON + HOUR)).toBeNull();
    expect(absentPlayer(waiting({ control: { kind: "slow", hours: 24 } }), away, NOON + HOUR)).toBeNull();
    expect(absentPlayer(waiting(), null, NOON + HOUR)).toBeNull();
  });

  it("is one who has not come to a live game, whoever's turn it is", () => {
    const control = { kind: "live" as const, game: 600, move: 10 };
    const expected = { ...waiting({ control, clocks: [], waits_for: [1], waits_since: "2027-01-15T12:00:00Z" }), to_move: [0] };
    expect(absentPlayer(expected, away, NOON + 60_000)).toMatchObject({ seat: 1, overdue: false });
    expect(absentPlayer(expected, away, NOON + 600_000)).toMatchObject({ seat: 1, overdue: true });
  });
});
