/** The server's routes.  A refusal is a `Refusal`; a server that does not answer is an `Unreachable`. */

import type { Texts } from "./phrase";
import type { Created, Game, NewTable, Phrase, State, Tables } from "./types";

/** The server has answered, and the answer is no. */
export class Refusal extends Error {
  readonly status: number;
  readonly id: string;
  readonly reason: Phrase | undefined;
  /** The paragraph of the rules that says why. */
  readonly paragraph: string | undefined;
  readonly state: State | undefined;

  constructor(status: number, answer: { error?: string; message?: string; reason?: Phrase; paragraph?: string; state?: State }) {
    super(answer.message ?? `HTTP ${status}`);
    this.status = status;
    this.id = answer.error ?? "unknown";
    this.reason = answer.reason;
    this.paragraph = answer.paragraph;
    this.state = answer.state;
  }
}

/** The server cannot be reached. */
export class Unreachable extends Error {}

export async function ask<Answer>(path: string, body?: unknown): Promise<Answer> {
  const headers: Record<string, string> = { "Accept-Language": document.documentElement.lang || "en" };
  const request: RequestInit = { headers };
  if (body !== undefined) {
    headers["Content-Type"] = "application/json";
    request.method = "POST";
    request.body = JSON.stringify(body);
  }
  const response = await fetch(path, request).catch((cause: unknown) => {
    throw new Unreachable(path, { cause });
  });
  const answer: unknown = await response.json().catch(() => ({}));
  if (response.ok) return answer as Answer;
  // A proxy answers so for a server that is being restarted.
  if ([502, 503, 504].includes(response.status)) throw new Unreachable(path);
  throw new Refusal(response.status, answer as object);
}

export const table = (id: string): string => `/api/tables/${encodeURIComponent(id)}`;

export const fetchGames = () => ask<Game[]>("/api/games");
export const fetchTables = (filters = "") => ask<Tables>(`/api/tables${filters}`);
export const fetchTexts = (language: string) =>
  ask<{ engine: Texts; games: Record<string, Texts> }>(`/api/texts/${language}`);

export const createTable = (wish: NewTable) => ask<Created>("/api/tables", wish);
export const joinTable = (token: string, name?: string) =>
  ask<{ table: string; seat: number; state: State }>("/api/join", { token, name });
export const takeSeat = (id: string, seat: number, name?: string) => ask<State>(`${table(id)}/seats`, { seat, name });

export const postMove = (id: string, seat: number, move: string, length: number, uuid: string) =>
  ask<State>(`${table(id)}/moves`, { seat, move, length, id: uuid });
export const postUndo = (id: string, seat: number, length: number, uuid: string) =>
  ask<State>(`${table(id)}/undo`, { seat, length, id: uuid });
export const answerUndo = (id: string, seat: number, length: number, agree: boolean) =>
  ask<State>(`${table(id)}/undo/answer`, { seat, length, agree });
export const postRematch = (id: string) => ask<Created>(`${table(id)}/rematch`, {});

export const fetchTable = (id: string, seat?: number) => ask<State>(`${table(id)}${query({ seat })}`);
export const fetchReplay = (id: string, move: number, seat?: number) =>
  ask<State>(`${table(id)}/replay${query({ move, seat })}`);
export const streamPath = (id: string, seat?: number) => `${table(id)}/stream${query({ seat })}`;
export const logPath = (id: string) => `${table(id)}/log`;

function query(fields: Record<string, number | undefined>): string {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  return given.length ? `?${given.map(([name, value]) => `${name}=${value}`).join("&")}` : "";
}
