/** What the log tells: frozen seasons, agreements and what came of them, and where something has just happened. */
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
  /** Which of several: a new one is joined before one's eyes. */
  key: string;
}

/** Something that a player has done by an agreement, so many times in the same place. */
export interface Deed {
  seat: number;
  word: "placed" | "removed" | "emerged" | "captured";
  /** The faction of a pawn, or a haiduc. */
  piece: string;
  at: string | null;
  count: number;
}

export interface Chronicle {
  /** Seasons in which the world was frozen, and those in which a conference met. */
  frozen: Set<number>;
  conferences: Set<number>;
  /** The last agreement that was carried out this season, and all that it has done. */
  agreed: Pair | null;
  deeds: Deed[];
}

export function chronicle(log: readonly HaiduciLine[]): Chronicle {
  const told: Chronicle = { frozen: new Set(), conferences: new Set(), agreed: null, deeds: [] };
  let season = 0;
  let acting = false;
  for (const { event } of log) {
    if (event.event === "season") {
      season = event.season;
      [told.agreed, told.deeds, acting] = [null, [], false];
      if (event.frozen) told.frozen.add(season);
    } else if (event.event === "conference") told.conferences.add(season);
    else if (event.event === "agreed") {
      const { faction, seat: owner, partner, first, second } = event;
      told.agreed = { faction, owner, partner, first, second, key: `${season}:${faction}` };
      [told.deeds, acting] = [[], true];
    } else {
      acting &&= !isAfterwards(event);
      const deed = acting ? deedOf(event) : null;
      if (deed) told.deeds = added(told.deeds, deed);
    }
  }
  return told;
}

/** Is this something that only comes after the agreements of a season: cards, marches, pawns of unplayed factions? */
function isAfterwards(event: HaiduciEvent): boolean {
  return event.event === "placed" ? !event.own : ["cancelled", "drew", "shuffled", "passed", "discarded"].includes(event.event);
}

/** What an event does on the map, if it is of a kind that agreements bring. */
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

/** The same done again is counted. */
function added(deeds: readonly Deed[], deed: Deed): Deed[] {
  const alike = (one: Deed) => one.seat === deed.seat && one.word === deed.word && one.piece === deed.piece && one.at === deed.at;
  const before = deeds.find(alike);
  return before ? deeds.map((one) => (one === before ? { ...one, count: one.count + 1 } : one)) : [...deeds, deed];
}

/** The pair that is to be seen large: the one carried out now, else the one joined last, else the one just done. */
export function present(view: HaiduciView, log: readonly HaiduciLine[], agreed: Pair | null): Pair | null {
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

/** Who has claimed victory last. */
export function claimant(log: readonly HaiduciLine[]): number | null {
  const event = log.findLast(({ event: { event } }) => event === "claimed")?.event;
  return event?.event === "claimed" ? event.seat : null;
}

/** What two cards do, whichever lies first. */
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

/** A line of an agreement, and whose part it is. */
export interface Part {
  seat: number;
  phrase: Phrase;
}

const parts = ({ owner, partner }: Pair, found: Combination): [number, string[]][] =>
  ([[owner, found.owner], [partner, found.partner]] satisfies [number, string[]][]).filter(([, steps]) => steps.length > 0);

/** What a player does by an agreement, in words. */
function promised(seat: number, steps: readonly string[]): Part {
  const what = steps.map((step): Phrase => {
    const [word, n] = step.split(" ");
    return { id: STEPS[word!] ?? word!, params: { n: Number(n ?? 0) } };
  });
  return { seat, phrase: { id: "board.does", params: { player: player(seat), steps: list(what) } } };
}

/** What an agreement brings: a line for each who does something. */
export function lines(pair: Pair, found: Combination): Part[] {
  return parts(pair, found).map(([seat, steps]) => promised(seat, steps));
}

/** What an agreement has brought: a line for each who had something to do. */
export function done(pair: Pair, found: Combination, deeds: readonly Deed[], edition: Edition): Part[] {
  return parts(pair, found).map(([seat, steps]) => {
    if (steps.includes("conference")) return promised(seat, steps);
    const own = deeds.filter((deed) => deed.seat === seat).map((deed) => inWords(deed, edition));
    const what: Phrase = own.length ? list(own) : { id: "board.did.nothing" };
    return { seat, phrase: { id: "board.does", params: { player: player(seat), steps: what } } };
  });
}

function inWords({ word, piece, at, count }: Deed, edition: Edition): Phrase {
  return { id: `board.did.${word}`, params: { count, piece: named(edition, piece), at: named(edition, at ?? "") } };
}

/** Events that are somebody's own decision. */
const DECISIONS: readonly HaiduciEvent["event"][] = [
  "chose", "offered", "joined", "passed", "placed", "removed", "province", "emerged", "captured", "discarded", "marched", "spent",
];

/** Territories where something happened since the watcher's own last decision. */
export function happened(log: readonly HaiduciLine[], seat: number | null): Set<string> {
  const own = log.findLastIndex(({ event }) => seat !== null && "seat" in event && event.seat === seat && DECISIONS.includes(event.event));
  const late = log.slice(Math.max(own + 1, log.length - 40));
  return new Set(late.flatMap(({ event }) => ("at" in event && event.at ? [event.at] : [])));
}
