import type { Narrowing } from "../../board/narrowing.svelte";
import type { Offer, Preview, State } from "../../lib/types";
import { fetchPreview } from "../table/api";

/** What the moves of the pending decision would do: asked for one by one, and remembered until the decision is made. */
export class TablePreview {
  /** The last answer: it stays while the next one is under way, so that a slider does not flicker. */
  shown: Preview | null = $state.raw(null);
  private readonly answers = new Map<number, Preview | null>();
  private decision: Narrowing | null = null;
  private wanted: number | null = null;

  /** Show what a move would do; null: nothing. */
  async show(state: State, narrowing: Narrowing | null, offer: Offer | null): Promise<void> {
    if (this.decision !== narrowing) this.answers.clear();
    this.decision = narrowing;
    this.wanted = offer?.number ?? null;
    if (!offer || state.seat === null) {
      this.shown = null;
      return;
    }
    if (!this.answers.has(offer.number)) {
      const answer = await this.ask(state, state.seat, offer.number);
      if (this.decision === narrowing) this.answers.set(offer.number, answer);
    }
    if (this.decision === narrowing && this.wanted === offer.number) this.shown = this.answers.get(offer.number)!;
  }

  /** A preview that cannot be had is not worth a message: the move can still be made. */
  private async ask(state: State, seat: number, move: number): Promise<Preview | null> {
    try {
      return (await fetchPreview(state.table, seat, move, state.length)).preview;
    } catch {
      return null;
    }
  }
}
