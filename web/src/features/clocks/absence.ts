import type { Attending, State } from "../../lib/types";
import { DAY, HOUR, MINUTE } from "./serverTime.svelte";

/** A player whom a table waits for and who is not there: to decide, if there is no clock; to come, before a live game begins. */
export interface AbsentPlayer {
  seat: number;
  /** When they were last at the table; null if that is not known. */
  seen: string | null;
  /** Whether they were reminded less than a day ago. */
  reminded: boolean;
  /** Whether the table has waited as long as it states. */
  overdue: boolean;
}

/** Shorter absences from a table without a clock are nobody's concern. */
const SHORTEST = 10 * MINUTE;

/** The first absent player whom the table waits for, if there is one. */
export function absentPlayer(state: State, presence: Attending | null, now: number): AbsentPlayer | null {
  if (!presence) return null;
  const { control, waits_for, waits_since, arrival, patience, clocks } = state.time;
  const expected = control ? waits_for : state.to_move;
  for (const attendance of presence.seats) {
    const seat = state.seats[attendance.seat]!;
    const since = control ? waits_since : clocks[attendance.seat]?.since;
    const waited = since ? now - Date.parse(since) : 0;
    if (seat.yours || seat.absent || attendance.here || !expected.includes(seat.seat) || (!control && waited < SHORTEST)) continue;
    return {
      seat: seat.seat,
      seen: attendance.since,
      reminded: seat.nudged !== null && now - Date.parse(seat.nudged) < DAY,
      overdue: waited >= (control ? arrival * MINUTE : patience * HOUR),
    };
  }
  return null;
}
