import type { Component } from "svelte";
import type { BoardProps } from "../lib/types";
import PlainBoard from "../parts/PlainBoard.svelte";

const boards = import.meta.glob<{ default: Component<BoardProps> }>("./*/Board.svelte");

/** Has the game a picture?  One without is played in the terminal and by programs, and its box stays closed here. */
export function isDrawn(game: string): boolean {
  return `./${game}/Board.svelte` in boards;
}

/** The picture of a game; one that has none yet is shown in words. */
export async function picture(game: string): Promise<Component<BoardProps>> {
  const load = boards[`./${game}/Board.svelte`];
  return load ? (await load()).default : PlainBoard;
}
