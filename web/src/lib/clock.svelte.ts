/** The server's time, and how clocks are shown.  Nothing the server sends moves by itself: what runs, runs here. */

import { createSubscriber } from "svelte/reactivity";
import { fetchNow } from "./time";
import type { Away, Control, SeatClock } from "./types/time";
import { t, words } from "./words.svelte";

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** Below this tenths are shown. */
const FINE = 10 * SECOND;
export const LOW = 20 * SECOND;
export const WARNED = 30 * SECOND;

/** One ticker for all clocks; it rests while nobody reads it. */
class ServerTime {
  private offset = $state(0);
  private readonly coarse = createSubscriber((update) => {
    const set = () => void this.set();
    const stop = repeat(update, 250);
    set();
    addEventListener("online", set);
    document.addEventListener("visibilitychange", set);
    return () => {
      stop();
      removeEventListener("online", set);
      document.removeEventListener("visibilitychange", set);
    };
  });
  private readonly fine = createSubscriber((update) => repeat(update, 100));

  /** What time the server has; who reads it in an effect is called again several times a second. */
  get now(): number {
    this.coarse();
    return Date.now() + this.offset;
  }

  /** The same, called again ten times a second. */
  get precise(): number {
    this.fine();
    return this.now;
  }

  /** Compare the clocks: the server answers in the middle of the wait. */
  private async set(): Promise<void> {
    if (document.hidden) return;
    const asked = Date.now();
    try {
      const { now } = await fetchNow();
      this.offset = Date.parse(now) - (asked + Date.now()) / 2;
    } catch {
      // The next look at the page compares again.
    }
  }
}

function repeat(work: () => void, every: number): () => void {
  const timer = setInterval(work, every);
  return () => clearInterval(timer);
}

export const serverTime = new ServerTime();

/** What a clock has left; null if nothing limits it. */
export function timeLeft(clock: SeatClock, control: Control | null): number | null {
  if (clock.left === null || clock.since === null || clock.deadline === null) return clock.left;
  const left = (now: number) => leftAt(clock, control, now);
  const soon = left(serverTime.now);
  return soon < FINE + SECOND ? left(serverTime.precise) : soon;
}

export function leftAt(clock: SeatClock, control: Control | null, now: number): number {
  return Math.max(0, clock.left! - used(clock, control, now));
}

/** What a seat has used of its time. */
export function timeSpent(clock: SeatClock, control: Control | null): number {
  return clock.since === null ? clock.spent : clock.spent + used(clock, control, serverTime.now);
}

function used(clock: SeatClock, control: Control | null, now: number): number {
  const since = Date.parse(clock.since!);
  const away = control?.kind === "slow" ? clock.absences.reduce((sum, span) => sum + overlap(span, since, now), 0) : 0;
  return Math.max(0, now - since - away);
}

function overlap(away: Away, since: number, now: number): number {
  return Math.max(0, Math.min(now, Date.parse(away.to)) - Math.max(since, Date.parse(away.from)));
}

/** The absence in which somebody is now. */
export function awayNow(clock: SeatClock): Away | undefined {
  if (clock.absences.length === 0) return undefined;
  const now = serverTime.now;
  return clock.absences.find((away) => Date.parse(away.from) <= now && now < Date.parse(away.to));
}

/** A duration as clocks show it: 9.4, 4:05, 1:02:30, 4 h 10 min, 1 d 4 h. */
export function clockFace(time: number, control: Control | null): string {
  if (control?.kind === "slow" && time >= HOUR) return longTime(time);
  if (time < FINE && control) return (Math.floor(time / 100) / 10).toFixed(1).replace(".", words.language === "en" ? "." : ",");
  // Half a second left is not nothing.
  const seconds = control ? Math.ceil(time / SECOND) : Math.floor(time / SECOND);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const two = (number: number) => String(number).padStart(2, "0");
  return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

function longTime(time: number): string {
  const minutes = Math.floor(time / MINUTE);
  const [days, hours] = [Math.floor(minutes / 1440), Math.floor(minutes / 60) % 24];
  return days ? t("clock.days", { days, hours }) : t("clock.hours", { hours, minutes: minutes % 60 });
}

/** What somebody has thought altogether, however long that is. */
export function spentFace(time: number): string {
  return time >= DAY ? longTime(time) : clockFace(time, null);
}

const DAY_NAME = { weekday: "short", day: "numeric", month: "short" } as const;

/** How days and hours are written where the reader lives, in the language of the page. */
export function region(): string {
  return navigator.languages.find((tag) => tag.startsWith(words.language)) ?? words.language;
}

/** A moment in the reader's words; without the year, which nobody doubts. */
export function momentName(when: string | number): string {
  return new Intl.DateTimeFormat(region(), { ...DAY_NAME, hour: "numeric", minute: "2-digit" }).format(new Date(when));
}

export function dayName(when: number): string {
  return new Intl.DateTimeFormat(region(), DAY_NAME).format(when);
}

export function daysName(from: number, to: number): string {
  return new Intl.DateTimeFormat(region(), DAY_NAME).formatRange(from, to);
}

/** A time control in words. */
export function controlName(control: Control | null): string {
  if (control === null) return t("time.none");
  if (control.kind === "slow") {
    const days = control.hours / 24;
    return Number.isInteger(days) ? t("time.days", { n: days }) : t("time.hours", { n: control.hours });
  }
  const game = lengthName(control.game);
  return control.move ? t("time.live.more", { game, move: lengthName(control.move) }) : t("time.live", { game });
}

function lengthName(seconds: number): string {
  return seconds % 60 ? t("time.seconds", { n: seconds }) : t("time.minutes", { n: seconds / 60 });
}

export function sameControl(one: Control | null, other: Control | null): boolean {
  return one?.kind === "live" && other?.kind === "live"
    ? one.game === other.game && one.move === other.move
    : one?.kind === "slow" && other?.kind === "slow"
      ? one.hours === other.hours
      : one === other;
}
