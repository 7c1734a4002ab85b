/** The final scoring as a show: its events, gathered into steps that are counted one after the other. */
import { seatOf } from "./log";
import type { LogLine } from "./types";

export interface ShowStep {
  /** Where its points come from; one that is no source of points gives none. */
  source: string;
  /** What is said of it. */
  lines: LogLine[];
  /** Points by seat. */
  gains: number[];
  /** Provinces that count. */
  provinces: string[];
}

/** A step of the show; `points` says how many a line brings to its seat. */
export function showStep<Source extends string, Line extends LogLine>(
  source: Source,
  lines: Line[],
  seats: number,
  points: (event: Line["event"]) => number,
  provinces: string[] = [],
) {
  const gains = Array.from({ length: seats }, () => 0);
  for (const line of lines) {
    const seat = seatOf(line);
    if (seat !== null) gains[seat]! += points(line.event);
  }
  return { source, lines, gains, provinces };
}
/** Points by seat and source when so many steps have been shown. */
export function pointsAfter<Points extends Record<string, number>>(
  steps: readonly ShowStep[],
  shown: number,
  players: readonly { points: Points }[],
): Points[] {
  return players.map(({ points }, seat) => {
    const now: Record<string, number> = { ...points };
    for (const { source, gains } of steps.slice(shown)) if (source in now) now[source]! -= gains[seat]!;
    return now as Points;
  });
}

export function total(points: Record<string, number>): number {
  return Object.values(points).reduce((all, part) => all + part, 0);
}

/** All that is joined to each other: groups of places of which each touches another of its group. */
export function groups(places: readonly string[], touch: (one: string, other: string) => boolean): string[][] {
  const left = new Set(places);
  const found: string[][] = [];
  for (const first of places) {
    if (!left.delete(first)) continue;
    const group = [first];
    for (const here of group) for (const next of left) if (touch(here, next)) left.delete(next) && group.push(next);
    found.push(group);
  }
  return found;
}
