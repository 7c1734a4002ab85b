/** How ratings are written and drawn. */

import type { Rating } from "./types/people";

/** Above this nobody knows yet how well somebody plays. */
export const VAGUE = 300;

export const isVague = (rating: Rating): boolean => rating.uncertainty > VAGUE;

/** The ends of a scale on which all of these have room. */
export function scale(ratings: readonly Rating[]): { from: number; to: number } {
  const low = ratings.map(({ rating, uncertainty }) => rating - uncertainty);
  const high = ratings.map(({ rating, uncertainty }) => rating + uncertainty);
  return { from: Math.min(1000, ...low), to: Math.max(2000, ...high) };
}
