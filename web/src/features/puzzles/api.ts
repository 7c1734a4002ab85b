/** Requests about puzzles. */

import { get, post } from "../../lib/api";

export const fetchPuzzles = () => get("/api/puzzles");
export const fetchNextPuzzle = (game: string) => get("/api/puzzles/{game}", { game });
export const fetchPuzzle = (game: string, puzzle: string, seat?: number) =>
  get("/api/puzzles/{game}/{puzzle}", { game, puzzle }, { seat });
export const answerPuzzle = (game: string, puzzle: string, move: number) =>
  post("/api/puzzles/{game}/{puzzle}", { move }, { game, puzzle });
