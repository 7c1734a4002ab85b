/** At how many tables it is one's turn: in the title of the page and on the app's badge. */

import { SvelteSet } from "svelte/reactivity";
import { get } from "./api";
import type { State, Summary } from "./types";

const EVERY = 60_000;
const FIRST = 3_000; // so that a page which looks by itself is first

class Turns {
  private readonly tables = new SvelteSet<string>();
  private learnedAt = 0;

  get count(): number {
    return this.tables.size;
  }

  /** Look now and then, also when the tab is hidden; what the pages learn by themselves saves a look. */
  start(): () => void {
    const look = () => void this.look();
    const timer = setInterval(look, EVERY);
    const first = setTimeout(look, FIRST);
    document.addEventListener("visibilitychange", look);
    return () => {
      clearInterval(timer);
      clearTimeout(first);
      document.removeEventListener("visibilitychange", look);
    };
  }

  private async look(): Promise<void> {
    if (Date.now() - this.learnedAt < EVERY / 2) return;
    await get("/api/tables").then(
      ({ mine }) => this.learn(mine),
      () => undefined,
    );
  }

  /** All of one's tables. */
  learn(mine: readonly Summary[]): void {
    this.learnedAt = Date.now();
    const asked = new Set(mine.filter(isAsked).map((table) => table.table));
    for (const table of this.tables) if (!asked.has(table)) this.tables.delete(table);
    for (const table of asked) this.tables.add(table);
  }

  /** One table, as it is seen now; is it one's turn there? */
  see(state: State): boolean {
    const asked = isAsked(state);
    if (asked) this.tables.add(state.table);
    else this.tables.delete(state.table);
    return asked;
  }

  show(): void {
    if (!("setAppBadge" in navigator)) return;
    const shown = this.count ? navigator.setAppBadge(this.count) : navigator.clearAppBadge();
    // A page that is not installed has no badge.
    shown.catch(() => undefined);
  }

  /** A page's title with the number before it. */
  titled(title: string): string {
    return this.count ? `(${this.count}) ${title}` : title;
  }
}

function isAsked({ over, started, seats, to_move }: Pick<State, "over" | "started" | "seats" | "to_move">): boolean {
  return started && !over && seats.some((seat) => seat.yours && !seat.absent && to_move.includes(seat.seat));
}

export const turns = new Turns();
