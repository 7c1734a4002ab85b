import type { Schemas } from "../../lib/types";

export type Exhibition = Schemas["ExhibitionShown"];
export type ExhibitionWish = Schemas["ExhibitionWanted"];
/** One table of an exhibition. */
export type Board = Exhibition["boards"][number];
