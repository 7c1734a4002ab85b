/** Scenery of a map's file: areas, courses, and symbols at points. */
import { isInside, type Point } from "./drawing";

export interface Scenery {
  kind: "sea" | "island" | "lake" | "river" | "wall" | "mountains" | "wilderness" | "forest" | "dunes" | "waves" | "ship" | "compass";
  points: Point[];
  name?: Record<string, string>;
  /** How much of its course, in percent, is before a river's name. */
  start?: number;
}

export const ofKind = (scenery: readonly Scenery[], kind: Scenery["kind"]): Scenery[] => scenery.filter((part) => part.kind === kind);

/** The points of all scenery of a kind. */
export const pointsOf = (scenery: readonly Scenery[], kind: Scenery["kind"]): Point[] => ofKind(scenery, kind).flatMap(({ points }) => points);

const BEYOND = 300; // units around the sheet that a wide screen shows, too

/** The shore of a sea: its outline without what lies under a land or far beyond the sheet. */
export function shoreOf(sea: readonly Point[], lands: readonly Point[][], [width, height]: Point): Point[][] {
  const isFar = ([x, y]: Point) => x < -BEYOND || y < -BEYOND / 2 || x > width + BEYOND || y > height + BEYOND / 2;
  const runs: Point[][] = [];
  for (const [index, point] of sea.entries()) {
    const next = sea[(index + 1) % sea.length]!;
    const middle: Point = [(point[0] + next[0]) / 2, (point[1] + next[1]) / 2];
    if ((isFar(point) && isFar(next)) || lands.some((land) => isInside(middle, land))) continue;
    const last = runs.at(-1)?.at(-1);
    if (last && last[0] === point[0] && last[1] === point[1]) runs.at(-1)!.push(next);
    else runs.push([point, next]);
  }
  return runs;
}
