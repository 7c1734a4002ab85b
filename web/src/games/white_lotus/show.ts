/** What the final scoring of The White Lotus counts, source by source. */
import { seatIn } from "../../lib/phrase";
import { groups, showStep, type ShowStep } from "../../lib/show";
import type { Event } from "../../lib/types";
import type { BoardFile, Building, LotusView } from "./types";

const BUILT: Record<string, Building[]> = { palaces: ["palace"], temples: ["temple"], others: ["fortress", "rice", "village"] };

/** The sources in their order, as far as somebody has points of them; nothing before the end of the game. */
export function stepsOf(events: readonly Event[], view: LotusView, board: BoardFile): ShowStep[] {
  if (view.step !== "over") return [];
  const sources = Object.keys(view.players[0]?.points ?? {});
  return sources.flatMap((source) => {
    const lines = events.flatMap(({ phrase }) => (phrase.id === `event.scored.${source}` ? [phrase] : []));
    const winners = lines.map((line) => seatIn(line));
    return lines.length ? [showStep(source, lines, view.players.length, counting(source, winners, view, board))] : [];
  });
}

/** The provinces that a source counts. */
function counting(source: string, winners: number[], view: LotusView, board: BoardFile): string[] {
  if (source === "territory") return winners.flatMap((seat) => largest(seat, view, board));
  const owned = view.provinces.filter(({ owner }) => owner !== null);
  if (source === "dragons") return owned.filter(({ id }) => board.provinces[id]?.mark === "dragon").map(({ id }) => id);
  return owned.filter(({ building }) => building !== null && BUILT[source]?.includes(building)).map(({ id }) => id);
}

function largest(seat: number, view: LotusView, board: BoardFile): string[] {
  const own = view.provinces.filter(({ owner }) => owner === seat).map(({ id }) => id);
  const found = groups(own, (one, other) => board.provinces[one]!.near.includes(other));
  return found.toSorted((one, other) => other.length - one.length)[0] ?? [];
}

/** What each province that counts is worth by itself; a territory counts as a whole. */
export function worths(step: ShowStep | null, view: LotusView): Map<string, number> {
  if (!step || step.source === "territory") return new Map();
  const owners = new Map(view.provinces.map(({ id, owner }) => [id, owner]));
  const held = (seat: number) => step.provinces.filter((id) => owners.get(id) === seat).length;
  return new Map(step.provinces.map((id) => [id, step.gains[owners.get(id)!]! / held(owners.get(id)!)]));
}
