/**
 * Players are told apart by ink and by emblem.  There are six of each; a player without a preference has those with the
 * number of the seat.  At a table `--seat-0` to `--seat-5` are the inks of its seats; `--ink-0` to `--ink-5` are the six
 * inks everywhere.
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

/** The numbers of a player's ink and emblem. */
export interface Appearance {
  colour: number;
  pattern: number;
}

/** How a player's pieces are drawn. */
export interface PieceStyle {
  /** A CSS colour. */
  ink: string;
  /** The SVG path of the emblem. */
  path: string;
}

export function pieceStyle({ colour, pattern }: Appearance): PieceStyle {
  return { ink: `var(--ink-${colour})`, path: PATHS[pattern]! };
}

/** Six distinct appearances: those of the seats, then unused ones for what no player owns. */
export function sixAppearances(seats: readonly Appearance[]): Appearance[] {
  const used: Appearance[] = seats.map(({ colour, pattern }) => ({ colour, pattern }));
  const unused = (kind: keyof Appearance): number =>
    [used.length, ...PATHS.keys()].find((number) => used.every((other) => other[kind] !== number))!;
  while (used.length < PATHS.length) used.push({ colour: unused("colour"), pattern: unused("pattern") });
  return used;
}

/** The inks of a table's seats as CSS variables, for a style attribute. */
export function inkVariables(seats: readonly Appearance[]): string {
  return sixAppearances(seats).map(({ colour }, seat) => `--seat-${seat}: var(--ink-${colour})`).join("; ");
}

const TABLE = Symbol("the seats of the table that is drawn");

/** Draw all components below the calling one in the appearances of these seats. */
export function setTableAppearances(seats: () => readonly Appearance[]): void {
  setContext(TABLE, seats);
}

/** The piece style of a seat at the surrounding table.  Call it while a component is initialised. */
export function getPieceStyles(): (seat: number) => PieceStyle {
  const seats = getContext<(() => readonly Appearance[]) | undefined>(TABLE) ?? (() => []);
  return (seat) => pieceStyle(sixAppearances(seats())[seat % PATHS.length]!);
}
