/** What the server says about finding each other. */

import type { State } from "../types";

/** The link to a free seat, also as a drawing; none if a new one must be made. */
export interface SeatLink {
  seat: number;
  name: string | null;
  link: string | null;
  qr: string | null;
}

export type Pace = "none" | "live" | "slow";

/** A game with anybody; what is left out may be as it comes. */
export interface MatchWish {
  game: string;
  seats?: number;
  pace?: Pace;
  name?: string;
}

/** The table at which one sits now; `opened`: others must still come. */
export interface Matched {
  table: string;
  seat: number;
  opened: boolean;
  state: State;
}
