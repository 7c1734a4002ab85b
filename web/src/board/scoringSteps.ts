/** The final scoring, shown in steps: its events grouped by source of points. */
import { seatOf } from "../lib/events";
import type { LogLine } from "../lib/types";

export interface ScoringStep {
  /** The source of points; other names score nothing. */
  source: string;
  /** The lines of the log about it. */
  lines: LogLine[];
  /** Points by seat. */
  gains: number[];
  /** Provinces that are counted. */
  provinces: string[];
}

/** A step of the scoring; `points` are those that an event gives to its seat. */
export function scoringStep<Source extends string, Line extends LogLine>(
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

/** Points by seat and source after the first `shown` steps. */
export function pointsAfter<Points extends Record<string, number>>(
  steps: readonly ScoringStep[],
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

/** Connected groups of places. */
export function connectedGroups(places: readonly string[], touch: (one: string, other: string) => boolean): string[][] {
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
