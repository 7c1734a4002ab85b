/** What the events of a year tell: the conflict round opened last, the battle, and where something has just happened. */
import { seatIn } from "../../lib/phrase";
import type { Event, Phrase } from "../../lib/types";
import type { BidView, Camp } from "./types";

export interface Round {
  /** The move that opened the letters. */
  move: number;
  province: string;
  bids: BidView[];
  tied: number[];
  ejected: number | null;
  kept: number;
  winner: number | null;
}

export interface Battle {
  move: number;
  emperor: number;
  leader: number;
  camps: Map<number, Camp>;
  combat: Map<number, number>;
  strength: [emperor: number, rebels: number] | null;
  winner: Camp | null;
}

export interface Year {
  round: Round | null;
  battle: Battle | null;
}

function seatsIn(phrase: Phrase): number[] {
  const found = phrase.params?.["players"];
  const items = typeof found === "object" && "params" in found ? found.params?.["items"] : [];
  return Array.isArray(items) ? items.map((item) => Number(item.params?.["seat"])) : [];
}

const number = (phrase: Phrase, name = "n"): number => Number(phrase.params?.[name]);

/** The year that goes on, as far as it is told. */
export function follow(events: readonly Event[]): Year {
  const year: Year = { round: null, battle: null };
  let emperor = 0;
  let province = "";
  let open = false;
  for (const { move, phrase } of events) {
    const { id } = phrase;
    if (["event.began", "event.year", "event.crowned"].includes(id)) emperor = seatIn(phrase);
    if (id === "event.year") [year.round, year.battle] = [null, null];
    else if (id === "event.contested") province = String(phrase.params?.["province"]);
    else if (id === "event.played") {
      if (!open || !year.round) year.round = { move, province, bids: [], tied: [], ejected: null, kept: 0, winner: null };
      year.round.bids.push({ seat: seatIn(phrase), target: seatIn(phrase, "target"), influence: number(phrase) });
    } else if (year.round) tellRound(year.round, phrase);
    open = id === "event.played";
    if (id === "event.rose") {
      const leader = seatIn(phrase);
      const camps = new Map<number, Camp>([[emperor, "emperor"], [leader, "rebels"]]);
      year.battle = { move, emperor, leader, camps, combat: new Map(), strength: null, winner: null };
    } else if (year.battle) tellBattle(year.battle, phrase, move);
  }
  return year;
}

function tellRound(round: Round, phrase: Phrase): void {
  if (phrase.id === "event.tied") round.tied = seatsIn(phrase);
  else if (phrase.id === "event.ejected") [round.ejected, round.kept] = [seatIn(phrase), number(phrase)];
  else if (phrase.id === "event.won-province") round.winner = seatIn(phrase);
}

function tellBattle(battle: Battle, phrase: Phrase, move: number): void {
  const [, kind, camp] = phrase.id.split(".");
  if (kind === "camp") battle.camps.set(seatIn(phrase), camp as Camp);
  else if (kind === "committed") battle.combat.set(seatIn(phrase), number(phrase));
  else if (kind === "battle") {
    battle.move = move;
    battle.winner = camp as Camp;
    battle.strength = [number(phrase, "emperor"), number(phrase, "rebels")];
  }
}

/** How much was played against somebody. */
export function against(bids: readonly BidView[], seat: number): number {
  return bids.reduce((sum, bid) => sum + (bid.target === seat ? bid.influence : 0), 0);
}

/** The names of provinces where something happened since it was last one's turn. */
export function fresh(events: readonly Event[], seats: number): Set<string> {
  const now = events.at(-1)?.move ?? 0;
  const late = events.filter(({ move }) => move > 0 && move > now - seats + 1);
  return new Set(late.flatMap(({ phrase }) => (phrase.params?.["province"] ? [String(phrase.params["province"])] : [])));
}
