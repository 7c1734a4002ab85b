import type { Schemas } from "../../lib/types";

/** A room in which people watch a game together. */
export type Room = Schemas["Room"];
export type PersonHere = Room["people"][number];
/** What a room looks at. */
export type Position = Schemas["Position"];
