/** Lines that a hand would draw: soft bends, ragged edges, and accidents that are the same every time. */
export type Point = [x: number, y: number];

/** A part of a drawing. */
export interface Frame {
  x: number;
  y: number;
  width: number;
  height: number;
}

export const round = (value: number): number => Math.round(value * 10) / 10;

/** Points as an outline. */
export function outline(points: readonly Point[]): string {
  return `M${points.map(([x, y]) => `${x} ${y}`).join("L")}Z`;
}

export function line(points: readonly Point[]): string {
  return `M${points.map(([x, y]) => `${x} ${y}`).join("L")}`;
}

/** A path that bends softly through all points. */
export function smooth(points: readonly Point[]): string {
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

/** Numbers from 0 to 1 that look like chance and are always the same. */
export function accidents(seed: number): () => number {
  let state = seed * 2654435761 + 1;
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 2246822519) + 3266489917) | 0;
    return ((state ^ (state >>> 13)) >>> 0) / 4294967296;
  };
}

export function inside([x, y]: Point, points: readonly Point[]): boolean {
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
