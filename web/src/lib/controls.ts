/** The time controls that are offered, and how an address spells one. */

import type { Control } from "./types/time";

const MINUTE = 60;
const DAY = 24;

export const LIVE: readonly Control[] = [
  { kind: "live", game: 5 * MINUTE, move: 5 },
  { kind: "live", game: 10 * MINUTE, move: 10 },
  { kind: "live", game: 30 * MINUTE, move: 10 },
];

export const SLOW: readonly Control[] = [12, DAY, 2 * DAY, 3 * DAY, 7 * DAY].map((hours) => ({ kind: "slow", hours }));

/** As an address has it: “600+10” is live, in seconds, and “24h” slow. */
export function spell(control: Control): string {
  return control.kind === "live" ? `${control.game}+${control.move}` : `${control.hours}h`;
}
