import type { Attending, State } from "../../lib/types";
import { DAY, HOUR, MINUTE } from "./serverTime.svelte";

/** A player whom an untimed table waits for and who is not there. */
export interface AbsentPlayer {
  seat: number;
  /** When they were last at the table; null if that is not known. */
  seen: string | null;
  /** Whether they were reminded less than a day ago. */
  reminded: boolean;
  /** Whether the table has waited as long as it states. */
  overdue: boolean;
}

/** Shorter absences are nobody's concern. */
const SHORTEST = 10 * MINUTE;

/** The first absent player whom the table waits for, if there is one. */
export function absentPlayer(state: State, presence: Attending | null, now: number): AbsentPlayer | null {
  if (state.time.control || !presence) return null;
  for (const attendance of presence.seats) {
    const [seat, clock] = [state.seats[attendance.seat]!, state.time.clocks[attendance.seat]];
    const waited = clock?.since ? now - Date.parse(clock.since) : 0;
    if (seat.yours || seat.absent || attendance.here || !state.to_move.includes(seat.seat) || waited < SHORTEST) continue;
    return {
      seat: seat.seat,
      seen: attendance.since,
      reminded: seat.nudged !== null && now - Date.parse(seat.nudged) < DAY,
      overdue: waited >= state.time.patience * HOUR,
    };
  }
  return null;
}
