import type { Phrase, State } from "./types";
import { words } from "./words.svelte";

/** What the players of a table are called, by seat. */
export function playerNames(state: State): string[] {
  const names = state.seats.map((seat) => words.nameOf(seat));
  const same = (seat: number) => names.slice(0, seat).filter((name) => name === names[seat]).length;
  return names.map((name, seat) => (same(seat) > 0 ? `${name} ${same(seat) + 1}` : name));
}

/** How phrases of a table are said: in its game's words, with its players' names. */
export function sayer(state: State): (phrase: Phrase) => string {
  const names = playerNames(state);
  return (phrase) => words.say(state.game, phrase, names);
}
