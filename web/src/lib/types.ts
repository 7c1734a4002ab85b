/**
 * Names for the server's types.  They are declared once, in Python: `make` generates `wire.d.ts` from the server's OpenAPI
 * document.
 */

import type { components } from "./wire";

export type Schemas = components["schemas"];

export type Phrase = Schemas["Phrase"];
export type Parameter = NonNullable<Phrase["params"]>[string];

export type State = Schemas["State"];
export type Update = Schemas["Update"];
export type Seat = Schemas["Seat"];
/** Who is at a table. */
export type Attending = Schemas["Attending"];
export type Result = Schemas["Result"];
export type Summary = Schemas["Summary"];
export type Tables = Schemas["Lists"];
export type Game = Schemas["GameCard"];
export type Option = Schemas["Option"];
export type NewSeat = Schemas["SeatWanted"];
export type NewTable = Schemas["TableWanted"];
export type Created = Schemas["Created"];
export type ErrorBody = Schemas["Error"];

/** A value of an option. */
export type Choice = Option["default"];

/** What a seat may see of a position; `game` tells the games' views apart. */
export type View = Schemas["View"];
export type GameName = View["game"];

/** The schemas of a game are named like HanView and WhiteLotusMove. */
type Pascal<Name extends string> = Name extends `${infer First}_${infer Rest}`
  ? `${Capitalize<First>}${Pascal<Rest>}`
  : Capitalize<Name>;

export type ViewOf<Name extends GameName> = Schemas[`${Pascal<Name>}View`];
export type MoveOf<Name extends GameName> = Schemas[`${Pascal<Name>}Move`];
/** The events of a game and those of every table. */
export type EventOf<Name extends GameName> = Schemas[`${Pascal<Name>}Event`] | Schemas["EngineEvent"];

/** What a move would do. */
export type PreviewOf<Name extends GameName> = Schemas[`${Pascal<Name>}Preview`];
export type Preview = Schemas["Preview"];

/** A schema with some of its properties narrowed to those of one game. */
type With<Shape, Parts> = Omit<Shape, keyof Parts> & Parts;

/** A legal move with the places of the board that it touches. */
export type Offer<Name extends GameName = GameName> = With<State["legal"][number], { move: MoveOf<Name> }>;
/** An event with the number of the move that caused it; 0 is the set-up. */
export type LogLine<Name extends GameName = GameName> = With<State["events"][number], { event: EventOf<Name> }>;
/** An intermediate position of a move, worth showing. */
export type MomentShown<Name extends GameName = GameName> = With<State["moments"][number], { view: ViewOf<Name> }>;
