/** What the board derives from the log: the outcome of opened letters, and recent changes. */
import type { BidView, Line } from "./types";

const OUTCOMES: readonly string[] = ["ejected", "won-province", "crowned"];

/** The outcome of the letters opened last in this conflict: a tie until the emperor has decided it. */
export function outcome(events: readonly Line[]): Line[] {
  const opened = events.findLastIndex(({ event }) => event.event === "played");
  const since = opened < 0 ? [] : events.slice(opened + 1);
  if (since.some(({ event }) => event.event === "contested")) return [];
  const settled = since.filter(({ event }) => OUTCOMES.includes(event.event));
  return settled.length ? settled : since.filter(({ event }) => event.event === "tied");
}

/** The provinces that the last move gave to their only claimant, by seat. */
export function uncontested(events: readonly Line[]): Map<number, string[]> {
  const taken = new Map<number, string[]>();
  const last = events.at(-1)?.move;
  for (const { move, event } of events) {
    if (move === last && event.event === "controlled") taken.set(event.seat, [...(taken.get(event.seat) ?? []), event.province]);
  }
  return taken;
}

type EarnedLine = Line & { event: Extract<Line["event"], { event: "earned" }> };

/** What the last move paid to each player. */
export function earnings(events: readonly Line[]): EarnedLine[] {
  const last = events.at(-1)?.move;
  return events.filter((line): line is EarnedLine => line.move === last && line.event.event === "earned");
}

/** The influence played against a seat. */
export function influenceAgainst(bids: readonly BidView[], seat: number): number {
  return bids.reduce((sum, bid) => sum + (bid.target === seat ? bid.influence : 0), 0);
}

/** The provinces with changes in the last round of moves. */
export function recentProvinces(events: readonly Line[], seats: number): Set<string> {
  const now = events.at(-1)?.move ?? 0;
  const recent = events.filter(({ move }) => move > 0 && move > now - seats + 1);
  return new Set(recent.flatMap(({ event }) => ("province" in event ? [event.province] : [])));
}
