/** What changed between two views and should be seen until the next move. */
import { ACTIONS, type Action, type HanamikojiView } from "./types";

export interface Trace {
  /** New items by geisha and seat. */
  items: number[][];
  /** Actions used just now, by seat. */
  actions: Action[][];
  /** Geishas whose favour has just moved. */
  favours: boolean[];
}

export function trace(previous: HanamikojiView | null, view: HanamikojiView): Trace {
  const same = previous?.round === view.round ? previous : null;
  return {
    items: view.geishas.map((geisha, row) =>
      geisha.items.map((count, seat) => Math.max(0, count - (same?.geishas[row]?.items[seat] ?? count))),
    ),
    actions: view.players.map((player, seat) =>
      ACTIONS.filter((action) => same?.players[seat]?.actions.includes(action) && !player.actions.includes(action)),
    ),
    favours: view.geishas.map((geisha, row) => previous !== null && previous.geishas[row]?.favour !== geisha.favour),
  };
}
