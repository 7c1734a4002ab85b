/**
 * The shapes the server speaks in.  They are written once, in Python: `make` generates `wire.d.ts` from the server's
 * OpenAPI document, and these are names for its parts.
 */

import type { Narrowing } from "./narrowing.svelte";
import type { components } from "./wire";

export type Schemas = components["schemas"];

export type Phrase = Schemas["Phrase"];
export type Parameter = NonNullable<Phrase["params"]>[string];

export type State = Schemas["State"];
export type Update = Schemas["Update"];
export type Seat = Schemas["Seat"];
export type Result = Schemas["Result"];
export type Summary = Schemas["Summary"];
export type Tables = Schemas["Lists"];
export type Game = Schemas["GameCard"];
export type Option = Schemas["Option"];
export type NewSeat = Schemas["SeatWanted"];
export type NewTable = Schemas["TableWanted"];
export type Created = Schemas["Created"];
export type Refused = Schemas["Error"];

/** What can be chosen for an option. */
export type Choice = Option["default"];

/** A game's own picture of the table; `game` says whose. */
export type View = Schemas["View"];
export type GameName = View["game"];

/** The document names a game's parts like HanView and WhiteLotusMove. */
type Pascal<Name extends string> = Name extends `${infer First}_${infer Rest}`
  ? `${Capitalize<First>}${Pascal<Rest>}`
  : Capitalize<Name>;

export type ViewOf<Name extends GameName> = Schemas[`${Pascal<Name>}View`];
export type MoveOf<Name extends GameName> = Schemas[`${Pascal<Name>}Move`];
/** What can happen in a game, with what can happen at every table. */
export type EventOf<Name extends GameName> = Schemas[`${Pascal<Name>}Event`] | Schemas["EngineEvent"];

/** A record of the document, with those of its parts that a game has its own shapes for. */
type With<Shape, Parts> = Omit<Shape, keyof Parts> & Parts;

/** A legal move, with the places of the picture it touches. */
export type Offer<Name extends GameName = GameName> = With<State["legal"][number], { move: MoveOf<Name> }>;
/** What happened after a standing move; 0 is the set-up. */
export type LogLine<Name extends GameName = GameName> = With<State["events"][number], { event: EventOf<Name> }>;
/** A position inside a move that is worth seeing. */
export type MomentShown<Name extends GameName = GameName> = With<State["moments"][number], { view: ViewOf<Name> }>;

/** What a game's picture is given, and nothing else. */
export interface BoardProps<Name extends GameName = GameName> {
  view: ViewOf<Name>;
  /** What lay there before; null if that was not seen. */
  previous: ViewOf<Name> | null;
  /** Everything that has happened so far. */
  events: LogLine<Name>[];
  /** What has happened between the previous view and this one. */
  fresh: LogLine<Name>[];
  /** The moment inside a move that is on the table now; nothing can be chosen then. */
  moment: MomentShown<Name> | null;
  seat: number | null;
  names: string[];
  narrowing: Narrowing<Name> | null;
  say: (phrase: Phrase) => string;
}
