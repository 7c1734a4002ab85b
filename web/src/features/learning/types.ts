/** The rules reference and the tutorial of a game. */

import type { Schemas } from "../../lib/types";

/** A run of text: plain, strong, a term with an explanation, or a link to another section. */
export type Run = Schemas["Run"];
export type Section = Schemas["Section"];
export type Block = Section["blocks"][number];
export type Term = Schemas["Term"];
/** A prepared position as one seat sees it. */
export type Drawn = Schemas["Drawn"];
/** All rules of a game in one language. */
export type Reference = Schemas["Reference"];
/** What the coach says, by step. */
export type Tutorial = Schemas["Lines"];
/** What the coach says in one step: page by page, about a wrong move, and when the step is done. */
export type CoachText = Tutorial["steps"][string];
/** The current step of a tutorial.  `want` is empty while others move. */
export type Lesson = Schemas["Lesson"];
