/**
 * Players are told apart by ink and by emblem.  There are six of each; who wishes for none has those of the seat's number.
 * At a table `--seat-0` to `--seat-5` are the inks of its seats, everywhere `--ink-0` to `--ink-5` are the six inks.
 */

import { getContext, setContext } from "svelte";

export const INKS = ["vermilion", "indigo", "jade", "ochre", "plum", "slate"] as const;

export const EMBLEMS = ["triangle", "disc", "square", "diamond", "star", "cross"] as const;

/** SVG paths in a square from -12 to 12, in the order of the emblems. */
const PATHS: readonly string[] = [
  "M0-10 10 8H-10Z",
  "M0-9.5a9.5 9.5 0 1 0 0 19a9.5 9.5 0 1 0 0-19Z",
  "M-8.5-8.5H8.5V8.5H-8.5Z",
  "M0-11 9 0 0 11-9 0Z",
  "M0-11 2.6-3.6 10.5-3.4 4.2 1.4 6.5 8.9 0 4.5-6.5 8.9-4.2 1.4-10.5-3.4-2.6-3.6Z",
  "M-3.5-10H3.5V-3.5H10V3.5H3.5V10H-3.5V3.5H-10V-3.5H-3.5Z",
];

/** Which ink and which emblem somebody has. */
export interface Dress {
  colour: number;
  pattern: number;
}

/** How somebody's pieces are drawn: in this ink, with this path on them. */
export interface Look {
  ink: string;
  path: string;
}

export function look({ colour, pattern }: Dress): Look {
  return { ink: `var(--ink-${colour})`, path: PATHS[pattern]! };
}

/** Six different dresses: those of the seats, then what is left for what nobody sits at. */
export function dresses(seats: readonly Dress[]): Dress[] {
  const worn: Dress[] = seats.map(({ colour, pattern }) => ({ colour, pattern }));
  const left = (kind: keyof Dress): number =>
    [worn.length, ...PATHS.keys()].find((number) => worn.every((dress) => dress[kind] !== number))!;
  while (worn.length < PATHS.length) worn.push({ colour: left("colour"), pattern: left("pattern") });
  return worn;
}

/** The inks of a table's seats, as a style for all that is drawn of it. */
export function inkStyle(seats: readonly Dress[]): string {
  return dresses(seats).map(({ colour }, seat) => `--seat-${seat}: var(--ink-${colour})`).join("; ");
}

const TABLE = Symbol("the seats of the table that is drawn");

/** From here on, everything is drawn in the dresses of these seats. */
export function dressTable(seats: () => readonly Dress[]): void {
  setContext(TABLE, seats);
}

/** To be asked once by whatever draws pieces: how those of a seat look at this table. */
export function looks(): (seat: number) => Look {
  const seats = getContext<(() => readonly Dress[]) | undefined>(TABLE) ?? (() => []);
  return (seat) => look(dresses(seats())[seat % PATHS.length]!);
}
