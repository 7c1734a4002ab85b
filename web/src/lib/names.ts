import type { Phrase, State } from "./types";
import { words } from "./words.svelte";

/** What the players of a table are called, by seat. */
export function playerNames(state: State): string[] {
  return state.seats.map((seat) => words.nameOf(seat));
}

/** How phrases of a table are said: in its game's words, with its players' names. */
export function sayer(state: State): (phrase: Phrase) => string {
  const names = playerNames(state);
  return (phrase) => words.say(state.game, phrase, names);
}
