/** The end of a round in stages: secrets are revealed, laid at their geishas, and favours move one after the other. */
import type { GeishaView, HanamikojiView, Item, Line, Moment } from "./types";

/** The positions to show during a moment; the last one is the moment's own view. */
export function stages(moment: Moment | null, view: HanamikojiView, previous: HanamikojiView | null, events: readonly Line[]): HanamikojiView[] {
  if (moment?.kind === "secrets") return [withSecretsOnTablets(view, events), view];
  if (moment?.kind === "round" && previous?.round === view.round) {
    const moved = view.geishas.filter(({ favour }, row) => favour !== previous.geishas[row]?.favour);
    return [...moved.keys()].map((last) => withFavours(previous, view, moved.slice(0, last + 1))).concat(moved.length ? [] : [view]);
  }
  return [view];
}

/** The secrets revealed in the current round, by seat. */
export function secrets(events: readonly Line[], seats: number): (Item | null)[] {
  const found: (Item | null)[] = Array.from({ length: seats }, () => null);
  for (const { event } of thisRound(events)) if (event.event === "revealed") found[event.seat] = event.item;
  return found;
}

/** The charm of a seat before this round. */
export function charmBefore(events: readonly Line[], seat: number): number {
  const earlier = events.slice(0, events.length - thisRound(events).length);
  for (const { event } of earlier.toReversed()) if (event.event === "counted" && event.seat === seat) return event.charm;
  return 0;
}

function thisRound(events: readonly Line[]): readonly Line[] {
  return events.slice(events.findLastIndex(({ event }) => event.event === "dealt") + 1);
}

/** The view while the revealed secrets are still on their tablets. */
function withSecretsOnTablets(view: HanamikojiView, events: readonly Line[]): HanamikojiView {
  const revealed = secrets(events, view.players.length);
  return {
    ...view,
    turn: view.turn - 1,
    geishas: view.geishas.map((geisha) => ({
      ...geisha,
      items: geisha.items.map((count, seat) => count - (revealed[seat] === geisha.item ? 1 : 0)),
    })),
    players: view.players.map((player, seat) => ({ ...player, secret: revealed[seat] ?? null })),
  };
}

/** The view after some of the favours have moved, with the charm they give. */
function withFavours(before: HanamikojiView, view: HanamikojiView, moved: readonly GeishaView[]): HanamikojiView {
  const geishas = view.geishas.map((geisha, row) =>
    moved.includes(geisha) ? geisha : { ...geisha, favour: before.geishas[row]?.favour ?? null },
  );
  const players = view.players.map((player, seat) => {
    const won = geishas.filter(({ favour }) => favour === seat);
    return { ...player, geishas: won.length, charm: won.reduce((sum, { charm }) => sum + charm, 0) };
  });
  return { ...view, geishas, players };
}
