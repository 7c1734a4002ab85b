/** The server's routes.  A refusal is a `Refusal`; a server that does not answer is an `Unreachable`. */

import type { NewTable, Phrase, Refused, State } from "./types";
import type { paths } from "./wire";

/** The server has answered, and the answer is no. */
export class Refusal extends Error {
  readonly status: number;
  readonly id: string;
  readonly reason: Phrase | undefined;
  /** The paragraph of the rules that says why. */
  readonly paragraph: string | undefined;
  readonly state: State | undefined;

  constructor(status: number, answer: Partial<Refused>) {
    super(answer.message ?? `HTTP ${status}`);
    this.status = status;
    this.id = answer.error ?? "unknown";
    this.reason = answer.reason ?? undefined;
    this.paragraph = answer.paragraph ?? undefined;
    this.state = answer.state ?? undefined;
  }
}

/** The server cannot be reached. */
export class Unreachable extends Error {}

type Json<Shape> = { content: { "application/json": Shape } };
type Route<Method extends "get" | "post"> = {
  [Path in keyof paths]: paths[Path] extends Record<Method, object> ? Path : never;
}[keyof paths];
type Answer<Operation> = Operation extends { responses: { 200: Json<infer Shape> } } | { responses: { 201: Json<infer Shape> } }
  ? Shape
  : never;
type Body<Operation> = Operation extends { requestBody: Json<infer Shape> } ? Shape : never;
/** What stands in a route's address between braces, and behind its question mark. */
type Parts<Operation> = Operation extends { parameters: { path: infer Names } } ? [parts: Names] : [parts?: undefined];
type Query<Operation> = Operation extends { parameters: { query?: infer Names } } ? [query?: Names] : [];

/** Look at something. */
export function get<Path extends Route<"get">>(
  path: Path,
  ...[parts, query]: [...Parts<paths[Path]["get"]>, ...Query<paths[Path]["get"]>]
): Promise<Answer<paths[Path]["get"]>> {
  return ask(address(path, parts, query));
}

/** Change something. */
export function post<Path extends Route<"post">>(
  path: Path,
  body: Body<paths[Path]["post"]>,
  ...[parts]: Parts<paths[Path]["post"]>
): Promise<Answer<paths[Path]["post"]>> {
  return ask(address(path, parts), body);
}

function address(path: string, parts: object = {}, query: object = {}): string {
  const filled = Object.entries(parts).reduce((way, [name, part]) => way.replace(`{${name}}`, encodeURIComponent(String(part))), path);
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  return given.length ? `${filled}?${new URLSearchParams(given)}` : filled;
}

async function ask<Shape>(path: string, body?: unknown): Promise<Shape> {
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
  if (response.ok) return answer as Shape;
  // A proxy answers so for a server that is being restarted.
  if ([502, 503, 504].includes(response.status)) throw new Unreachable(path);
  throw new Refusal(response.status, answer as Partial<Refused>);
}

export const fetchGames = () => get("/api/games");
export const fetchTexts = (language: string) => get("/api/texts/{language}", { language });

export const createTable = (wish: NewTable) => post("/api/tables", wish);
export const joinTable = (token: string, name?: string) => post("/api/join", { token, name });
export const takeSeat = (id: string, seat: number, name?: string) => post("/api/tables/{id}/seats", { seat, name }, { id });

export const postMove = (id: string, seat: number, move: string, length: number, uuid: string) =>
  post("/api/tables/{id}/moves", { seat, move, length, id: uuid }, { id });
export const postUndo = (id: string, seat: number, length: number, uuid: string) =>
  post("/api/tables/{id}/undo", { seat, length, id: uuid }, { id });
export const answerUndo = (id: string, seat: number, length: number, agree: boolean) =>
  post("/api/tables/{id}/undo/answer", { seat, length, agree }, { id });
export const postRematch = (id: string) => post("/api/tables/{id}/rematch", {}, { id });

export const fetchTable = (id: string, seat?: number) => get("/api/tables/{id}", { id }, { seat });
export const fetchReplay = (id: string, move: number, seat?: number) =>
  get("/api/tables/{id}/replay", { id }, { move, seat });
export const streamPath = (id: string, seat?: number) => address("/api/tables/{id}/stream" satisfies Route<"get">, { id }, { seat });
export const logPath = (id: string) => address("/api/tables/{id}/log" satisfies Route<"get">, { id });
/** Where all that is to be had of a table lies. */
export const table = (id: string): string => address("/api/tables/{id}" satisfies Route<"get">, { id });
