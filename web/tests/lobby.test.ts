import { afterEach, describe, expect, it, vi } from "vitest";
import { takeFreeSeat } from "../src/lib/lobby";
import { asked, urgent } from "../src/lib/lobby.svelte";
import { chosenSeat, keepChoice, lastChoice, tableWish } from "../src/lib/lobbyChoice";
import type { Game, Seat, Summary } from "../src/lib/types";

const game: Game = {
  name: "han",
  seats: [2, 3, 4, 5],
  usual: 4,
  options: [
    { name: "rounds", type: "int", default: 0, minimum: 0, maximum: 9 },
    { name: "first", type: "choice", default: null, choices: [null, 0, 1] },
  ],
  bots: ["master", "skilled", "novice"],
  minutes: [45, 60],
  weight: 3,
};

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
  ...more,
});

afterEach(() => localStorage.clear());

describe("the filters of the lobby", () => {
  it("are words of an address; what is not chosen is not asked", () => {
    expect(asked({ game: "", language: "", clock: "" })).toEqual({});
    expect(asked({ game: "han", language: "fr", clock: "" })).toEqual({ game: "han", language: "fr" });
    expect(asked({ game: "", language: "", clock: "slow" })).toEqual({ pace: "slow" });
    expect(asked({ game: "", language: "", clock: "600+10" })).toEqual({ time: "600+10" });
  });
});

describe("one's own tables", () => {
  it("begin with those that wait for oneself, the shortest time first; those without all players come last", () => {
    const tables = [
      table("waits", { started: false }),
      table("theirs", { updated: "2027-01-15T12:30:00.000Z" }),
      table("no clock", { your_turn: true }),
      table("tomorrow", { your_turn: true, deadline: "2027-01-16T12:00:00.000Z" }),
      table("soon", { your_turn: true, deadline: "2027-01-15T13:00:00.000Z", updated: "2027-01-14T12:00:00.000Z" }),
    ];
    const order = urgent(tables).map((each) => each.table);
    expect(order).toEqual(["soon", "tomorrow", "no clock", "theirs", "waits"]);
  });
});

describe("a seat that anybody may take", () => {
  const wanted: number[] = [];
  const seat = (number: number, open: boolean): Seat =>
    ({ seat: number, name: null, kind: "person", bot: null, taken: number === 0, open, yours: false, absent: null, profile: null, colour: 0, pattern: 0 });

  afterEach(() => vi.unstubAllGlobals());

  it("is asked for at once; those that are kept for friends are passed over", async () => {
    vi.stubGlobal("fetch", (_: string, request: RequestInit) => {
      wanted.push((JSON.parse(request.body as string) as { seat: number }).seat);
      return Promise.resolve(new Response("{}"));
    });
    await takeFreeSeat("t1", [seat(0, false), seat(1, false), seat(2, true)], "Bea");
    expect(wanted).toEqual([2]);
  });
});

describe("the choice for a new table", () => {
  it("is the usual one at first", () => {
    const choice = lastChoice(game);
    expect(choice).toMatchObject({ count: 4, control: null, absent: "bot", private: false, language: "" });
    expect(choice.others).toEqual(["bot:skilled", "bot:skilled", "bot:skilled", "bot:skilled"]);
    expect(choice.options).toEqual({ rounds: 0, first: null });
  });

  it("is remembered", () => {
    const choice = { ...lastChoice(game), count: 2, control: { kind: "slow", hours: 72 } as const, language: "it" as const };
    choice.others[0] = "friend";
    choice.options["rounds"] = 3;
    keepChoice(game, choice);
    expect(lastChoice(game)).toEqual(choice);
  });

  it("forgets what is not possible any more", () => {
    const kept = { count: 9, others: ["bot:gone", "open"], options: { rounds: 99, first: 7 }, control: { kind: "sand" }, language: "xx" };
    localStorage.setItem("guanxi.table.han", JSON.stringify(kept));
    const choice = lastChoice(game);
    expect(choice).toMatchObject({ count: 4, control: null, language: "", options: { rounds: 0, first: null } });
    expect(choice.others.slice(0, 2)).toEqual(["bot:skilled", "open"]);
    localStorage.setItem("guanxi.table.han", "no JSON");
    expect(lastChoice(game).count).toBe(4);
  });

  it("asks the server for a table; a private one has links instead of open seats", () => {
    const choice = { ...lastChoice(game), count: 3, private: true };
    choice.others = ["open", "here", "open", "open"];
    expect(chosenSeat(choice, 1)).toBe("friend");
    expect(tableWish(game, choice, "Alex", ["", "", " Bea "])).toEqual({
      game: "han",
      options: { rounds: 0, first: null },
      seats: [{ kind: "me" }, { kind: "friend" }, { kind: "here", name: "Bea" }],
      time: null,
      absent: "bot",
      private: true,
      language: null,
      name: "Alex",
    });
  });
});
