import { createTable } from "./api";
import { kept } from "./kept.svelte";
import { usualBot } from "./seats";
import type { Game } from "./types";

/** A new table with the usual bots; the answer is its id. */
export async function playNow(game: Game): Promise<string> {
  const bot = { kind: "bot", bot: usualBot(game) } as const;
  const seats = [{ kind: "me" } as const, ...Array.from({ length: game.usual - 1 }, () => bot)];
  const name = kept.name.trim();
  return (await createTable({ game: game.name, options: {}, seats, ...(name && { name }) })).table;
}
