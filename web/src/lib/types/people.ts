/** What the server says about people: who they are, how well they play, and what they say. */

import type { Schemas } from "../types";

/** Who this browser is. */
export type Me = Schemas["Me"];
/** What one wants to be called and to look like; what is left out stays, null leaves it to the seat. */
export type Wishes = Schemas["Wishes"];
/** A link, also as a drawing, that makes another browser the same person. */
export type DeviceLink = Schemas["DeviceLink"];
/** Whom such a link is from. */
export type Known = Schemas["Known"];
export type Rated = Schemas["Rated"];
/** To be read “rating ± uncertainty”. */
export type Rating = Omit<Rated, "game">;
/** People have a profile, bots a name of their own. */
export type Ranked = Schemas["Ranked"];
/** A finished game of somebody who sat at `seat`. */
export type Finished = Schemas["Finished"];
/** Who sat where in a finished game, and how it ended for them. */
export type Placed = Finished["seats"][number];
export type Profile = Schemas["Profile"];
/** What is said at a table, as far as one wants to hear it. */
export type Chat = Schemas["Chat"];
/** Something said at a table: words as they were written, or a phrase. */
export type Line = Chat["lines"][number];
