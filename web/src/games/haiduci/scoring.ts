/** The steps of the final scoring: claims first, then the points by source. */
import { scoringStep, type ScoringStep } from "../../board/scoringSteps";
import { player } from "../../lib/phrase";
import type { Edition } from "./boards";
import type { HaiduciLine, HaiduciView } from "./types";

export interface Step extends ScoringStep {
  /** Territories that are counted. */
  territories: string[];
}

export const CLAIMS = "claims";

/** Empty before the end of the game; sources without points are left out. */
export function stepsOf(log: readonly HaiduciLine[], view: HaiduciView, edition: Edition): Step[] {
  if (view.phase !== "over") return [];
  const seats = view.players.length;
  const claims = log.filter(({ event }) => event.event === "claimed");
  const first = claims.length ? [{ ...scoringStep(CLAIMS, claims, seats, () => 0), territories: [] }] : [];
  const sources = Object.keys(view.players[0]?.points ?? {});
  const counted = sources.flatMap((source): Step[] => {
    const lines = view.players.flatMap(({ points }, seat) => (points[source] ? [gainLine(seat, points[source], log.at(-1)?.move ?? 0)] : []));
    const winners = new Set(view.players.filter(({ points }) => points[source]).map(({ faction }) => faction));
    const step = scoringStep(source, lines, seats, (event) => (event.event === "scored" ? event.points : 0));
    return lines.length ? [{ ...step, territories: countedTerritories(source, winners, view, edition) }] : [];
  });
  return [...first, ...counted];
}

/** A line about the points from one source: the log has only the sum. */
function gainLine(seat: number, points: number, move: number): HaiduciLine {
  return { move, event: { event: "scored", seat, points }, phrase: { id: "board.gain", params: { player: player(seat), n: points } } };
}

function countedTerritories(source: string, winners: Set<string | null>, view: HaiduciView, { board }: Edition): string[] {
  const home = (id: string) => board.territories[id]!.province;
  if (source === "territories") {
    return view.territories.filter(({ id, control }) => winners.has(control) && home(id) !== control).map(({ id }) => id);
  }
  if (source !== "provinces") return [];
  const ruled = new Set(view.provinces.filter(({ control }) => winners.has(control)).map(({ id }) => id));
  return view.territories.map(({ id }) => id).filter((id) => ruled.has(home(id)));
}
