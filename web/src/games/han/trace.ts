/** What just happened, and should be seen until the next move: all that others did since a player's own last piece. */
import type { HanLine } from "./types";

export interface Trace {
  /** Spaces with a new piece. */
  spaces: Set<string>;
  /** Provinces with new emissaries. */
  dragons: Set<string>;
  /** Points by seat. */
  points: number[];
}

export function trace(events: readonly HanLine[], seat: number | null, seats: number): Trace {
  const found: Trace = { spaces: new Set(), dragons: new Set(), points: Array.from({ length: seats }, () => 0) };
  for (const { event } of latest(events, seat)) {
    if (event.event === "placed") (event.piece === "emissary" ? found.dragons : found.spaces).add(event.at);
    else if (event.event === "scored") found.points[event.seat]! += event.points;
  }
  return found;
}

/** From the end back to where the watcher's own turn ended; who watches only, or moved last, sees one turn. */
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

/** Whose decision a line tells of, if it tells of one. */
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
