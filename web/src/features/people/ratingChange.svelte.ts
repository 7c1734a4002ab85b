import { fetchProfile } from "./api";
import { me } from "./me.svelte";
import type { Rating } from "./types";

/** How a game changes the user's rating: the rating is fetched before the end and after it. */
export class RatingChange {
  /** Null until the game has ended, and if it changed nothing; after a first game there is no gain. */
  result: { rating: number; gain: number | null } | null = $state.raw(null);
  private before: Promise<Rating | null> | null = null;
  private finished = false;

  /** Remember the rating in a game that is still running. */
  start(game: string): void {
    this.before ??= fetchRating(game);
  }

  /** Compare with the rating after the end; without a start there is nothing to tell. */
  async finish(game: string): Promise<void> {
    if (!this.before || this.finished) return;
    this.finished = true;
    const [before, rating] = [await this.before, await fetchRating(game)];
    if (!rating || rating.games <= (before?.games ?? 0)) return;
    this.result = { rating: rating.rating, gain: before && rating.rating - before.rating };
  }
}

/** The user's rating; null without one, and if the server does not answer: the table matters more. */
async function fetchRating(game: string): Promise<Rating | null> {
  try {
    if (!me.known) await me.load();
    const { ratings } = await fetchProfile(me.known!.profile);
    return ratings.find((rating) => rating.game === game) ?? null;
  } catch {
    return null;
  }
}
