import type { Narrowing } from "./narrowing.svelte";

/** Cards in a hand of which several may be equal: a narrowing counts them, and those that were pressed last are lifted. */
export class Lifting<Card extends { id: number }> {
  private preferred: number[] = $state.raw([]);

  constructor(
    private readonly cards: () => readonly Card[],
    private readonly place: (card: Card) => string,
    private readonly narrowing: () => Narrowing | null,
  ) {}

  readonly lifted = $derived.by(() => {
    const up = new Set<number>();
    for (const place of new Set(this.cards().map(this.place))) {
      const equal = this.cards().filter((card) => this.place(card) === place);
      const ranked = equal.toSorted((one, two) => this.preferred.indexOf(two.id) - this.preferred.indexOf(one.id));
      for (const card of ranked.slice(0, this.narrowing()?.chosen(place) ?? 0)) up.add(card.id);
    }
    return up;
  });

  press(card: Card): void {
    const [place, narrowing] = [this.place(card), this.narrowing()];
    const others = this.preferred.filter((id) => id !== card.id);
    if (this.lifted.has(card.id)) {
      narrowing?.release(place);
      this.preferred = others;
      return;
    }
    this.preferred = [...others, card.id];
    const swaps = narrowing && !narrowing.touchable(place) && narrowing.chosen(place) > 0;
    if (!swaps) narrowing?.click(place);
  }
}
