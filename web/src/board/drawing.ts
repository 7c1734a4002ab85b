/** SVG paths and geometry for maps that look drawn by hand. */
export type Point = [x: number, y: number];

/** A part of a drawing, in its units. */
export interface Frame {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A symbol's place, scale and direction. */
export interface Scattered {
  at: Point;
  size: number;
  mirror: boolean;
}

export const round = (value: number): number => Math.round(value * 10) / 10;

/** A closed path through the points. */
export function closedPath(points: readonly Point[]): string {
  return `M${points.map(([x, y]) => `${x} ${y}`).join("L")}Z`;
}

/** An open path through the points. */
export function openPath(points: readonly Point[]): string {
  return `M${points.map(([x, y]) => `${x} ${y}`).join("L")}`;
}

/** A path that runs smoothly through all points. */
export function smoothPath(points: readonly Point[]): string {
  const at = (index: number): Point => points[Math.max(0, Math.min(points.length - 1, index))]!;
  let path = `M${at(0).join(" ")}`;
  for (let index = 0; index < points.length - 1; index++) {
    const [before, a, b, after] = [at(index - 1), at(index), at(index + 1), at(index + 2)];
    const one = [a[0] + (b[0] - before[0]) / 6, a[1] + (b[1] - before[1]) / 6].map(round);
    const two = [b[0] - (after[0] - a[0]) / 6, b[1] - (after[1] - a[1]) / 6].map(round);
    path += `C${one.join(" ")} ${two.join(" ")} ${b.join(" ")}`;
  }
  return path;
}

/** A random number generator from 0 to 1 that repeats itself for the same seed. */
export function seededRandom(seed: number): () => number {
  let state = seed * 2654435761 + 1;
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 2246822519) + 3266489917) | 0;
    return ((state ^ (state >>> 13)) >>> 0) / 4294967296;
  };
}

/** Whether a point lies inside a polygon. */
export function isInside([x, y]: Point, points: readonly Point[]): boolean {
  let odd = false;
  for (let index = 0, last = points.length - 1; index < points.length; last = index++) {
    const [ax, ay] = points[index]!;
    const [bx, by] = points[last]!;
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) odd = !odd;
  }
  return odd;
}

export function distance(one: Point, other: Point): number {
  return Math.hypot(one[0] - other[0], one[1] - other[1]);
}

/** Symbols such as mountains at the given points: varied in size, some mirrored, from back to front. */
export function scatter(points: readonly Point[], seed: number, smallest: number, range: number): Scattered[] {
  const random = seededRandom(seed);
  return points
    .map((at) => ({ at, size: round(smallest + range * random()), mirror: random() < 0.5 }))
    .toSorted((one, other) => one.at[1] - other.at[1]);
}
