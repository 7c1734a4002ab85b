/** What the final scoring of Haiduci counts: claims first, then the points source by source. */
import { seatIn } from "../../lib/phrase";
import { showStep, type ShowStep } from "../../lib/show";
import type { Event, Phrase } from "../../lib/types";
import { player, type Edition } from "./boards";
import type { HaiduciView } from "./types";

export interface HaiduciShow extends ShowStep {
  /** Territories that count. */
  territories: string[];
}

export const CLAIMS = "claims";

/** Nothing before the end of the game; a source that gave nobody anything is passed over. */
export function stepsOf(events: readonly Event[], view: HaiduciView, edition: Edition): HaiduciShow[] {
  if (view.phase !== "over") return [];
  const seats = view.players.length;
  const claims = events.flatMap(({ phrase }) => (phrase.id === "event.claimed" ? [phrase] : []));
  const first = claims.length ? [{ ...showStep(CLAIMS, claims, seats), territories: [] }] : [];
  const sources = Object.keys(view.players[0]?.points ?? {});
  const counted = sources.flatMap((source): HaiduciShow[] => {
    const lines = view.players.flatMap(({ points }, seat): Phrase[] =>
      points[source] ? [{ id: "board.gain", params: { player: player(seat), n: points[source] } }] : [],
    );
    const winners = new Set(lines.map((line) => view.players[seatIn(line)]?.faction ?? null));
    return lines.length ? [{ ...showStep(source, lines, seats), territories: counting(source, winners, view, edition) }] : [];
  });
  return [...first, ...counted];
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
