/** What the events tell: frozen seasons, agreements of the season, and where something has just happened. */
import { seatIn } from "../../lib/phrase";
import type { Event, Phrase } from "../../lib/types";
import { list, player, type Edition } from "./boards";
import type { Combination, HaiduciView } from "./types";

/** Two cards in the boxes of a faction, and what they do. */
export interface Pair {
  owner: number;
  partner: number;
  first: string;
  second: string;
  /** Which of several: a new one is joined before one's eyes. */
  key: string;
}

export interface Chronicle {
  /** Seasons in which the world was frozen, and those in which a conference met. */
  frozen: Set<number>;
  conferences: Set<number>;
  /** The last agreement that was carried out this season. */
  agreed: Pair | null;
}

/** The English spelling of a name in a phrase. */
function spelt(phrase: Phrase, name: string): string {
  const found = phrase.params?.[name];
  return typeof found === "object" && "params" in found ? String(found.params?.["en"]) : "";
}

/** The id of the card that is spelt so in English. */
function cardCalled({ cards }: Edition, name: string): string {
  const kinds = Object.entries(cards.kinds).map(([id, kind]) => [id, kind.name] as const);
  const found = [...kinds, ...Object.entries(cards.haiduci)].find(
    ([, spelling]) => (typeof spelling === "string" ? spelling : spelling["en"]) === name,
  );
  return found?.[0] ?? name;
}

export function chronicle(events: readonly Event[], edition: Edition): Chronicle {
  const told: Chronicle = { frozen: new Set(), conferences: new Set(), agreed: null };
  let season = -1;
  for (const { move, phrase } of events) {
    if (phrase.id.startsWith("event.season")) {
      season += 1;
      told.agreed = null;
      if (phrase.id === "event.season.frozen") told.frozen.add(season);
    } else if (phrase.id === "event.conference") told.conferences.add(season);
    else if (phrase.id === "event.agreed") {
      const [first, second] = [spelt(phrase, "first"), spelt(phrase, "second")].map((name) => cardCalled(edition, name));
      const owner = seatIn(phrase, "owner");
      told.agreed = { owner, partner: seatIn(phrase, "partner"), first: first!, second: second!, key: `${season}:${owner}:${move}` };
    }
  }
  return told;
}

/** The pair that is to be seen large: the one carried out now, else the one joined last, else the one just done. */
export function present(view: HaiduciView, events: readonly Event[], agreed: Pair | null): Pair | null {
  const complete = view.boxes.flatMap(({ faction, first, second, partner }): Pair[] => {
    const owner = view.players.findIndex((one) => one.faction === faction);
    return first && second && partner !== null ? [{ owner, partner, first, second, key: `${view.season}:${faction}` }] : [];
  });
  if (view.phase === "over" || view.frozen) return null;
  const now = complete.find(({ owner }) => view.players[owner]?.faction === view.step?.faction);
  if (now && view.phase === "agreements") return now;
  const joined = events.findLast(({ phrase }) => phrase.id === "event.joined");
  const latest = joined && complete.find(({ partner }) => partner === seatIn(joined.phrase));
  if (view.phase === "offers") return latest ?? complete.at(-1) ?? null;
  return agreed;
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

/** What a player does by an agreement, in words. */
function done(seat: number, steps: readonly string[]): Phrase {
  const what = steps.map((step): Phrase => {
    const [word, n] = step.split(" ");
    return { id: STEPS[word!] ?? word!, params: { n: Number(n ?? 0) } };
  });
  return { id: "board.does", params: { player: player(seat), steps: list(what) } };
}

/** A line for each who does something. */
export function lines({ owner, partner }: Pair, found: Combination): Phrase[] {
  const parts: [number, string[]][] = [[owner, found.owner], [partner, found.partner]];
  return parts.filter(([, steps]) => steps.length > 0).map(([seat, steps]) => done(seat, steps));
}

/** English names of territories where something happened since the watcher's own last deed. */
export function fresh(events: readonly Event[], seat: number | null): Set<string> {
  const own = events.findLastIndex(({ phrase }) => seat !== null && seatIn(phrase) === seat);
  const late = events.slice(Math.max(own + 1, events.length - 40));
  return new Set(late.map(({ phrase }) => spelt(phrase, "at")).filter((name) => name !== ""));
}
