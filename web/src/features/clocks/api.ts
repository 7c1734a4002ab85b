/** Requests about a table's clocks. */

import { get, post } from "../../lib/api";
import type { Away, Control } from "./types";

export const fetchNow = () => get("/api/now");

export const proposeTime = (id: string, seat: number, control: Control | null) =>
  post("/api/tables/{id}/time", { seat, control }, { id });
export const answerTime = (id: string, seat: number, control: Control | null, agree: boolean) =>
  post("/api/tables/{id}/time/answer", { seat, control, agree }, { id });
export const setAbsences = (id: string, seat: number, absences: Away[]) =>
  post("/api/tables/{id}/absences", { seat, absences }, { id });
