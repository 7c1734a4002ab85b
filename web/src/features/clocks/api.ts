/** Requests about a table's clocks. */

import { get, post } from "../../lib/api";
import type { Away, Control, Motion } from "./types";

export const fetchNow = () => get("/api/now");

export const proposeTime = (id: string, seat: number, control: Control | null) =>
  post("/api/tables/{id}/time", { seat, control }, { id });
export const answerTime = (id: string, seat: number, control: Control | null, agree: boolean) =>
  post("/api/tables/{id}/time/answer", { seat, control, agree }, { id });
export const setAbsences = (id: string, seat: number, absences: Away[]) =>
  post("/api/tables/{id}/absences", { seat, absences }, { id });
/** Remind an absent player of their turn. */
export const postNudge = (id: string, seat: number, about: number) => post("/api/tables/{id}/nudge", { seat, about }, { id });
/** Propose to replace an absent player by a bot, or to end the game without a loser. */
export const postMotion = (id: string, seat: number, about: number, what: Motion["do"]) =>
  post("/api/tables/{id}/motion", { seat, about, do: what }, { id });
export const answerMotion = (id: string, seat: number, agree: boolean) =>
  post("/api/tables/{id}/motion/answer", { seat, agree }, { id });
