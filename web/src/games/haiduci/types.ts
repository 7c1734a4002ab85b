// What the server tells of a table of Haiduci, and what the files of its map and cards hold.
import type { Point } from "../../lib/drawing";
import type { Phrase } from "../../lib/types";

export type Name = string | Record<string, string>;

export interface TerritoryView {
  id: string;
  pawns: Record<string, number>;
  control: string | null;
}

export type ProvinceView = TerritoryView;

export interface HaiducView {
  id: string;
  at: string | null;
  emerged_by: number | null;
  captured_by: number | null;
}

export interface BoxView {
  faction: string;
  first: string | null;
  second: string | null;
  partner: number | null;
}

export interface ConditionView {
  word: string;
  text: Phrase;
  province: string | null;
  needed: number;
  reached: number;
  met: boolean;
}

export interface LeaderView {
  name: Name;
  conditions: ConditionView[];
}

export interface PlayerView {
  faction: string | null;
  cards: number;
  hand: string[] | null;
  leader: LeaderView | null;
  claimed: boolean;
  put: number;
  points: Record<string, number>;
}

export interface StepView {
  task: string;
  seat: number;
  /** The owner of the boxes; none: a march. */
  faction: string | null;
  todo: number;
  at: string | null;
  haiduc: string | null;
}

export interface HaiduciView {
  seat: number | null;
  board: string;
  cards: string;
  leaders: string;
  first: number;
  start: number;
  season: number;
  year: number;
  time: Time;
  phase: string;
  frozen: boolean;
  thawed: boolean;
  ending: boolean;
  to_move: number[];
  unplayed: string | null;
  pile: number;
  discards: Record<string, number>;
  supply: Record<string, number>;
  step: StepView | null;
  territories: TerritoryView[];
  provinces: ProvinceView[];
  haiduci: HaiducView[];
  boxes: BoxView[];
  players: PlayerView[];
}

export const TIMES = ["spring", "summer", "autumn", "winter"] as const;
export type Time = (typeof TIMES)[number];

export interface Territory {
  name: Name;
  province: string;
  capital?: boolean;
  at: Point;
  near: string[];
  outline: Point[];
}

export interface BoardFile {
  name: string;
  title: Record<string, string>;
  size: Point;
  provinces: Record<string, { name: Name }>;
  territories: Record<string, Territory>;
}

export interface Combination {
  cards: [string, string];
  owner: string[];
  partner: string[];
}

export interface CardsFile {
  name: string;
  kinds: Record<string, { name: Name; copies: number }>;
  haiduci: Record<string, Name>;
  combinations: Combination[];
}
