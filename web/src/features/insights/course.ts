/** Luck and own moves over a person's reviewed games. */

import type { Point } from "./types";

/** Games that a mean is taken over. */
export const WINDOW = 5;

export interface Reviewed {
  table: string;
  at: string;
  won: boolean;
  /** In games out of 100. */
  skill: number;
  luck: number;
}

export function reviewedOf(points: readonly Point[]): Reviewed[] {
  return points.flatMap(({ table, at, won, skill, luck }) =>
    skill === null || luck === null ? [] : [{ table, at, won, skill: 100 * skill, luck: 100 * luck }],
  );
}

/** The mean of each number and those just before it, so that a line shows where things go and not every single game. */
export function smoothed(numbers: readonly number[], window = WINDOW): number[] {
  return numbers.map((_, index) => {
    const last = numbers.slice(Math.max(0, index + 1 - window), index + 1);
    return last.reduce((sum, each) => sum + each, 0) / last.length;
  });
}

/** The end of a scale from minus to plus that holds all numbers. */
export function reach(numbers: readonly number[]): number {
  return Math.max(20, Math.ceil(Math.max(0, ...numbers.map(Math.abs)) / 10) * 10);
}
