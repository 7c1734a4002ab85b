import type { GameName, LogLine, MomentShown, Offer, Phrase, ViewOf } from "../lib/types";
import type { Narrowing } from "./narrowing.svelte";

/** What a board with a form of its own may do beside narrowing the legal moves. */
export interface TableActions<Name extends GameName = GameName> {
  /** A request is under way. */
  busy: boolean;
  /** Make a move; tells whether the table has taken it. */
  play: (offer: Offer<Name>) => Promise<boolean>;
  /** Write to one player, unread by the others; null where that is not possible. */
  whisper: ((to: number, text: string) => Promise<void>) | null;
  /** The name under which the browser may store what the user is writing at this seat. */
  memory: string;
}

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
  /** Missing where nothing can be played, such as in a replay. */
  actions?: TableActions<Name> | undefined;
  say: (phrase: Phrase) => string;
}
