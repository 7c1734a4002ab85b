import type { Schemas } from "../../lib/types";

/** The puzzles of a game, and how the user does at them. */
export type PuzzleSet = Schemas["PuzzleSet"];
/** A decision with one right answer. */
export type PuzzleShown = Schemas["PuzzleShown"];
/** What came of the user's first try. */
export type PuzzleSolved = Schemas["PuzzleSolved"];
