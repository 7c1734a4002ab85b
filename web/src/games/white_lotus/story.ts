/** What of the log is still worth seeing beside the map: what came of opened letters, and where something happened. */
import type { BidView, Line } from "./types";

const OUTCOMES: readonly string[] = ["ejected", "won-province", "crowned"];

/** What came of the letters that were opened last in this conflict: a tie, until the emperor has decided it. */
export function outcome(events: readonly Line[]): Line[] {
  const opened = events.findLastIndex(({ event }) => event.event === "played");
  const since = opened < 0 ? [] : events.slice(opened + 1);
  if (since.some(({ event }) => event.event === "contested")) return [];
  const settled = since.filter(({ event }) => OUTCOMES.includes(event.event));
  return settled.length ? settled : since.filter(({ event }) => event.event === "tied");
}

/** Which provinces were settled by the last move because only one player claimed them, by seat. */
export function settled(events: readonly Line[]): Map<number, string[]> {
  const taken = new Map<number, string[]>();
  const last = events.at(-1)?.move;
  for (const { move, event } of events) {
    if (move === last && event.event === "controlled") taken.set(event.seat, [...(taken.get(event.seat) ?? []), event.province]);
  }
  return taken;
}

/** How much was played against somebody. */
export function against(bids: readonly BidView[], seat: number): number {
  return bids.reduce((sum, bid) => sum + (bid.target === seat ? bid.influence : 0), 0);
}

/** The provinces where something happened since it was last one's turn. */
export function lately(events: readonly Line[], seats: number): Set<string> {
  const now = events.at(-1)?.move ?? 0;
  const late = events.filter(({ move }) => move > 0 && move > now - seats + 1);
  return new Set(late.flatMap(({ event }) => ("province" in event ? [event.province] : [])));
}
