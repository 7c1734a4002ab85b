/** Reviews of finished games, and hints.  Chances to win are from 0 to 1. */

import type { Schemas } from "../../lib/types";

export type Hint = Schemas["Hint"];
/** One of the best moves. */
export type Advised = Hint["moves"][number];
/** A move with its chance to win and a reason. */
export type RankedMove = Pick<Advised, "number" | "touches" | "phrase" | "chance" | "why">;
export type Review = Schemas["Review"];
/** A move after which a player's chances were very different. */
export type TurningPoint = Review["turns"][number];
/** How a player's chances came about: end = start + skill + others + luck. */
export type PlayerReview = Review["players"][number];
/** A review with its progress. */
export type ReviewShown = Schemas["ReviewShown"];
