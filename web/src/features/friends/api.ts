/** Requests about friends: following, blocking, challenges. */

import { get, post } from "../../lib/api";
import type { NewTable } from "../../lib/types";
import type { Reason } from "./types";

export const fetchFriends = () => get("/api/friends");
export const fetchRelation = (person: string) => get("/api/people/{person}/relation", { person });
export const follow = (person: string, wanted: boolean) => post("/api/people/{person}/follow", { follow: wanted }, { person });
export const block = (person: string, blocked: boolean) => post("/api/people/{person}/block", { blocked }, { person });

/** The user's challenges.  Asking for them shows others that the user is here. */
export const fetchChallenges = () => get("/api/challenges");
export const challenge = (person: string, table: NewTable) => post("/api/people/{person}/challenge", table, { person });
export const acceptChallenge = (id: string, name?: string) => post("/api/challenges/{id}/accept", { name }, { id });
export const declineChallenge = (id: string, reason: Reason | null) => post("/api/challenges/{id}/decline", { reason }, { id });
/** Withdraw a challenge, or forget one that was declined. */
export const withdrawChallenge = (id: string) => post("/api/challenges/{id}/withdraw", {}, { id });
