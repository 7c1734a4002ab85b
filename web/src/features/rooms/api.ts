/** Requests about rooms in which people watch a game together. */
import { get, post, urlOf, type Route } from "../../lib/api";
import type { ChatSource } from "../chat/api";
import type { Position } from "./types";

export const createRoom = (table: string, position: Position, name: string) =>
  post("/api/rooms", { table, position, ...(name && { name }) });
export const fetchRoom = (id: string) => get("/api/rooms/{id}", { id });
export const enterRoom = (id: string, name: string) => post("/api/rooms/{id}/people", name ? { name } : {}, { id });
export const movePosition = (id: string, position: Position) => post("/api/rooms/{id}/position", position, { id });
export const giveLead = (id: string, place: number) => post("/api/rooms/{id}/lead", { place }, { id });
export const streamPath = (id: string) => urlOf("/api/rooms/{id}/stream" satisfies Route<"get">, { id });

/** The chat of a room; its seats are the places of people. */
export function roomChat(id: string): ChatSource {
  return {
    fetch: () => get("/api/rooms/{id}/chat", { id }),
    sayText: (_seat, text) => post("/api/rooms/{id}/chat", { text }, { id }),
    sayPhrase: (_seat, phrase) => post("/api/rooms/{id}/chat", { phrase }, { id }),
    block: (place, blocked) => post("/api/rooms/{id}/chat/block", { place, blocked }, { id }),
    report: (number, reason) => post("/api/rooms/{id}/chat/report", { number, reason }, { id }),
  };
}
