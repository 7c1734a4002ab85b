import type { Narrowing } from "../../board/narrowing.svelte";
import type { Offer } from "../../lib/types";

/** How long a forced move is shown before it is played, in milliseconds. */
export const FORCED_PAUSE = 1800;

/**
 * Plays the only legal move of a decision by itself, after a pause in which it is shown and can be stopped.
 *
 * The server calls a decision forced only if everybody at the table can tell that there is no choice: a quick answer to
 * any other one, such as a pass for want of a card, would say something about the hand.
 */
export class ForcedMove {
  /** The move that is about to be played. */
  pending: Offer | null = $state.raw(null);
  private timer: ReturnType<typeof setTimeout> | undefined;
  private stopped: Narrowing | null = null;

  constructor(private readonly play: (offer: Offer) => void) {}

  /** Wait for a forced decision, or for none. */
  follow(decision: Narrowing | null): () => void {
    const offer = decision === this.stopped ? undefined : decision?.offers[0];
    this.pending = offer ?? null;
    if (offer) this.timer = setTimeout(() => this.playNow(), FORCED_PAUSE);
    return () => clearTimeout(this.timer);
  }

  playNow(): void {
    const offer = this.pending;
    this.end();
    if (offer) this.play(offer);
  }

  /** Leave a decision to the user. */
  stop(decision: Narrowing | null): void {
    this.stopped = decision;
    this.end();
  }

  private end(): void {
    clearTimeout(this.timer);
    this.pending = null;
  }
}
