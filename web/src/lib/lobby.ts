/** The server's routes about finding each other. */

import { ask, table, takeSeat } from "./api";
import type { Seat, Summary } from "./types";
import type { Matched, MatchWish, SeatLink } from "./types/lobby";

export const postMatch = (wish: MatchWish) => ask<Matched>("/api/match", wish);
export const fetchLinks = (id: string) => ask<SeatLink[]>(`${table(id)}/links`);
export const renewLink = (id: string, seat: number) => ask<SeatLink>(`${table(id)}/links`, { seat });

/** The table that a link leads to. */
export const lookAtLink = (token: string) => ask<Summary>("/api/join/look", { token });
/** Give up a table that one has made, before the game begins. */
export const closeTable = (id: string) => ask<object>(`${table(id)}/close`, {});

/** Sit down at the first seat that anybody may take; who sees none is told by the server that it is taken. */
export const takeFreeSeat = (id: string, seats: readonly Seat[], name: string) =>
  takeSeat(id, seats.find((seat) => seat.open)?.seat ?? 0, name);
