import type { Schemas } from "../../lib/types";

/** The invitation to a free seat, as a link and as a QR code; both are missing until a new one is made. */
export type SeatLink = Schemas["SeatLink"];
/** A quick match; whatever is left out does not matter to the player. */
export type MatchRequest = Schemas["MatchWanted"];
export type Pace = NonNullable<MatchRequest["pace"]>;
/** A bot for a free seat, or none. */
export type BotSeat = Schemas["BotWanted"];
