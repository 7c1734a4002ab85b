/** Recent changes, highlighted until the next move: everything since the end of the user's own turn. */
import type { HanLine } from "./types";

export interface RecentChanges {
  /** Spaces with a new piece. */
  spaces: Set<string>;
  /** Provinces with new emissaries. */
  dragons: Set<string>;
  /** Points by seat. */
  points: number[];
}

export function recentChanges(events: readonly HanLine[], seat: number | null, seats: number): RecentChanges {
  const found: RecentChanges = { spaces: new Set(), dragons: new Set(), points: Array.from({ length: seats }, () => 0) };
  for (const { event } of latest(events, seat)) {
    if (event.event === "placed") (event.piece === "emissary" ? found.dragons : found.spaces).add(event.at);
    else if (event.event === "scored") found.points[event.seat]! += event.points;
  }
  return found;
}

/** The lines since the end of the user's own turn; one turn for spectators and for the player who moved last. */
function latest(events: readonly HanLine[], seat: number | null): HanLine[] {
  const last = events.findLast((line) => moverOf(line) !== null);
  if (!last) return [];
  const mover = moverOf(last);
  const ends = (other: number) => (seat === null || mover === seat ? other !== mover : other === seat);
  const before = events.findLastIndex((line) => {
    const other = moverOf(line);
    return other !== null && ends(other);
  });
  return events.slice(before + 1);
}

/** The player whose decision a line reports, if any. */
function moverOf({ event }: HanLine): number | null {
  switch (event.event) {
    case "placed":
    case "stopped":
    case "discarded":
    case "took":
    case "drew":
      return event.seat;
    default:
      return null;
  }
}
