// Types of the view and the log of Han, and of its board files.
import type { Point } from "../../board/drawing";
import type { EventOf, LogLine, ViewOf } from "../../lib/types";

export type HanView = ViewOf<"han">;
export type HanLine = LogLine<"han">;
export type Scored = Extract<EventOf<"han">, { event: "scored" }>;
export type ProvinceView = HanView["provinces"][number];
export type SpaceView = HanView["spaces"][number];
export type PlayerView = HanView["players"][number];
export type Source = Scored["source"];
export type Colour = HanView["row"][number];

export const COLOURS: Colour[] = ["red", "yellow", "green", "orange", "violet"];
export const SOURCES: Source[] = ["houses", "alliances", "roads", "ports"];
/** Spaces of the score track. */
export const LAP = 50;

export interface Province {
  name: string;
  colour: Colour;
  outline: Point[];
  dragon: Point;
  label: Point;
  /** The meaning of a Chinese name, by language. */
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
