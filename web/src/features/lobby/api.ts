/** Requests about finding a game: tables, seats, invitations. */

import { get, post } from "../../lib/api";
import type { NewTable, Seat } from "../../lib/types";
import type { BotSeat, MatchRequest } from "./types";

export const fetchGames = () => get("/api/games");
export const createTable = (table: NewTable) => post("/api/tables", table);
export const postMatch = (request: MatchRequest) => post("/api/match", request);
/** Close one of the user's own tables before its game begins. */
export const closeTable = (id: string) => post("/api/tables/{id}/close", {}, { id });

/** The table that an invitation leads to. */
export const lookAtLink = (token: string) => post("/api/join/look", { token });
export const joinTable = (token: string, name?: string) => post("/api/join", { token, name });
export const fetchLinks = (id: string) => get("/api/tables/{id}/links", { id });
export const renewLink = (id: string, seat: number) => post("/api/tables/{id}/links", { seat }, { id });
/** Seat a bot in a free seat of one of the user's own tables, or free its seat again. */
export const seatBot = (id: string, seat: BotSeat) => post("/api/tables/{id}/bots", seat, { id });

/** Sit down in the first open seat.  If none is open, seat 0 is requested and the server explains the refusal. */
export const takeFreeSeat = (id: string, seats: readonly Seat[], name: string) =>
  post("/api/tables/{id}/seats", { seat: seats.find((seat) => seat.open)?.seat ?? 0, name }, { id });
