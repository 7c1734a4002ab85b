import type { Schemas } from "../../lib/types";

/** The share of some games that were won, with the 95 % interval. */
export type Share = Schemas["Share"];
export type GameInsights = Schemas["GameInsights"];
export type Insights = Schemas["Insights"];
export type Feat = Schemas["FeatShown"];
export type Point = Schemas["Point"];
export type Explored = Schemas["Explored"];
