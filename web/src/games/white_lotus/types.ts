// What the server tells of a table of The White Lotus, and what a board file holds.
import type { Point } from "../../lib/drawing";

export type Building = "village" | "palace" | "temple" | "fortress" | "rice";
export type Camp = "emperor" | "rebels";

export const BUILDINGS: Building[] = ["palace", "temple", "fortress", "rice", "village"];
export const CAMPS: Camp[] = ["emperor", "rebels"];
export const CUBES = 5;

export interface ProvinceView {
  id: string;
  name: string;
  building: Building | null;
  owner: number | null;
  claims: number[];
}

export interface PlayerView {
  influence: number | null;
  combat: number | null;
  tokens: number;
  buildings: Record<Building, number>;
  territory: number;
  points: Record<string, number>;
  total: number;
}

export interface BidView {
  seat: number;
  target: number;
  influence: number;
}

export interface ConflictView {
  province: string;
  present: number[];
  bids: BidView[];
  tied: number[];
}

export interface RebellionView {
  leader: number;
  camps: (Camp | null)[];
  combat: number[] | null;
  strength: [emperor: number, rebels: number] | null;
  winner: Camp | null;
}

export interface OfferView {
  seat: number;
  partner: number;
  give_influence: number;
  give_combat: number;
  want_influence: number;
  want_combat: number;
}

export interface ChoiceView {
  target: number | null;
  influence: number | null;
  camp: Camp | null;
  combat: number | null;
}

export interface LotusView {
  seat: number | null;
  board: string;
  year: number;
  phase: number;
  step: string;
  last: boolean;
  emperor: number;
  to_move: number[];
  /** Whose sealed choice is in. */
  ready: number[];
  provinces: ProvinceView[];
  players: PlayerView[];
  unseen: Record<Building, number>;
  tile: Building | null;
  palace: string | null;
  conflict: ConflictView | null;
  rebellion: RebellionView | null;
  offer: OfferView | null;
  choice: ChoiceView | null;
}

export interface Province {
  name: string;
  characters: string;
  zone: "light" | "dark";
  mark?: "lotus" | "dragon" | null;
  at: Point;
  near: string[];
  outline: Point[];
}

export interface Scenery {
  kind: "river" | "wall" | "lake" | "mountains";
  name: Record<string, string>;
  points: Point[];
}

export interface BoardFile {
  name: string;
  title: Record<string, string>;
  size: Point;
  provinces: Record<string, Province>;
  scenery: Scenery[];
}
