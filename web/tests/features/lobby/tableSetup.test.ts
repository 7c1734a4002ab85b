import { afterEach, describe, expect, it } from "vitest";
import { lastSetup, saveSetup, seatChoice, tableRequest } from "../../../src/features/lobby/tableSetup";
import type { Game } from "../../../src/lib/types";

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
  live: { kind: "live", game: 900, move: 10 },
  lesson: 12,
  steps: 0,
};

afterEach(() => localStorage.clear());

describe("the setup of a table", () => {
  it("starts with defaults", () => {
    const setup = lastSetup(game);
    expect(setup).toMatchObject({ count: 4, control: null, absent: "bot", private: false, language: "" });
    expect(setup.others).toEqual(["bot:skilled", "bot:skilled", "bot:skilled", "bot:skilled"]);
    expect(setup.options).toEqual({ rounds: 0, first: null });
  });

  it("is remembered", () => {
    const setup = { ...lastSetup(game), count: 2, control: { kind: "slow", hours: 72 } as const, language: "it" as const };
    setup.others[0] = "friend";
    setup.options["rounds"] = 3;
    saveSetup(game, setup);
    expect(lastSetup(game)).toEqual(setup);
  });

  it("ignores saved values that are no longer possible", () => {
    const saved = { count: 9, others: ["bot:gone", "open"], options: { rounds: 99, first: 7 }, control: { kind: "sand" }, language: "xx" };
    localStorage.setItem("guanxi.table.han", JSON.stringify(saved));
    const setup = lastSetup(game);
    expect(setup).toMatchObject({ count: 4, control: null, language: "", options: { rounds: 0, first: null } });
    expect(setup.others.slice(0, 2)).toEqual(["bot:skilled", "open"]);
    localStorage.setItem("guanxi.table.han", "no JSON");
    expect(lastSetup(game).count).toBe(4);
  });

  it("becomes a request; a private table has invitations instead of open seats", () => {
    const setup = { ...lastSetup(game), count: 3, private: true };
    setup.others = ["open", "here", "open", "open"];
    expect(seatChoice(setup, 1)).toBe("friend");
    expect(tableRequest(game, setup, "Alex", ["", "", " Bea "])).toEqual({
      game: "han",
      options: { rounds: 0, first: null },
      seats: [{ kind: "me" }, { kind: "friend" }, { kind: "here", name: "Bea" }],
      time: null,
      patience: 72,
      absent: "bot",
      private: true,
      delay: 0,
      language: null,
      name: "Alex",
    });
  });
});
