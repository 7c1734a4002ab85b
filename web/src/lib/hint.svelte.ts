import { post, Refusal } from "./api";
import type { LiveTable } from "./live.svelte";
import type { Narrowing } from "./narrowing.svelte";
import { trouble } from "./trouble";
import type { State } from "./types";
import type { Advised, Hint } from "./types/review";

export const postHint = (id: string, seat: number, length: number) => post("/api/tables/{id}/hint", { seat, length }, { id });

/** Hints are for tables where everybody else is a bot, or sits at the same device. */
export function mayHint(state: State): boolean {
  return state.seats.every((seat) => seat.kind === "bot" || seat.yours);
}

/** A seat's hint for the decision it owes now: asked for once, shown as long as the question stands. */
export class Hinting {
  open = $state(false);
  busy = $state(false);
  trouble = $state("");
  private found: Hint | null = $state.raw(null);
  private question: Narrowing | null = $state.raw(null);
  private readonly table: LiveTable;

  constructor(table: LiveTable) {
    this.table = table;
  }

  readonly hint = $derived.by(() => (this.question === this.table.narrowing ? this.found : null));

  async toggle(): Promise<void> {
    this.open = !this.open;
    const { state, narrowing } = this.table;
    if (!this.open || !state || state.seat === null || !narrowing || this.busy || this.hint) return;
    this.busy = true;
    this.trouble = "";
    try {
      this.found = await postHint(state.table, state.seat, state.length);
      this.question = narrowing;
    } catch (reason) {
      // Who has moved on needs no hint any more.
      if (reason instanceof Refusal && reason.id === "conflict") this.open = false;
      else this.trouble = trouble(reason);
    } finally {
      this.busy = false;
    }
  }
}

/** Choose a move as if its places had been clicked; it is not made. */
export function choose(narrowing: Narrowing, move: Advised): void {
  narrowing.clear();
  for (const place of move.touches) narrowing.click(place);
}
