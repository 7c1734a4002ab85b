/** The server's time and the state of clocks at it.  The server sends clocks as of a moment; the client lets them run. */

import { createSubscriber } from "svelte/reactivity";
import { fetchNow } from "./api";
import type { Away, Control, SeatClock } from "./types";

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** Clocks with less time than this show tenths of a second. */
export const TENTHS_BELOW = 10 * SECOND;

/** One ticker for all clocks; it stops while nothing reads it. */
class ServerTime {
  private offset = $state(0);
  private readonly coarse = createSubscriber((update) => {
    const sync = () => void this.sync();
    const stop = repeat(update, 250);
    sync();
    addEventListener("online", sync);
    document.addEventListener("visibilitychange", sync);
    return () => {
      stop();
      removeEventListener("online", sync);
      document.removeEventListener("visibilitychange", sync);
    };
  });
  private readonly fine = createSubscriber((update) => repeat(update, 100));

  /** The server's time in milliseconds.  Effects that read it run again four times a second. */
  get now(): number {
    this.coarse();
    return Date.now() + this.offset;
  }

  /** The same; effects run again ten times a second. */
  get precise(): number {
    this.fine();
    return this.now;
  }

  /** Measure the offset of the clocks, assuming that the server answers half-way through the request. */
  private async sync(): Promise<void> {
    if (document.hidden) return;
    const sent = Date.now();
    try {
      const { now } = await fetchNow();
      this.offset = Date.parse(now) - (sent + Date.now()) / 2;
    } catch {
      // The next event tries again.
    }
  }
}

function repeat(work: () => void, every: number): () => void {
  const timer = setInterval(work, every);
  return () => clearInterval(timer);
}

export const serverTime = new ServerTime();

/** The time left on a clock; null if it is unlimited. */
export function timeLeft(clock: SeatClock, control: Control | null): number | null {
  if (clock.left === null || clock.since === null || clock.deadline === null) return clock.left;
  const left = (now: number) => leftAt(clock, control, now);
  const soon = left(serverTime.now);
  return soon < TENTHS_BELOW + SECOND ? left(serverTime.precise) : soon;
}

export function leftAt(clock: SeatClock, control: Control | null, now: number): number {
  return Math.max(0, clock.left! - runningTime(clock, control, now));
}

/** The time that a seat has used altogether. */
export function timeSpent(clock: SeatClock, control: Control | null): number {
  return clock.since === null ? clock.spent : clock.spent + runningTime(clock, control, serverTime.now);
}

/** For how long the clock has been running; a slow clock is paused during absences. */
function runningTime(clock: SeatClock, control: Control | null, now: number): number {
  const since = Date.parse(clock.since!);
  const away = control?.kind === "slow" ? clock.absences.reduce((sum, span) => sum + overlap(span, since, now), 0) : 0;
  return Math.max(0, now - since - away);
}

function overlap(away: Away, since: number, now: number): number {
  return Math.max(0, Math.min(now, Date.parse(away.to)) - Math.max(since, Date.parse(away.from)));
}

/** The current absence of a seat's player, if any. */
export function awayNow(clock: SeatClock): Away | undefined {
  if (clock.absences.length === 0) return undefined;
  const now = serverTime.now;
  return clock.absences.find((away) => Date.parse(away.from) <= now && now < Date.parse(away.to));
}
