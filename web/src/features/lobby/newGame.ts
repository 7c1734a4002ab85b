import type { Game } from "../../lib/types";
import { me } from "../people/me.svelte";
import { fetchGames } from "./api";

/** A game at which the user has never sat down, or null: they know it, or the server does not answer. */
export async function newGame(name: string): Promise<Game | null> {
  try {
    const [games] = await Promise.all([fetchGames(), me.load()]);
    return me.isNewTo(name) ? (games.find((game) => game.name === name) ?? null) : null;
  } catch {
    return null;
  }
}
