/** The log of a table, as people read it: turn by turn. */
import type { LogLine } from "./types";

/** Some lines of the log that belong together. */
export interface Turn {
  /** Where it begins in the whole log. */
  start: number;
  /** Whose turn it was; nobody's if it was the set-up, came from all choices together, or stands beside the game. */
  seat: number | null;
  /** An undo, a departure or a return: no part of the game. */
  aside: boolean;
  lines: LogLine[];
}

const ASIDES: readonly string[] = ["undone", "left", "returned"];

/** The player who acted, or to whom it happened. */
export function seatOf({ event }: Pick<LogLine, "event">): number | null {
  return "seat" in event ? event.seat : null;
}

/**
 * Turns of the log.  Moves of the same player in a row are one turn.  A move of which all is routine, such as a sealed
 * choice, begins none: its lines are folded away with the turn before.  Given the turns of the same log when it was
 * shorter, those that are complete are taken from there.
 */
export function turnsOf(lines: readonly LogLine[], known: readonly Turn[] = []): Turn[] {
  const turns = isBeginning(known, lines) ? known.slice(0, -1) : [];
  let at = turns.length > 0 ? known.at(-1)!.start : 0;
  while (at < lines.length) {
    const end = endOfMove(lines, at);
    const told = lines.slice(at, end);
    const aside = isAside(told[0]!);
    const seat = aside ? seatOf(told[0]!) : mover(told);
    const last = turns.at(-1);
    const same = last && !last.aside && !aside && (told.every(isRoutine) || (seat !== null && seat === last.seat));
    if (same) turns[turns.length - 1] = { ...last, lines: [...last.lines, ...told] };
    else turns.push({ start: at, seat, aside, lines: told });
    at = end;
  }
  return turns;
}

const isAside = ({ event }: LogLine): boolean => ASIDES.includes(event.event);
const isRoutine = ({ routine }: LogLine): boolean => routine === true;

/** Are these the turns of the same log, not yet so long? */
function isBeginning(known: readonly Turn[], lines: readonly LogLine[]): boolean {
  const last = known.at(-1);
  const end = last && last.start + last.lines.length;
  return end !== undefined && end <= lines.length && lines[end - 1] === last!.lines.at(-1);
}

/** Where the lines of a move end; an aside stands alone. */
function endOfMove(lines: readonly LogLine[], start: number): number {
  const first = lines[start]!;
  if (isAside(first)) return start + 1;
  let end = start + 1;
  while (end < lines.length && lines[end]!.move === first.move && !isAside(lines[end]!)) end += 1;
  return end;
}

/** Who made a move; what sealed choices bring when the last is in is everybody's. */
function mover(told: readonly LogLine[]): number | null {
  const [first] = told;
  if (!first || first.move === 0) return null;
  if (first.event.event === "ready" && !told.every(isRoutine)) return null;
  return told.map(seatOf).find((seat) => seat !== null) ?? null;
}
