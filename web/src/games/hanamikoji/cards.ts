/**
 * The identity of cards.  The server sends where cards lie, not how they moved.  This tracks each card from view to view,
 * so that a card that leaves the hand can be animated to its new place.
 */
import { TURNS, type HanamikojiView, type Item } from "./types";

export interface Place {
  zone: string;
  item: Item | null;
}

export interface Card extends Place {
  id: number;
  round: number;
}

/** The places of all cards on the table, face up or down, in the order in which new places are matched with old cards. */
export function placesOf(view: HanamikojiView): Place[] {
  const revealed = view.turn === TURNS;
  return [
    ...view.geishas.flatMap(({ item, items }) =>
      items.flatMap((count, seat) => repeated(count, { zone: `side:${seat}`, item })),
    ),
    ...(view.offer?.groups ?? []).flatMap((group, index) => group.map((item) => ({ zone: `offer:${index}`, item }))),
    ...view.players.flatMap((player, seat) => [
      ...(player.actions.includes("secret") || revealed ? [] : [{ zone: `secret:${seat}`, item: player.secret }]),
      ...(player.actions.includes("trade-off") ? [] : hidden(`traded:${seat}`, player.traded, 2)),
      ...hidden(`hand:${seat}`, player.hand, player.cards),
    ]),
    ...repeated(view.pile, { zone: "pile", item: null }),
  ];
}

/** The cards of a new view with their identities; a new round has new cards. */
export function trackCards(before: readonly Card[], view: HanamikojiView): Card[] {
  let next = before.reduce((highest, card) => Math.max(highest, card.id), -1) + 1;
  const loose = before.filter((card) => card.round === view.round);
  const places = placesOf(view);
  const found = places.map((place) => take(loose, (card) => card.zone === place.zone && card.item === place.item));
  return places.map((place, index) => {
    const card = found[index] ?? take(loose, (one) => one.item === place.item && one.item !== null) ?? hiddenCard(loose, place);
    return { ...place, id: card?.id ?? next++, round: view.round };
  });
}

const SOURCES: Record<string, string[]> = {
  side: ["offer", "secret", "hand"],
  offer: ["hand"],
  secret: ["secret", "hand"],
  traded: ["hand"],
  hand: ["pile"],
};

/** A card whose item is unknown and that could have moved to a place. */
function hiddenCard(loose: Card[], place: Place): Card | undefined {
  const [kind, seat] = place.zone.split(":");
  for (const source of SOURCES[kind!] ?? []) {
    const own = kind === "offer" || kind === "hand" ? source : `${source}:${seat}`;
    const card = take(loose, (one) => one.zone.startsWith(own) && (one.item === null || place.item === null));
    if (card) return card;
  }
  return undefined;
}

function take(loose: Card[], fits: (card: Card) => boolean): Card | undefined {
  const index = loose.findIndex(fits);
  return index < 0 ? undefined : loose.splice(index, 1)[0];
}

function hidden(zone: string, known: Item[] | null, count: number): Place[] {
  return known ? known.map((item) => ({ zone, item })) : repeated(count, { zone, item: null });
}

function repeated(count: number, place: Place): Place[] {
  return Array.from({ length: count }, () => place);
}
