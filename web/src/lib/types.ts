/** The shapes the server speaks in; see `/api`. */

import type { Lesson } from "./types/learning";
import type { Origin } from "./types/review";
import type { Control, Planned, Policy, TableTime } from "./types/time";

export type Parameter = number | string | Phrase | Phrase[];

/** Something to say: the id of its text and what goes into it. */
export interface Phrase {
  id: string;
  params?: Record<string, Parameter>;
}

export interface Seat {
  seat: number;
  name: string | null;
  kind: "person" | "bot";
  bot: string | null;
  taken: boolean;
  /** Free, and anybody may take it; else a free seat is kept for a friend with its link. */
  open: boolean;
  yours: boolean;
  /** Who has gone: a bot stands in until they return, or the seat has forfeited. */
  absent: Policy | null;
  /** The public id of the person who sits there. */
  profile: string | null;
  /** Which of the six inks and of the six emblems; always different at a table. */
  colour: number;
  pattern: number;
}

/** A legal move, with the places of the picture it touches. */
export interface Offer {
  number: number;
  do: string;
  notation: string;
  touches: string[];
  phrase: Phrase;
}

/** What happened after a standing move; 0 is the set-up. */
export interface Event {
  move: number;
  phrase: Phrase;
}

export interface Score {
  total: number;
  parts: Record<string, number>;
}

export interface Result {
  winners: number[];
  ranks: number[];
  scores: Score[];
  reason: Phrase;
}

export interface Undo {
  possible: boolean;
  consent: boolean;
  asked_by: number | null;
  to: number;
}

/** A game's own picture of the table; only its board knows what is inside. */
export type View = Record<string, unknown>;

/** A table as one seat, or a spectator, may see it. */
export interface State {
  table: string;
  game: string;
  options: Record<string, unknown>;
  created: string;
  hot_seat: boolean;
  open: boolean;
  length: number;
  moves: number;
  started: boolean;
  seats: Seat[];
  seat: number | null;
  view: View | null;
  prompt: Phrase;
  to_move: number[];
  legal: Offer[];
  events: Event[];
  over: boolean;
  result: Result | null;
  commitment: string;
  seed: string | null;
  undo: Undo;
  rematch: string | null;
  /** How often something beside the log has changed. */
  changes: number;
  time: TableTime;
  /** The answer left for a question to come, and those that may be left. */
  plan: string | null;
  plannable: Planned[];
  /** Where the tutorial stands; null at common tables. */
  lesson: Lesson | null;
  /** In no list, and only for those who sit there. */
  private: boolean;
  /** What is spoken at the table. */
  language: string | null;
  /** Is the asker the one who made the table? */
  yours: boolean;
  /** Somebody has asked for a hint: the game does not count for ratings. */
  hinted: boolean;
  /** The moment of another game that this one goes on from. */
  from: Origin | null;
}

export interface Summary {
  table: string;
  game: string;
  seats: Seat[];
  started: boolean;
  over: boolean;
  moves: number;
  to_move: number[];
  your_turn: boolean;
  updated: string;
  winners: number[] | null;
  time: Control | null;
  /** When the first of one's own clocks that run is out. */
  deadline: string | null;
  language: string | null;
}

export interface Tables {
  mine: Summary[];
  open: Summary[];
  running: Summary[];
}

export type Choice = number | string | boolean | null;

export interface Option {
  name: string;
  type: "int" | "bool" | "choice";
  default: Choice;
  minimum?: number;
  maximum?: number;
  choices?: Choice[];
}

export interface Game {
  name: string;
  seats: number[];
  /** How many players it is best with. */
  usual: number;
  options: Option[];
  /** The levels first, from the weakest. */
  bots: string[];
  minutes: [number, number];
  weight: number;
}

export interface NewSeat {
  kind: "me" | "friend" | "bot" | "open" | "here";
  name?: string;
  bot?: string;
}

export interface NewTable {
  game: string;
  options: Record<string, Choice>;
  seats: NewSeat[];
  name?: string;
  time?: Control | null;
  absent?: Policy;
  private?: boolean;
  language?: string | null;
}

export interface Created {
  table: string;
  links: Record<string, string>;
  tokens: Record<string, string>;
  state: State;
}

/** What a game's picture is given, and nothing else. */
export interface BoardProps {
  view: View;
  seat: number | null;
  names: string[];
  narrowing: import("./narrowing.svelte").Narrowing | null;
  say: (phrase: Phrase) => string;
  events: Event[];
  previous: View | null;
}
