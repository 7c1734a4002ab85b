import { afterEach, describe, expect, it, vi } from "vitest";
import { takeFreeSeat } from "../../../src/features/lobby/api";
import { byUrgency, filterQuery } from "../../../src/features/lobby/lobby.svelte";
import type { Seat, Summary } from "../../../src/lib/types";

const table = (id: string, more: Partial<Summary> = {}): Summary => ({
  table: id,
  game: "han",
  seats: [],
  started: true,
  over: false,
  moves: 0,
  to_move: [],
  your_turn: false,
  updated: "2027-01-15T12:00:00.000Z",
  winners: null,
  time: null,
  deadline: null,
  language: null,
  club: null,
  ...more,
});

describe("the filters of the lobby", () => {
  it("become query parameters unless they are empty", () => {
    expect(filterQuery({ game: "", language: "", clock: "" })).toEqual({});
    expect(filterQuery({ game: "han", language: "fr", clock: "" })).toEqual({ game: "han", language: "fr" });
    expect(filterQuery({ game: "", language: "", clock: "slow" })).toEqual({ pace: "slow" });
    expect(filterQuery({ game: "", language: "", clock: "600+10" })).toEqual({ time: "600+10" });
  });
});

describe("the user's tables", () => {
  it("are ordered by turn, deadline and start", () => {
    const tables = [
      table("waits", { started: false }),
      table("theirs", { updated: "2027-01-15T12:30:00.000Z" }),
      table("no clock", { your_turn: true }),
      table("tomorrow", { your_turn: true, deadline: "2027-01-16T12:00:00.000Z" }),
      table("soon", { your_turn: true, deadline: "2027-01-15T13:00:00.000Z", updated: "2027-01-14T12:00:00.000Z" }),
    ];
    const order = byUrgency(tables).map((each) => each.table);
    expect(order).toEqual(["soon", "tomorrow", "no clock", "theirs", "waits"]);
  });
});

describe("an open seat", () => {
  const requested: number[] = [];
  const seat = (number: number, open: boolean): Seat =>
    ({ seat: number, name: null, kind: "person", bot: null, taken: number === 0, open, yours: false, absent: null, profile: null, colour: 0, pattern: 0, character: null, nudged: null });

  afterEach(() => vi.unstubAllGlobals());

  it("is requested directly; seats reserved for friends are skipped", async () => {
    vi.stubGlobal("fetch", (_: string, request: RequestInit) => {
      requested.push((JSON.parse(request.body as string) as { seat: number }).seat);
      return Promise.resolve(new Response("{}"));
    });
    await takeFreeSeat("t1", [seat(0, false), seat(1, false), seat(2, true)], "Bea");
    expect(requested).toEqual([2]);
  });
});
