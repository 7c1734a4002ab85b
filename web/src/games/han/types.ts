// What the server tells of a table of Han, and what a board file holds.
import type { Point } from "../../lib/drawing";

export type Colour = "red" | "yellow" | "green" | "orange" | "violet";
export type Source = "houses" | "alliances" | "roads" | "ports";

export const COLOURS: Colour[] = ["red", "yellow", "green", "orange", "violet"];
export const SOURCES: Source[] = ["houses", "alliances", "roads", "ports"];
export const LAP = 50;

export interface ProvinceView {
  id: string;
  houses: number[];
  emissaries: number[];
  /** How many more emissaries fit. */
  room: number;
  scored: boolean;
}

export interface SpaceView {
  id: string;
  seat: number;
  piece: "house" | "fortification" | "market";
}

export interface PlayerView {
  cards: number;
  hand: Colour[] | null;
  /** Taken in the open and not played since. */
  known: Colour[];
  houses: number;
  emissaries: number;
  markers: number;
  points: Record<Source, number>;
  total: number;
}

export interface HanView {
  seat: number | null;
  board: string;
  first: number;
  player: number;
  drawing: boolean;
  placed: number;
  within: string[];
  last_round: boolean;
  pile: number;
  shuffled: boolean;
  row: Colour[];
  discards: Record<Colour, number>;
  to_move: number[];
  provinces: ProvinceView[];
  spaces: SpaceView[];
  players: PlayerView[];
}

export interface Province {
  name: string;
  colour: Colour;
  outline: Point[];
  dragon: Point;
  label: Point;
  /** Of a Chinese name, by language. */
  meaning?: Record<string, string>;
}

export interface Space {
  at: Point;
  provinces: string[];
  kind: "house" | "port" | "border";
}

export interface Scenery {
  kind: "sea" | "lake" | "river" | "mountains" | "ship" | "wall" | "gate";
  points: Point[];
  name?: string;
}

export interface BoardFile {
  name: string;
  title: Record<string, string>;
  size: Point;
  open_cards: number;
  variant: "fortifications" | "markets";
  provinces: Record<string, Province>;
  spaces: Record<string, Space>;
  roads: [start: string, end: string, bends?: Point[]][];
  alliances: [one: string, other: string, seal: Point][];
  track: Point[];
  scenery: Scenery[];
}
