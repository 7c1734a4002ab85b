/** Requests about finished games. */

import { get, post, urlOf, type Route } from "../../lib/api";
import type { Schemas } from "../../lib/types";

/** A position of a finished game to continue from, in a seat and against a bot. */
export type ContinueRequest = Schemas["MomentWanted"];

export const fetchReplay = (id: string, move: number, seat?: number) => get("/api/tables/{id}/replay", { id }, { move, seat });
export const continueFrom = (id: string, request: ContinueRequest) => post("/api/tables/{id}/continue", request, { id });

export const logPath = (id: string) => urlOf("/api/tables/{id}/log" satisfies Route<"get">, { id });
export const statisticsPath = (id: string) => urlOf("/api/tables/{id}/statistics" satisfies Route<"get">, { id });
export const transcriptPath = (id: string, language: string) =>
  urlOf("/api/tables/{id}/transcript" satisfies Route<"get">, { id }, { language });
