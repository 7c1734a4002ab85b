/** What the server says about people: who they are, how well they play, and what they say. */

import type { Phrase } from "../types";

/** Who this browser is. */
export interface Me {
  name: string | null;
  language: string;
  profile: string;
  /** The name to log in with; a guest has none. */
  account: string | null;
  colour: number | null;
  pattern: number | null;
  /** How many browsers are known to be this person. */
  devices: number;
}

/** What one wants to be called and to look like; what is left out stays, null leaves it to the seat. */
export interface Wishes {
  name?: string;
  colour?: number | null;
  pattern?: number | null;
}

/** A link, also as a drawing, that makes another browser the same person. */
export interface DeviceLink {
  link: string;
  expires: string;
  qr: string;
}

/** To be read “rating ± uncertainty”. */
export interface Rating {
  rating: number;
  uncertainty: number;
  games: number;
}

export interface Rated extends Rating {
  game: string;
}

/** People have a profile, bots a name of their own. */
export interface Ranked extends Rating {
  name: string | null;
  profile: string | null;
  bot: string | null;
}

/** Who sat where in a finished game, and how it ended for them. */
export interface Placed {
  seat: number;
  name: string | null;
  profile: string | null;
  bot: string | null;
  rank: number;
  won: boolean;
  score: number;
}

/** A finished game of somebody who sat at `seat`. */
export interface Finished {
  table: string;
  game: string;
  at: string;
  seat: number;
  rank: number;
  won: boolean;
  rated: boolean;
  seats: Placed[];
}

export interface Profile {
  id: string;
  name: string | null;
  yours: boolean;
  since: string | null;
  ratings: Rated[];
  games: number;
  won: number;
  /** The newest first. */
  results: Finished[];
}

/** Something said at a table: words as they were written, or a phrase. */
export interface Line {
  number: number;
  seat: number;
  at: string;
  text: string | null;
  phrase: Phrase | null;
}

/** What is said at a table, as far as one wants to hear it. */
export interface Chat {
  lines: Line[];
  /** What can be said with one click. */
  phrases: string[];
  /** Seats that one does not hear. */
  muted: number[];
  may_write: boolean;
}
