/** What the server says about learning a game: its rules to read, and its tutorial. */

import type { Schemas } from "../types";

/** A few words: plain, strong, a term with its explanation, or a way to another section. */
export type Run = Schemas["Run"];
export type Section = Schemas["Section"];
export type Block = Section["blocks"][number];
export type Term = Schemas["Term"];
/** A prepared position, as its seat sees it. */
export type Drawn = Schemas["Drawn"];
/** All rules of a game in one language. */
export type Reference = Schemas["Reference"];
/** What a tutorial says, in the order of its steps. */
export type Tutorial = Schemas["Lines"];
/** What a step of a tutorial says: page by page, to another move than the one it wants, and when it is done. */
export type Said = Tutorial["steps"][string];
/** Where a tutorial stands.  `want` is empty while others move. */
export type Lesson = Schemas["Lesson"];
