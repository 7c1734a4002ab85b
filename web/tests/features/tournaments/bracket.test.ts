import { describe, expect, it } from "vitest";
import { bracketOf } from "../../../src/features/tournaments/bracket";
import type { Round, RoundGame } from "../../../src/features/tournaments/types";

/** A game that the player of the given seat has won, or one that is still played. */
function game(board: number, players: number[], winner: number | null = null, number = 0): RoundGame {
  const ranks = winner === null ? null : players.map((_, seat) => (seat === winner ? 1 : 2));
  const totals = winner === null ? [] : players.map((_, seat) => (seat === winner ? 11 : 7));
  const table = players.length > 1 ? `${board}-${players.join("-")}-${number}` : null;
  return { board, game: number, table, players, over: winner !== null || players.length === 1, ranks, totals, points: [], moves: 0, to_move: [], awaited: [], open: true };
}

const round = (number: number, ...games: RoundGame[]): Round => ({ number, over: false, games });

function bracket(rounds: number, played: Round[], more: { best_of?: number; winner?: number } = {}) {
  const standings = more.winner === undefined ? [] : [{ number: more.winner, place: 1, points: 0, breaks: [], played: 0 }];
  return bracketOf({ rounds, played, best_of: more.best_of ?? 1, state: more.winner === undefined ? "running" : "over", standings });
}

/** The players of each match, with a star for those who have come through. */
const shape = (found: ReturnType<typeof bracket>) =>
  found.map((matches) => matches.map(({ places }) => places.map(({ player, through }) => `${player ?? "?"}${through ? "*" : ""}`).join(" ")));

describe("the bracket of a knockout", () => {
  it("shows who goes on before the next round is drawn, and who may still come", () => {
    const found = bracket(2, [round(1, game(0, [0, 3], 0), game(1, [2, 1]))]);
    expect(shape(found)).toEqual([["0* 3", "2 1"], ["0 ?"]]);
    expect(found[0]![0]!.places.map((place) => place.score)).toEqual(["11", "7"]);
    expect(found[0]!.map((match) => match.link)).toEqual(["/replay/0-0-3-0", "/table/1-2-1-0"]);
  });

  it("has one place for a player with a bye", () => {
    expect(shape(bracket(2, [round(1, game(0, [0]), game(1, [1, 2], 1))]))).toEqual([["0*", "1 2*"], ["0 2"]]);
  });

  it("counts the games of a match, and knows from the next round who came through a tied one", () => {
    const match = [game(0, [0, 3], 0), game(0, [3, 0], 0, 1), game(0, [0, 3], 0, 2)];
    const [first] = bracket(2, [round(1, ...match, game(1, [1, 2]))], { best_of: 3 });
    expect(first![0]!.places.map(({ score, through }) => [score, through])).toEqual([["2", true], ["1", false]]);
    const tied: RoundGame = { ...game(1, [2, 1], 0), ranks: [1, 1] };
    expect(shape(bracket(2, [round(2, game(0, [0, 1])), round(1, game(0, [0, 3], 0), tied)]))).toEqual([["0* 3", "2 1*"], ["0 1"]]);
  });

  it("keeps the order of the bracket, whoever has the first seat", () => {
    expect(shape(bracket(2, [round(2, game(0, [1, 0], 1)), round(1, game(0, [3, 0], 1), game(1, [1, 2], 0))], { winner: 0 }))).toEqual([["3 0*", "1* 2"], ["0* 1"]]);
  });

  it("shows a winner who has left beside the one who goes on without a game", () => {
    expect(shape(bracket(2, [round(2, game(0, [1])), round(1, game(0, [0, 3], 0), game(1, [1, 2], 0))], { winner: 1 }))).toEqual([["0* 3", "1* 2"], ["0 1*"]]);
  });
});
