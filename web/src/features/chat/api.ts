/** Requests about a table's chat. */

import { get, post } from "../../lib/api";
import type { Chat, Line } from "./types";

/** Where the lines of a chat come from. */
export interface ChatSource {
  fetch: () => Promise<Chat>;
  sayText: (seat: number, text: string, to: number | null) => Promise<Line>;
  sayPhrase: (seat: number, phrase: string, to: number | null) => Promise<Line>;
  block: (seat: number, blocked: boolean) => Promise<Chat>;
  report: (number: number, reason: string) => Promise<unknown>;
}

export function tableSource(id: string): ChatSource {
  return {
    fetch: () => fetchChat(id),
    sayText: (seat, text, to) => sayText(id, seat, text, to),
    sayPhrase: (seat, phrase, to) => sayPhrase(id, seat, phrase, to),
    block: (seat, blocked) => blockSeat(id, seat, blocked),
    report: (number, reason) => reportLine(id, number, reason),
  };
}

const fetchChat = (id: string) => get("/api/tables/{id}/chat", { id });
/** `to` is the only other player who reads it; null: everybody does. */
const sayText = (id: string, seat: number, text: string, to: number | null) =>
  post("/api/tables/{id}/chat", { seat, text, to }, { id });
const sayPhrase = (id: string, seat: number, phrase: string, to: number | null) =>
  post("/api/tables/{id}/chat", { seat, phrase, to }, { id });
const blockSeat = (id: string, seat: number, blocked: boolean) =>
  post("/api/tables/{id}/chat/block", { seat, blocked }, { id });
const reportLine = (id: string, number: number, reason: string) =>
  post("/api/tables/{id}/chat/report", { number, reason }, { id });
