/** What the final scoring of Haiduci counts: claims first, then the points source by source. */
import { player } from "../../lib/phrase";
import { showStep, type ShowStep } from "../../lib/show";
import type { Edition } from "./boards";
import type { HaiduciLine, HaiduciView } from "./types";

export interface HaiduciShow extends ShowStep {
  /** Territories that count. */
  territories: string[];
}

export const CLAIMS = "claims";

/** Nothing before the end of the game; a source that gave nobody anything is passed over. */
export function stepsOf(log: readonly HaiduciLine[], view: HaiduciView, edition: Edition): HaiduciShow[] {
  if (view.phase !== "over") return [];
  const seats = view.players.length;
  const claims = log.filter(({ event }) => event.event === "claimed");
  const first = claims.length ? [{ ...showStep(CLAIMS, claims, seats, () => 0), territories: [] }] : [];
  const sources = Object.keys(view.players[0]?.points ?? {});
  const counted = sources.flatMap((source): HaiduciShow[] => {
    const lines = view.players.flatMap(({ points }, seat) => (points[source] ? [gained(seat, points[source], log.at(-1)?.move ?? 0)] : []));
    const winners = new Set(view.players.filter(({ points }) => points[source]).map(({ faction }) => faction));
    const step = showStep(source, lines, seats, (event) => (event.event === "scored" ? event.points : 0));
    return lines.length ? [{ ...step, territories: counting(source, winners, view, edition) }] : [];
  });
  return [...first, ...counted];
}

/** What a player gets from one source: the log has only the sum. */
function gained(seat: number, points: number, move: number): HaiduciLine {
  return { move, event: { event: "scored", seat, points }, phrase: { id: "board.gain", params: { player: player(seat), n: points } } };
}

function counting(source: string, winners: Set<string | null>, view: HaiduciView, { board }: Edition): string[] {
  const home = (id: string) => board.territories[id]!.province;
  if (source === "territories") {
    return view.territories.filter(({ id, control }) => winners.has(control) && home(id) !== control).map(({ id }) => id);
  }
  if (source !== "provinces") return [];
  const ruled = new Set(view.provinces.filter(({ control }) => winners.has(control)).map(({ id }) => id));
  return view.territories.map(({ id }) => id).filter((id) => ruled.has(home(id)));
}
