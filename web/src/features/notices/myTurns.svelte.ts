/** At how many tables it is the user's turn: shown in the page's title and on the app's badge. */

import { SvelteSet } from "svelte/reactivity";
import { get } from "../../lib/api";
import type { State, Summary } from "../../lib/types";

const POLL = 60_000; // milliseconds
const FIRST_POLL = 3_000; // pages that load the tables themselves come first

class MyTurns {
  private readonly tables = new SvelteSet<string>();
  private updatedAt = 0;

  get count(): number {
    return this.tables.size;
  }

  /** Poll, also while the page is hidden, unless a page has updated the tables meanwhile. */
  poll(): () => void {
    const load = () => void this.load();
    const timer = setInterval(load, POLL);
    const first = setTimeout(load, FIRST_POLL);
    document.addEventListener("visibilitychange", load);
    return () => {
      clearInterval(timer);
      clearTimeout(first);
      document.removeEventListener("visibilitychange", load);
    };
  }

  private async load(): Promise<void> {
    if (Date.now() - this.updatedAt < POLL / 2) return;
    await get("/api/tables").then(
      ({ mine }) => this.updateAll(mine),
      () => undefined,
    );
  }

  /** Take over the list of all of the user's tables. */
  updateAll(mine: readonly Summary[]): void {
    this.updatedAt = Date.now();
    const waiting = new Set(mine.filter(isMyTurn).map((table) => table.table));
    for (const table of this.tables) if (!waiting.has(table)) this.tables.delete(table);
    for (const table of waiting) this.tables.add(table);
  }

  /** Take over the state of one table; returns whether it is the user's turn there. */
  update(state: State): boolean {
    const turn = isMyTurn(state);
    if (turn) this.tables.add(state.table);
    else this.tables.delete(state.table);
    return turn;
  }

  /** Set the badge of the installed app. */
  showBadge(): void {
    if (!("setAppBadge" in navigator)) return;
    const shown = this.count ? navigator.setAppBadge(this.count) : navigator.clearAppBadge();
    // A page that is not installed has no badge.
    shown.catch(() => undefined);
  }

  /** A page's title with the count before it. */
  withCount(title: string): string {
    return this.count ? `(${this.count}) ${title}` : title;
  }
}

function isMyTurn({ over, started, seats, to_move }: Pick<State, "over" | "started" | "seats" | "to_move">): boolean {
  return started && !over && seats.some((seat) => seat.yours && !seat.absent && to_move.includes(seat.seat));
}

export const myTurns = new MyTurns();
