// Types of the view and the log of The White Lotus, and of its board files.
import type { Point } from "../../board/drawing";
import type { Scenery } from "../../board/scenery";
import type { EventOf, LogLine, MomentShown, ViewOf } from "../../lib/types";

export type LotusView = ViewOf<"white_lotus">;
export type Line = LogLine<"white_lotus">;
export type Moment = MomentShown<"white_lotus">;
export type Scored = Extract<EventOf<"white_lotus">, { event: "scored" }>;
export type ProvinceView = LotusView["provinces"][number];
export type PlayerView = LotusView["players"][number];
export type ConflictView = NonNullable<LotusView["conflict"]>;
export type BidView = ConflictView["bids"][number];
export type RebellionView = NonNullable<LotusView["rebellion"]>;
export type Building = NonNullable<LotusView["tile"]>;
export type Camp = NonNullable<RebellionView["winner"]>;
export type Source = Scored["source"];

export const BUILDINGS: Building[] = ["palace", "temple", "fortress", "rice", "village"];
export const CAMPS: Camp[] = ["emperor", "rebels"];
export const SOURCES: Source[] = ["palaces", "temples", "others", "territory", "dragons", "tokens"];
/** Cubes of each player. */
export const CUBES = 5;

export interface Province {
  name: string;
  characters: string;
  zone: "light" | "dark";
  mark?: "lotus" | "dragon" | null;
  at: Point;
  near: string[];
  outline: Point[];
}

export interface BoardFile {
  name: string;
  title: Record<string, string>;
  size: Point;
  provinces: Record<string, Province>;
  scenery: Scenery[];
}
