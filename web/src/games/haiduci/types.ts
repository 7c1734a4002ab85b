// Types of the view and the log of Haiduci, and of its map and card files.
import type { Point } from "../../board/drawing";
import type { Scenery } from "../../board/scenery";
import type { EventOf, LogLine, MomentShown, ViewOf } from "../../lib/types";

export type HaiduciView = ViewOf<"haiduci">;
export type HaiduciEvent = EventOf<"haiduci">;
export type HaiduciLine = LogLine<"haiduci">;
export type HaiduciMoment = MomentShown<"haiduci">;

export type TerritoryView = HaiduciView["territories"][number];
export type ProvinceView = HaiduciView["provinces"][number];
export type HaiducView = HaiduciView["haiduci"][number];
export type BoxView = HaiduciView["boxes"][number];
export type PlayerView = HaiduciView["players"][number];
export type StepView = NonNullable<HaiduciView["step"]>;
export type LeaderView = NonNullable<PlayerView["leader"]>;
export type Name = LeaderView["name"];
export type Time = HaiduciView["time"];

export const TIMES: readonly Time[] = ["spring", "summer", "autumn", "winter"];

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
  provinces: Record<string, { name: Name; label?: Point[] }>;
  territories: Record<string, Territory>;
  scenery?: Scenery[];
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
