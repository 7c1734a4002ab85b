import type { Rating } from "./types";

/** Ratings with a larger uncertainty say little. */
const VAGUE = 300;

export const isVague = (rating: Rating): boolean => rating.uncertainty > VAGUE;

/** A scale with room for all of the ratings. */
export function ratingScale(ratings: readonly Rating[]): { from: number; to: number } {
  const low = ratings.map(({ rating, uncertainty }) => rating - uncertainty);
  const high = ratings.map(({ rating, uncertainty }) => rating + uncertainty);
  return { from: Math.min(1000, ...low), to: Math.max(2000, ...high) };
}
