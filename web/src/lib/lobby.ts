/** The server's routes about finding each other. */

import { get, post, takeSeat } from "./api";
import type { Seat } from "./types";
import type { MatchWish } from "./types/lobby";

export const postMatch = (wish: MatchWish) => post("/api/match", wish);
export const fetchLinks = (id: string) => get("/api/tables/{id}/links", { id });
export const renewLink = (id: string, seat: number) => post("/api/tables/{id}/links", { seat }, { id });

/** The table that a link leads to. */
export const lookAtLink = (token: string) => post("/api/join/look", { token });
/** Give up a table that one has made, before the game begins. */
export const closeTable = (id: string) => post("/api/tables/{id}/close", {}, { id });

/** Sit down at the first seat that anybody may take; who sees none is told by the server that it is taken. */
export const takeFreeSeat = (id: string, seats: readonly Seat[], name: string) =>
  takeSeat(id, seats.find((seat) => seat.open)?.seat ?? 0, name);
