import type { LogLine } from "../../lib/types";
import { turnsOf, type Turn } from "../log/turns";

/** The turns since a seat's own last one, each with at least one line worth reading. */
export function turnsSince(events: LogLine[], seat: number): Turn[] {
  const turns = turnsOf(events);
  const own = turns.findLastIndex((turn) => turn.seat === seat && !turn.aside);
  return turns.slice(own + 1).filter((turn) => worthReading(turn).length > 0);
}

export function worthReading(turn: Turn): LogLine[] {
  return turn.lines.filter((line) => !line.routine);
}

/** The places that a turn changed. */
export function placesOf(turn: Turn): string[] {
  return worthReading(turn).flatMap((line) => line.touches ?? []);
}
