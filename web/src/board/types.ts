import type { GameName, LogLine, MomentShown, Phrase, ViewOf } from "../lib/types";
import type { Narrowing } from "./narrowing.svelte";

/** The props of every game's Board.svelte. */
export interface BoardProps<Name extends GameName = GameName> {
  view: ViewOf<Name>;
  /** The view shown before; null for the first one. */
  previous: ViewOf<Name> | null;
  /** The whole log. */
  events: LogLine<Name>[];
  /** The part of the log between the previous view and this one. */
  fresh: LogLine<Name>[];
  /** The intermediate position that is shown; nothing can be chosen meanwhile. */
  moment: MomentShown<Name> | null;
  seat: number | null;
  names: string[];
  narrowing: Narrowing<Name> | null;
  say: (phrase: Phrase) => string;
}
