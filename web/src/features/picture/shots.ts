/** What an animated picture shows: a title, then positions after moves, each with a sentence. */
import type { Phrase, State } from "../../lib/types";

/** The size in which boards are laid out, in CSS pixels; the picture is smaller. */
export const SIZE = { width: 1080, height: 780 } as const;

/** More positions would make a file that messengers refuse. */
export const MOST_SHOTS = 60;

// Milliseconds.
const TITLE_TIME = 2200;
const MOVE_TIME = 1300;
const END_TIME = 4000;

export interface Shot {
  state: State;
  title: boolean;
  caption: string;
  time: number;
}

/** The part of a game that is shown: the number of its last moves, or all. */
export type Part = number | "all";

/** The moves after which the game is shown; of a long game as many as there is room for, evenly, and always the last. */
export function movesShown(last: number, part: Part, most = MOST_SHOTS): number[] {
  const first = part === "all" ? 0 : Math.max(0, last - part);
  const count = Math.min(last - first + 1, most);
  if (count === 1) return [last];
  return Array.from({ length: count }, (_, index) => Math.round(first + ((last - first) * index) / (count - 1)));
}

export const titleShot = (state: State): Shot => ({ state, title: true, caption: "", time: TITLE_TIME });

/** A position with the sentence that led to it; a routine line tells less than another one of the same move. */
export function moveShot(state: State, say: (phrase: Phrase) => string, isLast: boolean): Shot {
  const lines = state.events.filter(({ move }) => move === state.moves);
  const line = lines.findLast(({ routine }) => !routine) ?? lines.at(-1);
  const caption = state.result ? say(state.result.reason) : line ? say(line.phrase) : "";
  return { state, title: false, caption, time: isLast ? END_TIME : MOVE_TIME };
}
