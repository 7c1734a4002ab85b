/** What just happened, and should be seen until the next move: all that others did since a player's own last piece. */
import { seatIn } from "../../lib/phrase";
import type { Event } from "../../lib/types";

export interface Trace {
  /** Spaces with a new piece. */
  spaces: Set<string>;
  /** Provinces with new emissaries. */
  dragons: Set<string>;
  /** Points by seat. */
  points: number[];
}

const PIECES = ["event.house", "event.fortification", "event.market", "event.emissary"];
const TURNS = [...PIECES, "event.stopped", "event.discarded", "event.took", "event.drew", "event.drew.card"];

export function trace(events: readonly Event[], seat: number | null, seats: number): Trace {
  const found: Trace = { spaces: new Set(), dragons: new Set(), points: Array.from({ length: seats }, () => 0) };
  for (const { phrase } of latest(events, seat)) {
    const at = String(phrase.params?.["at"]);
    if (phrase.id === "event.emissary") found.dragons.add(at);
    else if (PIECES.includes(phrase.id)) found.spaces.add(at);
    else if (phrase.id.startsWith("event.scored.")) found.points[seatIn(phrase)]! += Number(phrase.params?.["n"]);
  }
  return found;
}

/** From the end back to where the watcher's own turn ended; who watches only, or moved last, sees one turn. */
function latest(events: readonly Event[], seat: number | null): Event[] {
  const last = events.findLast(({ phrase }) => TURNS.includes(phrase.id));
  if (!last) return [];
  const mover = seatIn(last.phrase);
  const ends = (other: number) => (seat === null || mover === seat ? other !== mover : other === seat);
  const before = events.findLastIndex(({ phrase }) => TURNS.includes(phrase.id) && ends(seatIn(phrase)));
  return events.slice(before + 1);
}
