/** Clocks and absences.  Moments are ISO strings, durations are milliseconds unless the name says otherwise. */

import type { Schemas } from "../../lib/types";

export type TableTime = Schemas["Time"];
/** A time control: live (seconds for the game and per move) or slow (hours per move). */
export type Control = NonNullable<TableTime["control"]>;
/** What happens to the seat of an absent player. */
export type Policy = TableTime["absent"];
/** A seat's clock as of `since`; it is stopped if that is null. */
export type SeatClock = TableTime["clocks"][number];
/** A period in which a player cannot play. */
export type Away = SeatClock["absences"][number];
/** A proposal about an absent player. */
export type Motion = NonNullable<TableTime["motion"]>;
