/** The server's routes about time. */

import { ask, table } from "./api";
import type { State } from "./types";
import type { Away, Control } from "./types/time";

export const fetchNow = () => ask<{ now: string }>("/api/now");

export const proposeTime = (id: string, seat: number, control: Control | null) =>
  ask<State>(`${table(id)}/time`, { seat, control });
export const answerTime = (id: string, seat: number, control: Control | null, agree: boolean) =>
  ask<State>(`${table(id)}/time/answer`, { seat, control, agree });
export const setAbsences = (id: string, seat: number, absences: Away[]) =>
  ask<State>(`${table(id)}/absences`, { seat, absences });
export const leaveSeat = (id: string, seat: number) => ask<State>(`${table(id)}/leave`, { seat });
export const returnToSeat = (id: string, seat: number) => ask<State>(`${table(id)}/return`, { seat });
export const makePlan = (id: string, seat: number, move: string | null) =>
  ask<State>(`${table(id)}/plan`, { seat, move });
