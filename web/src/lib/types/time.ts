/** What the server says about time.  Moments are ISO strings, durations milliseconds unless a name says otherwise. */

import type { Schemas } from "../types";

export type TableTime = Schemas["Time"];
/** So many seconds for the whole game and some more after each move, or so many hours for each move. */
export type Control = NonNullable<TableTime["control"]>;
/** What is done about a seat whose player is gone. */
export type Policy = TableTime["absent"];
/** A seat's time as it was at `since`; without that it stands. */
export type SeatClock = TableTime["clocks"][number];
/** A time in which a player cannot play. */
export type Away = SeatClock["absences"][number];
/** Somebody would like another time control; these seats must still agree. */
export type Proposal = NonNullable<TableTime["proposal"]>;
/** An answer that can be left for a question to come. */
export type Planned = Schemas["Planned"];
/** One way to be told that it is one's turn. */
export type Channel = Schemas["ChannelShown"];
export type ChannelKind = Channel["kind"];
export type Notices = Schemas["Notices"];
export type WantedChannel = Schemas["ChannelWanted"];
