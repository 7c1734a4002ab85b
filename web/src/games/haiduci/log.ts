/** What the board derives from the log: frozen seasons, agreements and their effects, and recent changes. */
import { list, player } from "../../lib/phrase";
import type { Phrase } from "../../lib/types";
import { named, type Edition } from "./boards";
import type { Combination, HaiduciEvent, HaiduciLine, HaiduciView } from "./types";

/** Two cards in the boxes of a faction. */
export interface Pair {
  faction: string;
  owner: number;
  partner: number;
  first: string;
  second: string;
  /** Identifies the pair: the joining of a new one is animated. */
  key: string;
}

/** Something that a player did under an agreement, `count` times in the same place. */
export interface Deed {
  seat: number;
  word: "placed" | "removed" | "emerged" | "captured";
  /** The faction of a pawn, or the id of a haiduc. */
  piece: string;
  at: string | null;
  count: number;
}

export interface Chronicle {
  /** The numbers of frozen seasons and of seasons with a conference. */
  frozen: Set<number>;
  conferences: Set<number>;
  /** The last agreement carried out in this season, and its effects. */
  agreed: Pair | null;
  deeds: Deed[];
}

export function chronicle(log: readonly HaiduciLine[]): Chronicle {
  const found: Chronicle = { frozen: new Set(), conferences: new Set(), agreed: null, deeds: [] };
  let season = 0;
  let acting = false; // an agreement is being carried out
  for (const { event } of log) {
    if (event.event === "season") {
      season = event.season;
      [found.agreed, found.deeds, acting] = [null, [], false];
      if (event.frozen) found.frozen.add(season);
    } else if (event.event === "conference") found.conferences.add(season);
    else if (event.event === "agreed") {
      const { faction, seat: owner, partner, first, second } = event;
      found.agreed = { faction, owner, partner, first, second, key: `${season}:${faction}` };
      [found.deeds, acting] = [[], true];
    } else {
      acting &&= !isAfterwards(event);
      const deed = acting ? deedOf(event) : null;
      if (deed) found.deeds = addDeed(found.deeds, deed);
    }
  }
  return found;
}

/** Whether an event can only follow the agreements of a season: cards, marches, pawns of unplayed factions. */
function isAfterwards(event: HaiduciEvent): boolean {
  return event.event === "placed" ? !event.own : ["cancelled", "drew", "shuffled", "passed", "discarded"].includes(event.event);
}

/** The effect of an event, if agreements can have it. */
function deedOf(event: HaiduciEvent): Deed | null {
  switch (event.event) {
    case "placed":
    case "removed":
      return { seat: event.seat, word: event.event, piece: event.faction, at: event.at, count: 1 };
    case "emerged":
    case "captured":
      return { seat: event.seat, word: event.event, piece: event.haiduc, at: event.at, count: 1 };
    default:
      return null;
  }
}

/** Add a deed, or count it if it was done before. */
function addDeed(deeds: readonly Deed[], deed: Deed): Deed[] {
  const isSame = (one: Deed) => one.seat === deed.seat && one.word === deed.word && one.piece === deed.piece && one.at === deed.at;
  const before = deeds.find(isSame);
  return before ? deeds.map((one) => (one === before ? { ...one, count: one.count + 1 } : one)) : [...deeds, deed];
}

/** The pair to show in large: the one being carried out, else the one joined last, else the one just carried out. */
export function shownPair(view: HaiduciView, log: readonly HaiduciLine[], agreed: Pair | null): Pair | null {
  if (view.phase === "over" || view.frozen) return null;
  const complete = view.boxes.flatMap(({ faction, first, second, partner }): Pair[] => {
    const owner = view.players.findIndex((one) => one.faction === faction);
    return first && second && partner !== null ? [{ faction, owner, partner, first, second, key: `${view.season}:${faction}` }] : [];
  });
  const of = (faction: string | null) => complete.find((pair) => pair.faction === faction) ?? null;
  if (view.agreement) return of(view.agreement);
  if (view.phase !== "offers") return agreed;
  return of(lastJoined(log)) ?? complete.at(-1) ?? null;
}

/** The faction that was joined last. */
function lastJoined(log: readonly HaiduciLine[]): string | null {
  const event = log.findLast(({ event: { event } }) => event === "joined")?.event;
  return event?.event === "joined" ? event.faction : null;
}

/** The last player who claimed victory. */
export function claimant(log: readonly HaiduciLine[]): number | null {
  const event = log.findLast(({ event: { event } }) => event === "claimed")?.event;
  return event?.event === "claimed" ? event.seat : null;
}

/** The effect of two cards, in either order. */
export function combination(edition: Edition, first: string, second: string): Combination | null {
  const kind = (card: string) => (card in edition.cards.haiduci ? "haiduc" : card);
  const [one, other] = [kind(first), kind(second)];
  const fits = ({ cards: [a, b] }: Combination) => (a === one && b === other) || (a === other && b === one);
  return edition.cards.combinations.find(fits) ?? null;
}

const STEPS: Record<string, string> = {
  place: "board.step.place",
  remove: "board.step.remove",
  independence: "board.step.independence",
  majority: "board.step.majority",
  influence: "board.step.influence",
  conference: "board.step.conference",
  emergence: "board.step.emergence",
  capture: "board.step.capture",
};

/** A line about an agreement, and the seat it is about. */
export interface Part {
  seat: number;
  phrase: Phrase;
}

const parts = ({ owner, partner }: Pair, found: Combination): [number, string[]][] =>
  ([[owner, found.owner], [partner, found.partner]] satisfies [number, string[]][]).filter(([, steps]) => steps.length > 0);

/** What a player does under an agreement, in words. */
export function inTerms(seat: number, steps: readonly { word: string; count: number }[]): Part {
  const what = steps.map(({ word, count }): Phrase => ({ id: STEPS[word] ?? word, params: { n: count } }));
  return { seat, phrase: { id: "board.does", params: { player: player(seat), steps: list(what) } } };
}

/** The same, of the steps of a card file such as "place 3". */
function termsOf(seat: number, steps: readonly string[]): Part {
  const read = steps.map((step) => step.split(" ")).map(([word, n]) => ({ word: word!, count: Number(n ?? 0) }));
  return inTerms(seat, read);
}

/** The terms of an agreement: a line for each player who does something. */
export function terms(pair: Pair, found: Combination): Part[] {
  return parts(pair, found).map(([seat, steps]) => termsOf(seat, steps));
}

/** The outcome of an agreement: a line for each player who had something to do. */
export function outcome(pair: Pair, found: Combination, deeds: readonly Deed[], edition: Edition): Part[] {
  return parts(pair, found).map(([seat, steps]) => {
    if (steps.includes("conference")) return termsOf(seat, steps);
    const own = deeds.filter((deed) => deed.seat === seat).map((deed) => inWords(deed, edition));
    const what: Phrase = own.length ? list(own) : { id: "board.did.nothing" };
    return { seat, phrase: { id: "board.does", params: { player: player(seat), steps: what } } };
  });
}

function inWords({ word, piece, at, count }: Deed, edition: Edition): Phrase {
  return { id: `board.did.${word}`, params: { count, piece: named(edition, piece), at: named(edition, at ?? "") } };
}

/** Events that report a player's own decision. */
const DECISIONS: readonly HaiduciEvent["event"][] = [
  "chose", "offered", "joined", "passed", "placed", "removed", "province", "emerged", "captured", "discarded", "marched", "spent",
];

/** Territories with changes since the user's own last decision. */
export function recentTerritories(log: readonly HaiduciLine[], seat: number | null): Set<string> {
  const own = log.findLastIndex(({ event }) => seat !== null && "seat" in event && event.seat === seat && DECISIONS.includes(event.event));
  const recent = log.slice(Math.max(own + 1, log.length - 40));
  return new Set(recent.flatMap(({ event }) => ("at" in event && event.at ? [event.at] : [])));
}
