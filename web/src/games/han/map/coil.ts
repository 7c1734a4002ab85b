import { closedPath, round, type Point } from "../../../board/drawing";

/** The path of a dragon's body: a spiral that widens towards the head, with a jagged back. */
export function coil(): string {
  const inner: Point[] = [];
  const outer: Point[] = [];
  const steps = 72;
  for (let step = 0; step <= steps; step++) {
    const part = step / steps;
    const angle = Math.PI * (0.2 + 3.35 * part);
    const middle = 20.5 - 13 * part;
    const half = 0.4 + 2.6 * part;
    const back = half + (step % 4 === 2 ? 1.9 : 0);
    inner.push([round((middle - half) * Math.cos(angle)), round((middle - half) * Math.sin(angle))]);
    outer.push([round((middle + back) * Math.cos(angle)), round((middle + back) * Math.sin(angle))]);
  }
  return closedPath([...inner, ...outer.reverse()]);
}
