/** What the server says about playing better: hints, and finished games looked at again. */

import type { Schemas } from "../types";

export type Hint = Schemas["Hint"];
/** One of the best moves; the chance to win is from 0 to 1. */
export type Advised = Hint["moves"][number];
/** A part of the evaluation, and how much better it is than after the other moves; below 0 it is worse. */
export type Why = Advised["why"][number];
export type Review = Schemas["Review"];
/** A decision, and how the game stood before it. */
export type Decision = Review["decisions"][number];
/** A move after which somebody stood much better or worse than before. */
export type Turn = Review["turns"][number];
/** A player's way through the game: end = start + skill + others + luck. */
export type Account = Review["players"][number];
export type ReviewShown = Schemas["ReviewShown"];
/** A position of a finished game to go on from, in a seat and against a bot. */
export type MomentWanted = Schemas["MomentWanted"];
/** Where a game goes on from; `redrawn`: what that seat had not seen is dealt anew. */
export type Origin = Schemas["From"];
