/** What the server says about finding each other. */

import type { Schemas } from "../types";

/** The link to a free seat, also as a drawing; none if a new one must be made. */
export type SeatLink = Schemas["SeatLink"];
/** A game with anybody; what is left out may be as it comes. */
export type MatchWish = Schemas["MatchWanted"];
export type Pace = NonNullable<MatchWish["pace"]>;
/** The table at which one sits now; `opened`: others must still come. */
export type Matched = Schemas["Matched"];
