import type { Schemas } from "../../lib/types";

/** A person with a profile. */
export type Person = Schemas["Person"];
/** A person whom the user follows. */
export type Friend = Schemas["Friend"];
export type Friends = Schemas["Friends"];
/** How the user stands to a person. */
export type Relation = Schemas["Relation"];
/** A table with a seat that is kept for one person. */
export type Challenge = Schemas["Challenge"];
export type Challenges = Schemas["Challenges"];
/** Why a challenge is declined. */
export type Reason = NonNullable<Challenge["reason"]>;
