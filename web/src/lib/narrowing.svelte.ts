import type { GameName, Offer } from "./types";

/** Narrows the legal moves by the places a player clicks, until one is left.  Knows no game. */
export class Narrowing<Name extends GameName = GameName> {
  readonly offers: readonly Offer<Name>[];
  clicked: string[] = $state.raw([]);

  constructor(offers: readonly Offer<Name>[]) {
    this.offers = offers;
  }

  /** The moves that touch all that is clicked. */
  readonly candidates = $derived.by(() => this.offers.filter((offer) => holds(offer.touches, this.clicked)));

  /** The candidates of which nothing is left to click; several when the same places can mean different moves. */
  readonly complete = $derived.by(() =>
    this.clicked.length === 0 ? [] : this.candidates.filter((offer) => offer.touches.length === this.clicked.length),
  );

  /** The single move left, if a click has been made. */
  readonly only = $derived(this.clicked.length > 0 && this.candidates.length === 1 ? this.candidates[0] : null);

  /** What can be confirmed now: every complete move, or the only one left. */
  readonly confirmable = $derived(this.complete.length > 0 ? this.complete : this.only ? [this.only] : []);

  /** Would one more click here leave a move? */
  touchable(place: string): boolean {
    const wanted = this.chosen(place) + 1;
    return this.candidates.some((offer) => count(offer.touches, place) >= wanted);
  }

  /** Does any legal move touch this place, whatever is clicked now? */
  reachable(place: string): boolean {
    return this.offers.some((offer) => offer.touches.includes(place));
  }

  /** How many times a place is clicked. */
  chosen(place: string): number {
    return count(this.clicked, place);
  }

  /** Choose a place.  One that does not fit the rest replaces what it contradicts; one fully chosen is released. */
  click(place: string): void {
    if (this.touchable(place)) this.clicked = [...this.clicked, place];
    else if (this.chosen(place) > 0) this.release(place);
    else if (this.reachable(place)) this.clicked = this.agreeing(place);
  }

  release(place: string): void {
    const last = this.clicked.lastIndexOf(place);
    if (last >= 0) this.clicked = this.clicked.filter((_, index) => index !== last);
  }

  clear(): void {
    this.clicked = [];
  }

  /** A new choice that begins with a place and keeps of the old one what still leaves a move. */
  private agreeing(place: string): string[] {
    let kept = [place];
    for (const old of this.clicked) {
      const wider = [...kept, old];
      if (this.offers.some((offer) => holds(offer.touches, wider))) kept = wider;
    }
    return kept;
  }
}

function count(places: readonly string[], place: string): number {
  return places.reduce((sum, other) => sum + (other === place ? 1 : 0), 0);
}

/** Are all of `wanted` among the places, as often as they are wanted? */
function holds(places: readonly string[], wanted: readonly string[]): boolean {
  return wanted.every((place) => count(places, place) >= count(wanted, place));
}
