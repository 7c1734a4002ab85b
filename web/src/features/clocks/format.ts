/** Durations, dates and time controls in the user's language. */

import { i18n, t } from "../../lib/i18n.svelte";
import { DAY, HOUR, MINUTE, SECOND, TENTHS_BELOW } from "./serverTime.svelte";
import type { Control } from "./types";

/** A duration as clocks show it: 9.4, 4:05, 1:02:30, 4 h 10 min, 1 d 4 h. */
export function formatClock(time: number, control: Control | null): string {
  if (control?.kind === "slow" && time >= HOUR) return formatHours(time);
  if (time < TENTHS_BELOW && control) {
    return (Math.floor(time / 100) / 10).toFixed(1).replace(".", i18n.language === "en" ? "." : ",");
  }
  // A clock that runs down reaches 0:00 only when no time is left.
  const seconds = control ? Math.ceil(time / SECOND) : Math.floor(time / SECOND);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const two = (number: number) => String(number).padStart(2, "0");
  return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** The time that a player has used, however long it is. */
export function formatSpent(time: number): string {
  return time >= DAY ? formatHours(time) : formatClock(time, null);
}

function formatHours(time: number): string {
  const minutes = Math.floor(time / MINUTE);
  const [days, hours] = [Math.floor(minutes / 1440), Math.floor(minutes / 60) % 24];
  return days ? t("clock.days", { days, hours }) : t("clock.hours", { hours, minutes: minutes % 60 });
}

const DATE = { weekday: "short", day: "numeric", month: "short" } as const;

/** A date with the time of day. */
export function formatMoment(when: string | number): string {
  return new Intl.DateTimeFormat(i18n.locale, { ...DATE, hour: "numeric", minute: "2-digit" }).format(new Date(when));
}

export function formatDay(when: number): string {
  return new Intl.DateTimeFormat(i18n.locale, DATE).format(when);
}

export function formatDays(from: number, to: number): string {
  return new Intl.DateTimeFormat(i18n.locale, DATE).formatRange(from, to);
}

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

/** How long ago a moment was, roughly: "2 hours ago". */
export function formatAgo(when: string, now: number): string {
  const minutes = Math.round((Date.parse(when) - now) / MINUTE);
  const [size, unit] = ([[1440, "day"], [60, "hour"], [1, "minute"]] as const).find(([size]) => -minutes >= size) ?? [1, "minute"];
  return new Intl.RelativeTimeFormat(i18n.language, { numeric: "auto" }).format(Math.round(minutes / size), unit);
}

/** A duration in whole days if possible, otherwise in hours. */
export function formatSpan(hours: number): string {
  return hours % 24 ? t("span.hours", { n: hours }) : t("span.days", { n: hours / 24 });
}
