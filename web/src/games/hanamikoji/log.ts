/** Recent changes, highlighted until the next move. */
import { ITEMS, type Action, type Item, type Line } from "./types";

export interface RecentChanges {
  /** New items by geisha and seat. */
  items: number[][];
  /** Actions used just now, by seat. */
  actions: Action[][];
  /** Geishas whose favour has just moved. */
  favours: boolean[];
}

/** The changes in the new events and in the rest of the move that they belong to. */
export function recentChanges(events: readonly Line[], fresh: readonly Line[]): RecentChanges {
  const seen = nothing();
  const first = fresh[0];
  const from = first ? events.findIndex(({ move }) => move === first.move) : events.length;
  for (const [index, { event }] of events.entries()) {
    if (index < from) continue;
    if (event.event === "dealt") Object.assign(seen, { ...nothing(), favours: seen.favours });
    else if (event.event === "favour") seen.favours[ITEMS.indexOf(event.geisha)] = true;
    else if (event.event === "revealed") lay(seen, event.seat, [event.item]);
    else if (event.event === "took") {
      lay(seen, event.seat, event.items);
      lay(seen, 1 - event.seat, without(offered(events, index), event.items));
    } else if (event.event === "secret" || event.event === "trade-off" || event.event === "gift" || event.event === "competition")
      seen.actions[event.seat]!.push(event.event);
  }
  return seen;
}

function nothing(): RecentChanges {
  return { items: ITEMS.map(() => [0, 0]), actions: [[], []], favours: ITEMS.map(() => false) };
}

function lay(seen: RecentChanges, seat: number, items: readonly Item[]): void {
  for (const item of items) seen.items[ITEMS.indexOf(item)]![seat]! += 1;
}

/** The cards of the last offer before an event. */
function offered(events: readonly Line[], before: number): Item[] {
  for (const { event } of events.slice(0, before).toReversed()) {
    if (event.event === "gift") return event.items;
    if (event.event === "competition") return event.pairs.flat();
  }
  return [];
}

function without(items: readonly Item[], taken: readonly Item[]): Item[] {
  const left = [...items];
  for (const item of taken) left.splice(left.indexOf(item), 1);
  return left;
}
