import type { Component } from "svelte";
import type { BoardProps } from "../lib/types";
import PlainBoard from "../parts/PlainBoard.svelte";

const boards = import.meta.glob<{ default: Component<BoardProps> }>("./*/Board.svelte");

/** The picture of a game; one that has none yet is shown in words. */
export async function picture(game: string): Promise<Component<BoardProps>> {
  const load = boards[`./${game}/Board.svelte`];
  return load ? (await load()).default : PlainBoard;
}
