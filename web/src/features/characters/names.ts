/** The names of players.  Bots without a name are played by characters of the game's cast. */
import { castOf } from "../../games";
import { i18n, t } from "../../lib/i18n.svelte";
import type { Phrase, Seat, State } from "../../lib/types";
import type { Face } from "../../ui/faces";

/** A table, running or finished; its id decides which characters sit at old tables. */
export interface Place {
  game: string;
  table: string;
}

type Seated = Pick<Seat, "seat" | "name" | "bot" | "character"> & { taken?: boolean };

export interface Character {
  name: string;
  face: Face;
  /** A habit of the character, in a few words. */
  habit: string;
  /** How the character plays, in a few words. */
  manner: string;
}

/** The character in a bot's seat; null for people and in games without a cast. */
export function characterAt(place: Place, seat: Seated): Character | null {
  if (!seat.bot) return null;
  const cast = castOf(place.game);
  const names = Object.keys(cast);
  const name = seat.name ?? names[(seat.character ?? hash(place.table) + seat.seat) % names.length];
  const face = name === undefined ? undefined : cast[name];
  if (name === undefined || face === undefined) return null;
  const habit = i18n.say(place.game, { id: `habit.${name.toLowerCase()}` });
  return { name, face, habit, manner: t(`manner.${face.manner}`) };
}

/** The characters of a game that no bot at the table plays, by their numbers. */
export function freeCharacters(state: Place & { seats: readonly Seated[] }): [number, Character][] {
  const seated = state.seats.map((seat) => nameOf(state, seat));
  return Object.keys(castOf(state.game)).flatMap((name, character) =>
    seated.includes(name) ? [] : [[character, characterAt(state, { seat: 0, name: null, bot: name, character })!]],
  );
}

/** The same number for the same text, spread evenly. */
function hash(text: string): number {
  return [...text].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) >>> 0, 0);
}

/** The name of the player in a seat; without one, that of the bot's character or level, or the number of the seat. */
export function nameOf(place: Place, seat: Seated): string {
  if (seat.name) return seat.name;
  if (seat.bot) return characterAt(place, seat)?.name ?? i18n.botName(seat.bot);
  return (seat.taken ?? true) ? t("seat", { number: seat.seat + 1 }) : t("seat.free");
}

/** The names of a table's players by seat; namesakes are numbered. */
export function playerNames(state: State): string[] {
  const names = state.seats.map((seat) => nameOf(state, seat));
  const same = (seat: number) => names.slice(0, seat).filter((name) => name === names[seat]).length;
  return names.map((name, seat) => (same(seat) > 0 ? `${name} ${same(seat) + 1}` : name));
}

/** Turns phrases of a table into sentences, with the texts of its game and the names of its players. */
export function sayFor(state: State): (phrase: Phrase) => string {
  const names = playerNames(state);
  return (phrase) => i18n.say(state.game, phrase, names);
}
