import type { Schemas } from "../../lib/types";

export type Club = Schemas["Club"];
/** A club with its members and tables. */
export type ClubPage = Schemas["ClubPage"];
export type Member = Schemas["Member"];
export type Role = Member["role"];
export type Clubs = Schemas["Clubs"];
/** What an organiser says about a club. */
export type ClubWanted = Schemas["ClubWanted"];
/** The invitation to a club; without a link it was revoked. */
export type ClubInvitation = Schemas["ClubInvitation"];
