/** The pairs that the cards among some places make, two by two, as a text that does not depend on the order of or in them. */
export function pairsOf(places: readonly string[]): string {
  const cards = places.filter((place) => place.startsWith("hand:"));
  return [cards.slice(0, 2), cards.slice(2)].map((pair) => pair.toSorted().join("+")).toSorted().join("/");
}
