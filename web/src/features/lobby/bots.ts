import type { Game } from "../../lib/types";

/** Seconds that a bot thinks about a move; bots not listed answer at once. */
export const THINKING_TIME: Readonly<Record<string, number>> = { expert: 1, master: 2 };

/** The default opponent, of middling strength. */
export function defaultBot(game: Game): string {
  return game.bots.find((bot) => bot === "skilled") ?? game.bots[0] ?? "";
}
