import type { GameName, Offer, Phrase } from "../lib/types";

/** Narrows the legal moves by the places a player clicks, until one is left.  Independent of the game. */
export class Narrowing<Name extends GameName = GameName> {
  readonly offers: readonly Offer<Name>[];
  clicked: string[] = $state.raw([]);
  /** Set by a board on which the order of the clicks tells moves with the same places apart. */
  fitsOrder: ((touches: readonly string[], clicked: readonly string[]) => boolean) | null = $state.raw(null);
  /** A move that the user looks at in a list, without having chosen its places. */
  considered: Offer<Name> | null = $state.raw(null);
  /** Set by a board on which the choice is made by degrees, as with a slider: it is played only when confirmed. */
  tentative = $state(false);
  /** What is asked next, set by a board, while no move can be confirmed. */
  prompt: Phrase | null = $state.raw(null);

  constructor(offers: readonly Offer<Name>[]) {
    this.offers = offers;
  }

  /** The moves that touch every clicked place. */
  readonly candidates = $derived.by(() => this.offers.filter((offer) => includesAll(offer.touches, this.clicked)));

  /** Candidates with no place left to click; several if the same places can mean different moves. */
  readonly complete = $derived.by(() =>
    this.clicked.length === 0 ? [] : this.candidates.filter((offer) => offer.touches.length === this.clicked.length),
  );

  /** The only candidate left after at least one click. */
  readonly only = $derived(this.clicked.length > 0 && this.candidates.length === 1 ? this.candidates[0] : null);

  /** The only candidate left, with all its places clicked. */
  readonly settled = $derived.by(() => (this.only && this.complete.length === 1 && !this.tentative ? this.only : null));

  /** The moves that can be confirmed now: all complete ones, or the only one left. */
  readonly confirmable = $derived.by(() => {
    if (this.complete.length === 0) return this.only ? [this.only] : [];
    const fitting = this.complete.filter((offer) => this.fitsOrder?.(offer.touches, this.clicked) ?? true);
    return fitting.length > 0 ? fitting : this.complete;
  });

  /** The move that the user is about to make, if it is only one. */
  readonly imminent = $derived(this.considered ?? (this.confirmable.length === 1 ? this.confirmable[0]! : null));

  /** Whether a move is left after one more click on the place. */
  touchable(place: string): boolean {
    const wanted = this.chosen(place) + 1;
    return this.candidates.some((offer) => count(offer.touches, place) >= wanted);
  }

  /** Whether any legal move touches the place, whatever is clicked now. */
  reachable(place: string): boolean {
    return this.offers.some((offer) => offer.touches.includes(place));
  }

  /** How many times the place is clicked. */
  chosen(place: string): number {
    return count(this.clicked, place);
  }

  /** Choose a place.  If it contradicts earlier clicks it replaces them; if it is fully chosen it is released. */
  click(place: string): void {
    if (this.touchable(place)) this.clicked = [...this.clicked, place];
    else if (this.chosen(place) > 0) this.release(place);
    else if (this.reachable(place)) this.clicked = this.compatibleWith(place);
  }

  release(place: string): void {
    const last = this.clicked.lastIndexOf(place);
    if (last >= 0) this.clicked = this.clicked.filter((_, index) => index !== last);
  }

  /** Let two clicked places change their order. */
  swap(one: number, other: number): void {
    const clicked = [...this.clicked];
    [clicked[one], clicked[other]] = [clicked[other]!, clicked[one]!];
    this.clicked = clicked;
  }

  clear(): void {
    this.clicked = [];
  }

  /** A place with those of the earlier clicks that still leave a move. */
  private compatibleWith(place: string): string[] {
    let clicked = [place];
    for (const old of this.clicked) {
      const wider = [...clicked, old];
      if (this.offers.some((offer) => includesAll(offer.touches, wider))) clicked = wider;
    }
    return clicked;
  }
}

function count(places: readonly string[], place: string): number {
  return places.reduce((sum, other) => sum + (other === place ? 1 : 0), 0);
}

/** Whether the places include all wanted ones, each as often as it is wanted. */
function includesAll(places: readonly string[], wanted: readonly string[]): boolean {
  return wanted.every((place) => count(places, place) >= count(wanted, place));
}
