/** The amounts of points that the legal moves offer. */
import type { Offer } from "../../lib/types";

type Offers = readonly Offer<"white_lotus">[];

const points = (offers: Offers): number[] => offers.flatMap(({ move }) => ("points" in move ? [move.points] : []));

export function largestAmount(offers: Offers): number {
  return Math.max(0, ...points(offers));
}

/** Whether an amount has to be chosen. */
export function asksForAmount(offers: Offers): boolean {
  return points(offers).length > 0;
}

/** Amounts for buttons: all of them if they are few, else zero, one, and fractions of the largest. */
export function quickAmounts(largest: number): number[] {
  const all = Array.from({ length: largest + 1 }, (_, n) => n);
  if (largest < 6) return all;
  return [...new Set([0, 1, Math.round(largest / 4), Math.round(largest / 2), Math.round((largest * 3) / 4), largest])];
}
