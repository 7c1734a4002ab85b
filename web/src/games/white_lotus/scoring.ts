/** The steps of the final scoring, by source. */
import { connectedGroups, scoringStep } from "../../board/scoringSteps";
import { SOURCES, type BoardFile, type Building, type Line, type LotusView, type Scored, type Source } from "./types";

type ScoredLine = Line & { event: Scored };
export type Step = ReturnType<typeof scoringStep<Source, ScoredLine>>;

const BUILT: Partial<Record<Source, Building[]>> = { palaces: ["palace"], temples: ["temple"], others: ["fortress", "rice", "village"] };

const isScored = (line: Line): line is ScoredLine => line.event.event === "scored";

/** The sources with points, in order; empty before the end of the game. */
export function stepsOf(events: readonly Line[], view: LotusView, board: BoardFile): Step[] {
  if (view.step !== "over") return [];
  const scored = events.filter(isScored);
  return SOURCES.flatMap((source) => {
    const lines = scored.filter(({ event }) => event.source === source);
    const winners = lines.map(({ event }) => event.seat);
    const counted = countedProvinces(source, winners, view, board);
    return lines.length ? [scoringStep(source, lines, view.players.length, ({ points }) => points, counted)] : [];
  });
}

/** The provinces that a source counts. */
function countedProvinces(source: Source, winners: number[], view: LotusView, board: BoardFile): string[] {
  if (source === "territory") return winners.flatMap((seat) => largestTerritory(seat, view, board));
  const owned = view.provinces.filter(({ owner }) => owner !== null);
  if (source === "dragons") return owned.filter(({ id }) => board.provinces[id]?.mark === "dragon").map(({ id }) => id);
  return owned.filter(({ building }) => building !== null && BUILT[source]?.includes(building)).map(({ id }) => id);
}

function largestTerritory(seat: number, view: LotusView, board: BoardFile): string[] {
  const own = view.provinces.filter(({ owner }) => owner === seat).map(({ id }) => id);
  const found = connectedGroups(own, (one, other) => board.provinces[one]!.near.includes(other));
  return found.toSorted((one, other) => other.length - one.length)[0] ?? [];
}

/** The points of each counted province; a territory counts as a whole and has none. */
export function pointsByProvince(step: Step | null, view: LotusView): Map<string, number> {
  if (!step || step.source === "territory") return new Map();
  const owners = new Map(view.provinces.map(({ id, owner }) => [id, owner]));
  const held = (seat: number) => step.provinces.filter((id) => owners.get(id) === seat).length;
  return new Map(step.provinces.map((id) => [id, step.gains[owners.get(id)!]! / held(owners.get(id)!)]));
}
