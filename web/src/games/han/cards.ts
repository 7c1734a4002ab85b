/**
 * The identity of cards.  The server sends where cards lie, not how they got there.  This tracks visible cards from view
 * to view, so that a card taken from the row can be animated into the hand.
 */
import { COLOURS, type Colour, type HanView } from "./types";

export interface Card {
  id: number;
  zone: string;
  colour: Colour | null;
  /** The `data-flip` id that a new card comes from. */
  from?: string;
}

export interface Cards {
  cards: Card[];
  discards: Record<Colour, number> | null;
}

export const NO_CARDS: Cards = { cards: [], discards: null };
const PLAYED_SHOWN = 3;

type Place = Pick<Card, "zone" | "colour">;

export function trackCards(before: Cards, view: HanView): Cards {
  let next = before.cards.reduce((highest, card) => Math.max(highest, card.id), -1) + 1;
  const loose = [...before.cards];
  const places = [...handsAndRow(view), ...played(before, view)];
  const same = places.map((place) => take(loose, (card) => card.zone === place.zone && card.colour === place.colour));
  const cards = places.map((place, index): Card => {
    const card = same[index] ?? source(loose, place);
    return card ? { ...place, id: card.id } : { ...place, id: next++, from: "pile" };
  });
  return { cards, discards: view.discards };
}

function handsAndRow(view: HanView): Place[] {
  const hands = view.players.flatMap(({ cards, hand, known }, seat): Place[] => {
    const seen: (Colour | null)[] = hand ?? [...known, ...Array.from({ length: cards - known.length }, () => null)];
    return seen.map((colour) => ({ zone: `hand:${seat}`, colour }));
  });
  return [...hands, ...view.row.map((colour) => ({ zone: "row", colour }))];
}

/** The last cards on the discard pile. */
function played({ cards, discards }: Cards, view: HanView): Place[] {
  if (!discards || COLOURS.some((colour) => view.discards[colour] < discards[colour])) return [];
  const old = cards.filter((card) => card.zone === "played");
  const added = COLOURS.flatMap((colour) =>
    Array.from({ length: view.discards[colour] - discards[colour] }, () => ({ zone: "played", colour })),
  );
  return [...old.map(({ zone, colour }) => ({ zone, colour })), ...added].slice(-PLAYED_SHOWN);
}

function source(loose: Card[], { zone, colour }: Place): Card | undefined {
  if (zone === "row") return undefined;
  if (zone.startsWith("hand")) return take(loose, (card) => card.zone === "row" && card.colour === colour);
  return (
    take(loose, (card) => card.zone.startsWith("hand") && card.colour === colour) ??
    take(loose, (card) => card.zone.startsWith("hand") && card.colour === null)
  );
}

function take(loose: Card[], fits: (card: Card) => boolean): Card | undefined {
  const index = loose.findIndex(fits);
  return index < 0 ? undefined : loose.splice(index, 1)[0];
}
