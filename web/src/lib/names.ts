import { i18n } from "./i18n.svelte";
import type { Phrase, State } from "./types";

/** The names of a table's players by seat; namesakes are numbered. */
export function playerNames(state: State): string[] {
  const names = state.seats.map((seat) => i18n.nameOf(seat));
  const same = (seat: number) => names.slice(0, seat).filter((name) => name === names[seat]).length;
  return names.map((name, seat) => (same(seat) > 0 ? `${name} ${same(seat) + 1}` : name));
}

/** Turns phrases of a table into sentences, with the texts of its game and the names of its players. */
export function sayFor(state: State): (phrase: Phrase) => string {
  const names = playerNames(state);
  return (phrase) => i18n.say(state.game, phrase, names);
}
