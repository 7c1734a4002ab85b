/** Amounts of points that can be chosen. */
import type { Offer } from "../../lib/types";

const AMOUNT = "amount:";

export function most(offers: readonly Offer[]): number {
  const points = offers.flatMap(({ touches }) => touches).filter((place) => place.startsWith(AMOUNT));
  return Math.max(0, ...points.map((place) => Number(place.slice(AMOUNT.length))));
}

export function asked(offers: readonly Offer[]): boolean {
  return offers.some(({ touches }) => touches.some((place) => place.startsWith(AMOUNT)));
}

/** Every amount if there are few; else nothing, a little, and parts of all. */
export function usual(top: number): number[] {
  const all = Array.from({ length: top + 1 }, (_, n) => n);
  if (top < 6) return all;
  return [...new Set([0, 1, Math.round(top / 4), Math.round(top / 2), Math.round((top * 3) / 4), top])];
}
