/** Groups the lines of the log by turn. */
import { seatOf } from "../../lib/events";
import type { LogLine } from "../../lib/types";

/** Lines of the log that belong together. */
export interface Turn {
  /** The index of its first line in the log. */
  start: number;
  /** The player whose turn it was; null for the set-up, for revealed choices of several players, and for asides. */
  seat: number | null;
  /** An undo, a departure or a return, which is not part of the game. */
  aside: boolean;
  lines: LogLine[];
}

const ASIDES: readonly string[] = ["undone", "left", "returned", "ended"];

/**
 * The turns of a log.  Consecutive moves of one player are one turn.  A move with routine lines only, such as a sealed
 * choice, starts no turn: its lines are folded into the turn before.  `known` are the turns of a shorter version of the
 * same log; the complete ones among them are reused.
 */
export function turnsOf(lines: readonly LogLine[], known: readonly Turn[] = []): Turn[] {
  const turns = isPrefix(known, lines) ? known.slice(0, -1) : [];
  let at = turns.length > 0 ? known.at(-1)!.start : 0;
  while (at < lines.length) {
    const end = endOfMove(lines, at);
    const move = lines.slice(at, end);
    const aside = isAside(move[0]!);
    const seat = aside ? seatOf(move[0]!) : mover(move);
    const last = turns.at(-1);
    const continues = last && !last.aside && !aside && (move.every(isRoutine) || (seat !== null && seat === last.seat));
    if (continues) turns[turns.length - 1] = { ...last, lines: [...last.lines, ...move] };
    else turns.push({ start: at, seat, aside, lines: move });
    at = end;
  }
  return turns;
}

const isAside = ({ event }: LogLine): boolean => ASIDES.includes(event.event);
const isRoutine = ({ routine }: LogLine): boolean => routine === true;

/** Whether the turns are those of a shorter version of the log. */
function isPrefix(known: readonly Turn[], lines: readonly LogLine[]): boolean {
  const last = known.at(-1);
  const end = last && last.start + last.lines.length;
  return end !== undefined && end <= lines.length && lines[end - 1] === last!.lines.at(-1);
}

/** The end of the move whose lines begin at `start`; an aside is a single line. */
function endOfMove(lines: readonly LogLine[], start: number): number {
  const first = lines[start]!;
  if (isAside(first)) return start + 1;
  let end = start + 1;
  while (end < lines.length && lines[end]!.move === first.move && !isAside(lines[end]!)) end += 1;
  return end;
}

/** The player who made a move; null for the result of sealed choices, which belongs to everybody. */
function mover(move: readonly LogLine[]): number | null {
  const [first] = move;
  if (!first || first.move === 0) return null;
  if (first.event.event === "ready" && !move.every(isRoutine)) return null;
  return move.map(seatOf).find((seat) => seat !== null) ?? null;
}

/** Events that tell the outcome of a game. */
const OUTCOME: readonly string[] = ["scored", "counted", "won"];

/** The log of a finished game without its final scoring. */
export function beforeScoring(events: LogLine[]): LogLine[] {
  const last = events.findLastIndex(({ event }) => !OUTCOME.includes(event.event));
  return events.slice(0, last + 1);
}
