/**
 * Typed requests to the server.  The server's answers are described by `wire.d.ts`, which is generated from its OpenAPI
 * document.  An error answer is thrown as `ApiError`, a server that cannot be reached as `NetworkError`.
 */

import type { ErrorBody, Phrase, State } from "./types";
import type { paths } from "./wire";

/** The server has refused a request. */
export class ApiError extends Error {
  readonly status: number;
  readonly id: string;
  readonly reason: Phrase | undefined;
  /** The section of the rules that explains the refusal. */
  readonly paragraph: string | undefined;
  /** The current state of the table, if the request was made in an older one. */
  readonly state: State | undefined;

  constructor(status: number, body: Partial<ErrorBody>) {
    super(body.message ?? `HTTP ${status}`);
    this.status = status;
    this.id = body.error ?? "unknown";
    this.reason = body.reason ?? undefined;
    this.paragraph = body.paragraph ?? undefined;
    this.state = body.state ?? undefined;
  }
}

/** The server cannot be reached. */
export class NetworkError extends Error {}

type Json<Shape> = { content: { "application/json": Shape } };
export type Route<Method extends "get" | "post"> = {
  [Path in keyof paths]: paths[Path] extends Record<Method, object> ? Path : never;
}[keyof paths];
type Answer<Operation> = Operation extends { responses: { 200: Json<infer Shape> } } | { responses: { 201: Json<infer Shape> } }
  ? Shape
  : never;
type Body<Operation> = Operation extends { requestBody: Json<infer Shape> } ? Shape : never;
type PathParams<Operation> = Operation extends { parameters: { path: infer Names } } ? [params: Names] : [params?: undefined];
type QueryParams<Operation> = Operation extends { parameters: { query?: infer Names } } ? [query?: Names] : [];

export function get<Path extends Route<"get">>(
  path: Path,
  ...[params, query]: [...PathParams<paths[Path]["get"]>, ...QueryParams<paths[Path]["get"]>]
): Promise<Answer<paths[Path]["get"]>> {
  return send(urlOf(path, params, query));
}

export function post<Path extends Route<"post">>(
  path: Path,
  body: Body<paths[Path]["post"]>,
  ...[params]: PathParams<paths[Path]["post"]>
): Promise<Answer<paths[Path]["post"]>> {
  return send(urlOf(path, params), body);
}

/** A route's path with its parameters filled in; undefined query parameters are left out. */
export function urlOf(path: string, params: object = {}, query: object = {}): string {
  const filled = Object.entries(params).reduce(
    (url, [name, value]) => url.replace(`{${name}}`, encodeURIComponent(String(value))),
    path,
  );
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  return given.length ? `${filled}?${new URLSearchParams(given)}` : filled;
}

async function send<Shape>(url: string, body?: unknown): Promise<Shape> {
  const headers: Record<string, string> = { "Accept-Language": document.documentElement.lang || "en" };
  const request: RequestInit = { headers };
  if (body !== undefined) {
    headers["Content-Type"] = "application/json";
    request.method = "POST";
    request.body = JSON.stringify(body);
  }
  const response = await fetch(url, request).catch((cause: unknown) => {
    throw new NetworkError(url, { cause });
  });
  const answer: unknown = await response.json().catch(() => ({}));
  if (response.ok) return answer as Shape;
  // Proxies answer with these while the server restarts.
  if ([502, 503, 504].includes(response.status)) throw new NetworkError(url);
  throw new ApiError(response.status, answer as Partial<ErrorBody>);
}
