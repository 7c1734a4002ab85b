import type { Narrowing } from "../../board/narrowing.svelte";
import { ApiError, post } from "../../lib/api";
import { errorMessage } from "../../lib/errors";
import type { State } from "../../lib/types";
import type { Hint, RankedMove } from "../review/types";
import type { LiveTable } from "../table/liveTable.svelte";

const postHint = (id: string, seat: number, length: number) => post("/api/tables/{id}/hint", { seat, length }, { id });

/** Hints are allowed if all opponents are bots or play on the same device. */
export function hintsAllowed(state: State): boolean {
  return state.seats.every((seat) => seat.kind === "bot" || seat.yours);
}

/** The hint for the pending decision of a table: requested once, shown until the decision is made. */
export class TableHint {
  open = $state(false);
  busy = $state(false);
  error = $state("");
  /** The user knows that a hint ends the rating. */
  private accepted = $state(false);
  private received: Hint | null = $state.raw(null);
  /** The decision that the hint is for. */
  private decision: Narrowing | null = $state.raw(null);
  private readonly table: LiveTable;

  constructor(table: LiveTable) {
    this.table = table;
  }

  readonly hint = $derived.by(() => (this.decision === this.table.narrowing ? this.received : null));

  /** The hint would end the rating: the user decides first. */
  readonly warns = $derived.by(() => {
    const state = this.table.state;
    return !this.accepted && state !== null && state.rated && hintsAllowed(state);
  });

  async toggle(): Promise<void> {
    this.open = !this.open;
    if (this.open && !this.warns) await this.request();
  }

  /** Ask for the hint although it ends the rating. */
  async accept(): Promise<void> {
    this.accepted = true;
    await this.request();
  }

  private async request(): Promise<void> {
    const { state, narrowing } = this.table;
    if (!state || state.seat === null || !narrowing || this.busy || this.hint) return;
    this.busy = true;
    this.error = "";
    try {
      this.received = await postHint(state.table, state.seat, state.length);
      this.decision = narrowing;
    } catch (error) {
      // After a conflict the decision is no longer pending.
      if (error instanceof ApiError && error.id === "conflict") this.open = false;
      else this.error = errorMessage(error);
    } finally {
      this.busy = false;
    }
  }
}

/** Choose a move by clicking its places; it still has to be confirmed. */
export function choose(narrowing: Narrowing, move: RankedMove): void {
  narrowing.clear();
  for (const place of move.touches) narrowing.click(place);
}
