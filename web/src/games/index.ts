/**
 * The games that have a folder here.  Folders are discovered by the files in them, so nothing has to be registered and
 * no other module imports from a game's folder:
 *
 * - `Board.svelte` draws the table from a view (required: a game without it is not offered in the browser),
 * - `Box.svelte` is the front of the box, `SamplePieces.svelte` shows a few pieces in a player's colours,
 * - `Preview.svelte` says what a move would do,
 * - `map/Chart.svelte` draws the file of a map without a game, for the editor,
 * - `Ending.svelte` closes a game that the user has won, or not,
 * - `cast.ts` lists the characters that bots play,
 * - `sounds.ts` says how it sounds,
 * - `feats.ts` draws its feats,
 * - `text.<language>.json` holds what the board says beyond the texts of the server.
 */
import type { Component } from "svelte";
import PlainBoard from "../board/PlainBoard.svelte";
import type { BoardProps } from "../board/types";
import type { Texts } from "../lib/phrase";
import type { Cast, ChartProps, Feats, PreviewProps, Soundscape } from "./types";

interface BoxModule {
  default: Component;
  /** Position on the shelf: light games come first. */
  shelf: number;
}

const boards = import.meta.glob<{ default: Component<BoardProps> }>("./*/Board.svelte");
const boxes = import.meta.glob<BoxModule>("./*/Box.svelte", { eager: true });
const samples = import.meta.glob<{ default: Component }>("./*/SamplePieces.svelte");
const endings = import.meta.glob<{ default: Component<{ won: boolean }> }>("./*/Ending.svelte");
const previews = import.meta.glob<{ default: Component<PreviewProps> }>("./*/Preview.svelte");
const charts = import.meta.glob<{ default: Component<ChartProps>; inks: string }>("./*/map/Chart.svelte");
const colours = import.meta.glob("./*/inks.css");
const casts = import.meta.glob<Cast>("./*/cast.ts", { eager: true, import: "cast" });
const sounds = import.meta.glob<Soundscape>("./*/sounds.ts", { eager: true, import: "sounds" });
const feats = import.meta.glob<Feats>("./*/feats.ts", { eager: true, import: "feats" });
const texts = import.meta.glob<Texts>("./*/text.*.json", { import: "default" });

const gameOf = (path: string): string => path.split("/").at(1)!;

/** Games whose box is known, in the order of the shelf. */
export const shelf: readonly string[] = Object.entries(boxes)
  .toSorted(([, one], [, other]) => one.shelf - other.shelf)
  .map(([path]) => gameOf(path));

/** Whether the game can be played in the browser; one without a board is left to the terminal and to programs. */
export function hasBoard(game: string): boolean {
  return `./${game}/Board.svelte` in boards;
}

/** The board of a game; a game without one is shown as plain text. */
export async function loadBoardComponent(game: string): Promise<Component<BoardProps>> {
  const load = boards[`./${game}/Board.svelte`];
  return load ? (await load()).default : PlainBoard;
}

/** The drawing on the front of a game's box. */
export function boxOf(game: string): Component | undefined {
  return boxes[`./${game}/Box.svelte`]?.default;
}

/** The drawing that closes a game. */
export async function loadEnding(game: string): Promise<Component<{ won: boolean }> | null> {
  return (await endings[`./${game}/Ending.svelte`]?.())?.default ?? null;
}

/** What a game says about a move before it is made. */
export async function loadPreview(game: string): Promise<Component<PreviewProps> | null> {
  return (await previews[`./${game}/Preview.svelte`]?.())?.default ?? null;
}

/** Whether a game has maps that can be drawn. */
export function hasChart(game: string): boolean {
  return `./${game}/map/Chart.svelte` in charts;
}

/** What draws the map of a game without pieces, and the class of its colours; null if it has no map. */
export async function loadChart(game: string): Promise<{ chart: Component<ChartProps>; inks: string } | null> {
  const [found] = await Promise.all([charts[`./${game}/map/Chart.svelte`]?.(), colours[`./${game}/inks.css`]?.()]);
  return found ? { chart: found.default, inks: found.inks } : null;
}

/** The characters that bots play in a game. */
export function castOf(game: string): Cast {
  return casts[`./${game}/cast.ts`] ?? {};
}

/** How a game sounds, if it has sounds of its own. */
export function soundsOf(game: string): Soundscape | undefined {
  return sounds[`./${game}/sounds.ts`];
}

/** How the feats of a game are drawn, if it has some. */
export function featsOf(game: string): Feats | undefined {
  return feats[`./${game}/feats.ts`];
}

/** Pieces of every game, drawn in the appearance of seat 0. */
export async function loadSamplePieces(): Promise<Component[]> {
  const loaded = await Promise.all(shelf.map((game) => samples[`./${game}/SamplePieces.svelte`]?.()));
  return loaded.flatMap((module) => module?.default ?? []);
}

/** What the boards say in a language, by game. */
export async function loadTexts(language: string): Promise<Record<string, Texts>> {
  const found = Object.entries(texts).filter(([path]) => path.endsWith(`/text.${language}.json`));
  const loaded = found.map(async ([path, load]) => [gameOf(path), await load()] as const);
  return Object.fromEntries(await Promise.all(loaded));
}
