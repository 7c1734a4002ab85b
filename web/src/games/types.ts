import type { EventOf, GameName, Phrase, PreviewOf, ViewOf } from "../lib/types";
import type { Face } from "../ui/faces";

/** How a character plays where several moves look about equally good. */
export type Manner = "bold" | "patient" | "spiteful" | "fair";

/** Characters by their name, which is the same in all languages; a habit of each is told by the texts `habit.<name>`. */
export type Cast = Readonly<Record<string, Face & { manner: Manner }>>;

/** The props of every game's Preview.svelte, which says what a move would do. */
export interface PreviewProps<Name extends GameName = GameName> {
  preview: PreviewOf<Name>;
  view: ViewOf<Name>;
  say: (phrase: Phrase) => string;
}

/** The props of every game's map/Chart.svelte, which draws the file of a map. */
export interface ChartProps {
  // Each game has its own form of files, which the server describes and checks.
  board: any;
  language: string;
}

/** How the feats of a game are drawn: on a token of its own, with a sketch for each, both around the middle. */
export interface Feats {
  token: string;
  /** The colour that the token is washed with. */
  wash: string;
  sketches: Readonly<Record<string, string>>;
}

/** How a game sounds. */
export interface Soundscape {
  /** The pitch of its pieces on the table, in hertz. */
  wood: number;
  /** The instrument that announces turns and endings. */
  instrument: "string" | "bell" | "drum";
  /** Five tones from low to high, in hertz. */
  scale: readonly [number, number, number, number, number];
  /** What each kind of event sounds like; others are silent. */
  events: Readonly<Record<string, "card" | "piece" | "seal">>;
}

/** The same with the event names of one game. */
export type SoundsOf<Name extends GameName> = Omit<Soundscape, "events"> & {
  events: Readonly<Partial<Record<EventOf<Name>["event"], "card" | "piece" | "seal">>>;
};
