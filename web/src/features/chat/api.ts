/** Requests about a table's chat. */

import { get, post } from "../../lib/api";

export const fetchChat = (id: string) => get("/api/tables/{id}/chat", { id });
export const sayText = (id: string, seat: number, text: string) => post("/api/tables/{id}/chat", { seat, text }, { id });
export const sayPhrase = (id: string, seat: number, phrase: string) => post("/api/tables/{id}/chat", { seat, phrase }, { id });
export const muteSeat = (id: string, seat: number, muted: boolean) =>
  post("/api/tables/{id}/chat/mute", { seat, muted }, { id });
export const reportLine = (id: string, number: number, reason: string) =>
  post("/api/tables/{id}/chat/report", { number, reason }, { id });
