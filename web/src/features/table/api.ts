/** Requests about a table that is being played. */

import { get, post, urlOf, type Route } from "../../lib/api";

export const fetchTable = (id: string, seat?: number) => get("/api/tables/{id}", { id }, { seat });
export const handsPath = (id: string) => urlOf("/api/tables/{id}/hands" satisfies Route<"get">, { id });
export const streamPath = (id: string, seat?: number) => urlOf("/api/tables/{id}/stream" satisfies Route<"get">, { id }, { seat });

export const fetchPreview = (id: string, seat: number, move: number, length: number) =>
  get("/api/tables/{id}/preview", { id }, { seat, move, length });
export const postMove = (id: string, seat: number, move: string, length: number, uuid: string) =>
  post("/api/tables/{id}/moves", { seat, move, length, id: uuid }, { id });
export const postWhy = (id: string, seat: number, places: string[], length: number) =>
  post("/api/tables/{id}/why", { seat, places, length }, { id });
export const postUndo = (id: string, seat: number, length: number, uuid: string) =>
  post("/api/tables/{id}/undo", { seat, length, id: uuid }, { id });
export const answerUndo = (id: string, seat: number, length: number, agree: boolean) =>
  post("/api/tables/{id}/undo/answer", { seat, length, agree }, { id });
/** Leave an answer for a question to come; null withdraws it. */
export const makePlan = (id: string, seat: number, move: string | null) =>
  post("/api/tables/{id}/plan", { seat, move }, { id });
/** Propose a rematch or agree to it; refuse it, or withdraw one's own proposal. */
export const postRematch = (id: string, seat: number, agree: boolean) => post("/api/tables/{id}/rematch", { seat, agree }, { id });

export const leaveSeat = (id: string, seat: number) => post("/api/tables/{id}/leave", { seat }, { id });
export const returnToSeat = (id: string, seat: number) => post("/api/tables/{id}/return", { seat }, { id });
/** End a game that cannot go on by newer rules, without a loser. */
export const endHalted = (id: string, seat: number) => post("/api/tables/{id}/end", { seat }, { id });
