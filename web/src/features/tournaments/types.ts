import type { Schemas } from "../../lib/types";

export type Tournament = Schemas["TournamentShown"];
export type TournamentLine = Schemas["TournamentLine"];
export type TournamentLists = Schemas["TournamentLists"];
export type TournamentWish = Schemas["TournamentWanted"];
export type Entrant = Schemas["EntrantShown"];
export type Round = Schemas["RoundShown"];
export type RoundGame = Schemas["GameShown"];
export type Highlight = Schemas["Highlight"];
export type Format = Tournament["format"];
