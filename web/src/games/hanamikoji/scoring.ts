/** The end of the last round, as its events told it. */
import type { Event, Phrase } from "../../lib/types";

export interface Scoring {
  round: number;
  lines: Phrase[];
  /** Nothing has happened since. */
  latest: boolean;
}

const TOLD = ["event.revealed", "event.favour", "event.counted"];

export function lastScoring(events: readonly Event[]): Scoring | null {
  const dealt = events.findLast(({ phrase }) => phrase.id === "event.dealt");
  const round = Number(dealt?.phrase.params?.["round"] ?? 1) - 1;
  if (!dealt || round < 1) return null;
  const lines = events.filter(({ move, phrase }) => move === dealt.move && TOLD.includes(phrase.id));
  return { round, lines: lines.map(({ phrase }) => phrase), latest: events.at(-1)?.move === dealt.move };
}
