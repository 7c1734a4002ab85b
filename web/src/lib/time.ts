/** The server's routes about time. */

import { get, post } from "./api";
import type { Away, Control } from "./types/time";

export const fetchNow = () => get("/api/now");

export const proposeTime = (id: string, seat: number, control: Control | null) =>
  post("/api/tables/{id}/time", { seat, control }, { id });
export const answerTime = (id: string, seat: number, control: Control | null, agree: boolean) =>
  post("/api/tables/{id}/time/answer", { seat, control, agree }, { id });
export const setAbsences = (id: string, seat: number, absences: Away[]) =>
  post("/api/tables/{id}/absences", { seat, absences }, { id });
export const leaveSeat = (id: string, seat: number) => post("/api/tables/{id}/leave", { seat }, { id });
export const returnToSeat = (id: string, seat: number) => post("/api/tables/{id}/return", { seat }, { id });
export const makePlan = (id: string, seat: number, move: string | null) =>
  post("/api/tables/{id}/plan", { seat, move }, { id });
