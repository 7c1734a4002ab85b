/** The time controls on offer, and how a time control is written in a URL. */

import type { Control } from "./types";

const MINUTE = 60;
const DAY = 24;

/** A quick one, and those that the server suggests for the games. */
export const LIVE: readonly Control[] = [
  { kind: "live", game: 5 * MINUTE, move: 5 },
  ...[10, 15, 25, 40].map((minutes) => ({ kind: "live", game: minutes * MINUTE, move: 10 }) as const),
];

export const SLOW: readonly Control[] = [12, DAY, 2 * DAY, 3 * DAY, 7 * DAY].map((hours) => ({ kind: "slow", hours }));

/** "600+10" for a live control in seconds, "24h" for a slow one. */
export function controlCode(control: Control): string {
  return control.kind === "live" ? `${control.game}+${control.move}` : `${control.hours}h`;
}

export function sameControl(one: Control | null, other: Control | null): boolean {
  return one === null || other === null ? one === other : controlCode(one) === controlCode(other);
}
