/** What the server says about playing better: hints, and finished games looked at again. */

import type { Phrase } from "../types";

/** A part of the evaluation, and how much better it is than after the other moves; below 0 it is worse. */
export interface Why {
  part: Phrase;
  gain: number;
}

/** One of the best moves; the chance to win is from 0 to 1. */
export interface Advised {
  number: number;
  notation: string;
  touches: string[];
  phrase: Phrase;
  chance: number;
  why: Why[];
}

export interface Hint {
  seat: number;
  length: number;
  /** The best one first. */
  moves: Advised[];
}

export interface ReviewedMove {
  notation: string;
  phrase: Phrase;
}

/** A decision, and how the game stood before it. */
export interface Decision {
  /** It is the first, second, … move that stands. */
  move: number;
  seat: number;
  /** Of everybody, 1 in sum. */
  chances: number[];
  /** Each player's chance by what that player could see. */
  judged: number[];
  played: ReviewedMove;
  best: ReviewedMove;
  /** What the choice changed for everybody, against the best one. */
  effect: number[];
}

/** A move after which somebody stood much better or worse than before. */
export interface Turn {
  move: number;
  seat: number;
  kind: "mistake" | "luck";
  swing: number[];
  judged: number[];
  /** Everybody's chance before it, had all cards lain open. */
  truth: number[];
}

/** A player's way through the game: end = start + skill + others + luck. */
export interface Account {
  seat: number;
  start: number;
  skill: number;
  others: number;
  luck: number;
  end: number;
  mistakes: number;
}

export interface Review {
  iterations: number;
  decisions: Decision[];
  end: number[];
  turns: Turn[];
  players: Account[];
}

export interface ReviewShown {
  state: "none" | "waiting" | "running" | "done" | "failed";
  /** So many decisions are looked at, of so many. */
  done: number;
  count: number;
  review: Review | null;
}

/** A moment of a finished game to go on from, in a seat and against a bot. */
export interface MomentWanted {
  move: number;
  seat: number;
  hidden: "same" | "redrawn";
  bot?: string;
  name?: string;
}

/** Where a game goes on from; `redrawn`: what that seat had not seen is dealt anew. */
export interface Origin {
  table: string;
  move: number;
  redrawn: number | null;
}
