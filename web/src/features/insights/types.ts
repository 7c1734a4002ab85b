import type { Schemas } from "../../lib/types";

/** How many of some games were won, with the 95 % interval. */
export type Share = Schemas["Share"];
export type GameInsights = Schemas["GameInsights"];
export type Insights = Schemas["Insights"];
export type Feat = Schemas["FeatShown"];
export type Point = Schemas["Point"];
export type Explored = Schemas["Explored"];
