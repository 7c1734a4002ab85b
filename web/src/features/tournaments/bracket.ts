/** The bracket of a knockout: who meets whom in each round, as far as it is known. */

import type { RoundGame, Tournament } from "./types";
import { linkTo } from "./words";

/** One place of a match, with the player who has it so far. */
export interface Place {
  player: number | null;
  score: string;
  through: boolean;
}

export interface Match {
  places: Place[];
  /** The newest game, to watch or to replay. */
  link: string | null;
}

type Shown = Pick<Tournament, "played" | "rounds" | "best_of" | "state" | "standings">;

/** All rounds from the first to the final; the winners of two neighbours meet in the next round. */
export function bracketOf(shown: Shown): Match[][] {
  const rounds: Match[][] = [];
  for (let number = 1; number <= shown.rounds; number += 1) {
    const before = rounds.at(-1);
    const boards = Array.from({ length: 2 ** (shown.rounds - number) }, (_, board) => board);
    rounds.push(boards.map((board) => matchOf(shown, number, board, before?.slice(2 * board, 2 * board + 2).map(winnerOf))));
  }
  return rounds;
}

const gamesOf = ({ played }: Shown, number: number): RoundGame[] => played.find((round) => round.number === number)?.games ?? [];

const winnerOf = (match: Match): number | null => match.places.find((place) => place.through)?.player ?? null;

/** A match; its players come from the two matches before it, in the first round from its own game. */
function matchOf(shown: Shown, number: number, board: number, from?: (number | null)[]): Match {
  const games = gamesOf(shown, number).filter((game) => game.board === board);
  const players = from ?? games[0]?.players ?? [null, null];
  return {
    places: players.map((player) => ({ player, score: scoreOf(games, player), through: goesOn(shown, number, games, player) })),
    link: games.length ? linkTo(games.at(-1)!) : null,
  };
}

/** The points of a single game; of several, the games won. */
function scoreOf(games: RoundGame[], player: number | null): string {
  const finished = games.filter((game) => game.players.length === 2 && game.ranks);
  if (player === null || !finished.length) return "";
  return String(games.length === 1 ? (finished[0]!.totals[finished[0]!.players.indexOf(player)] ?? "") : wins(finished, player));
}

/** The games that a player has won alone. */
function wins(games: RoundGame[], player: number): number {
  return games.filter(({ ranks, players }) => ranks?.includes(2) && ranks[players.indexOf(player)] === 1).length;
}

/** Has a player come through a match?  If it stays tied, only the next round or the end of the tournament tells. */
function goesOn(shown: Shown, number: number, games: RoundGame[], player: number | null): boolean {
  if (player === null || !games.some((game) => game.players.includes(player))) return false;
  if (games[0]!.players.length === 1 || wins(games, player) > shown.best_of / 2) return true;
  if (number < shown.rounds) return gamesOf(shown, number + 1).some((game) => game.players.includes(player));
  return shown.state === "over" && shown.standings[0]?.number === player;
}
