/** Requests about a table's chat. */

import { get, post } from "../../lib/api";

export const fetchChat = (id: string) => get("/api/tables/{id}/chat", { id });
/** `to` is the only other player who reads it; null: everybody does. */
export const sayText = (id: string, seat: number, text: string, to: number | null) =>
  post("/api/tables/{id}/chat", { seat, text, to }, { id });
export const sayPhrase = (id: string, seat: number, phrase: string, to: number | null) =>
  post("/api/tables/{id}/chat", { seat, phrase, to }, { id });
export const blockSeat = (id: string, seat: number, blocked: boolean) =>
  post("/api/tables/{id}/chat/block", { seat, blocked }, { id });
export const reportLine = (id: string, number: number, reason: string) =>
  post("/api/tables/{id}/chat/report", { number, reason }, { id });
