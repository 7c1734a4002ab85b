import type { Narrowing } from "./narrowing.svelte";

/**
 * The selected cards of a hand in which several may be equal.  A narrowing only counts how many equal cards are chosen;
 * this remembers which of them the player pressed.
 */
export class CardSelection<Card extends { id: number }> {
  /** The ids of pressed cards, the last one pressed at the end. */
  private pressed: number[] = $state.raw([]);

  constructor(
    private readonly cards: () => readonly Card[],
    private readonly place: (card: Card) => string,
    private readonly narrowing: () => Narrowing | null,
  ) {}

  /** The ids of the selected cards. */
  readonly selected = $derived.by(() => {
    const selected = new Set<number>();
    for (const place of new Set(this.cards().map(this.place))) {
      const equal = this.cards().filter((card) => this.place(card) === place);
      const ranked = equal.toSorted((one, two) => this.pressed.indexOf(two.id) - this.pressed.indexOf(one.id));
      for (const card of ranked.slice(0, this.narrowing()?.chosen(place) ?? 0)) selected.add(card.id);
    }
    return selected;
  });

  /** Select a card or release it. */
  toggle(card: Card): void {
    const [place, narrowing] = [this.place(card), this.narrowing()];
    const others = this.pressed.filter((id) => id !== card.id);
    if (this.selected.has(card.id)) {
      narrowing?.release(place);
      this.pressed = others;
      return;
    }
    this.pressed = [...others, card.id];
    const swaps = narrowing && !narrowing.touchable(place) && narrowing.chosen(place) > 0;
    if (!swaps) narrowing?.click(place);
  }
}
