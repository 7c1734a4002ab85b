/** Amounts of points that can be chosen. */
import type { Offer } from "../../lib/types";

type Offers = readonly Offer<"white_lotus">[];

const points = (offers: Offers): number[] => offers.flatMap(({ move }) => ("points" in move ? [move.points] : []));

export function most(offers: Offers): number {
  return Math.max(0, ...points(offers));
}

export function asked(offers: Offers): boolean {
  return points(offers).length > 0;
}

/** Every amount if there are few; else nothing, a little, and parts of all. */
export function usual(top: number): number[] {
  const all = Array.from({ length: top + 1 }, (_, n) => n);
  if (top < 6) return all;
  return [...new Set([0, 1, Math.round(top / 4), Math.round(top / 2), Math.round((top * 3) / 4), top])];
}
