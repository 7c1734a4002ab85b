import { preferences } from "../../lib/preferences.svelte";
import type { Game } from "../../lib/types";
import { createTable } from "./api";
import { defaultBot } from "./bots";

/** Create a table against default bots and return its id. */
export async function playNow(game: Game): Promise<string> {
  const bot = { kind: "bot", bot: defaultBot(game) } as const;
  const seats = [{ kind: "me" } as const, ...Array.from({ length: game.usual - 1 }, () => bot)];
  const name = preferences.name.trim();
  return (await createTable({ game: game.name, options: {}, seats, ...(name && { name }) })).table;
}
