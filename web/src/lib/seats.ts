import type { Game } from "./types";

/** The seats of the others clockwise from one's own; who only watches sees all, from the first. */
export function others(seat: number | null, seats: number): number[] {
  if (seat === null) return Array.from({ length: seats }, (_, other) => other);
  return Array.from({ length: seats - 1 }, (_, step) => (seat + 1 + step) % seats);
}

/** How many seconds a bot may think about a move; the others answer at once. */
export const THINKING: Readonly<Record<string, number>> = { expert: 1, master: 2 };

/** The bot that is offered first: neither a pushover nor a wall. */
export function usualBot(game: Game): string {
  return game.bots.find((bot) => bot === "skilled") ?? game.bots[0] ?? "";
}
