import type { Game } from "./types";

/** The seats of the others clockwise from one's own; who only watches sees all, from the first. */
export function others(seat: number | null, seats: number): number[] {
  if (seat === null) return Array.from({ length: seats }, (_, other) => other);
  return Array.from({ length: seats - 1 }, (_, step) => (seat + 1 + step) % seats);
}

/** The bot that is offered first: neither a pushover nor a wall. */
export function usualBot(game: Game): string {
  return game.bots.find((bot) => bot === "skilled") ?? game.bots[0] ?? "";
}
