/** What the server says about time.  Moments are ISO strings, durations milliseconds unless a name says otherwise. */

import type { Phrase } from "../types";

/** So many seconds for the whole game and some more after each move, or so many hours for each move. */
export type Control = { kind: "live"; game: number; move: number } | { kind: "slow"; hours: number };

/** What is done about a seat whose player is gone. */
export type Policy = "bot" | "forfeit";

/** A time in which a player cannot play. */
export interface Away {
  from: string;
  to: string;
}

/** A seat's time as it was at `since`; without that it stands. */
export interface SeatClock {
  seat: number;
  spent: number;
  /** None: there is no limit. */
  left: number | null;
  since: string | null;
  /** None: it cannot run out. */
  deadline: string | null;
  absences: Away[];
}

/** Somebody would like another time control; these seats must still agree. */
export interface Proposal {
  seat: number;
  control: Control | null;
  waits_for: number[];
}

export interface TableTime {
  control: Control | null;
  absent: Policy;
  proposal: Proposal | null;
  clocks: SeatClock[];
}

/** An answer that can be left for a question to come. */
export interface Planned {
  notation: string;
  phrase: Phrase;
}

export type ChannelKind = "webhook" | "email" | "push";

/** One way to be told that it is one's turn. */
export interface Channel {
  id: string;
  kind: ChannelKind;
  address: string;
  /** The hour of a daily digest in UTC; none: at once. */
  daily: number | null;
  confirmed: boolean;
  failed: string | null;
}

export interface Notices {
  available: ChannelKind[];
  push_key: string | null;
  channels: Channel[];
}

export interface WantedChannel {
  kind: ChannelKind;
  address: string;
  daily?: number | null;
  keys?: { p256dh: string; auth: string };
}
