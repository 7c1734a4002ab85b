import { hasBoard } from "../../games";
import { get } from "../../lib/api";
import type { Game, Summary, Tables } from "../../lib/types";
import { myTurns } from "../notices/myTurns.svelte";
import { fetchGames } from "./api";
import type { Pace } from "./types";

const POLL = 15_000; // milliseconds
const PACES = ["none", "live", "slow"];
const NO_DEADLINE = "9999"; // sorts after every date

/** Which tables of other players are listed; an empty string matches all. */
export interface Filters {
  game: string;
  language: string;
  /** A pace, or a time control as in `controlCode`. */
  clock: string;
}

/** The filters as query parameters. */
export function filterQuery({ game, language, clock }: Filters): Record<string, string> {
  const query = { game, language, [PACES.includes(clock) ? "pace" : "time"]: clock };
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ""));
}

/** The user's tables, most urgent first: those that wait for a move, by deadline; then running ones; then waiting ones. */
export function byUrgency(tables: readonly Summary[]): Summary[] {
  const rank = (table: Summary): number => (table.your_turn ? 0 : table.started ? 1 : 2);
  const deadline = (table: Summary): string => table.deadline ?? NO_DEADLINE;
  return tables.toSorted(
    (one, other) =>
      rank(one) - rank(other) ||
      deadline(one).localeCompare(deadline(other)) ||
      other.updated.localeCompare(one.updated),
  );
}

/** The games, and lists of tables to continue, to join and to watch. */
class Lobby {
  games: Game[] = $state.raw([]);
  tables: Tables = $state.raw({ mine: [], open: [], running: [] });
  filters: Filters = $state({ game: "", language: "", clock: "" });
  loaded = $state(false);
  unreachable = $state(false);
  /** The pace chosen for quick matches. */
  pace: Pace | "any" = $state("any");
  /** The table that the last quick match has opened. */
  opened: string | null = $state(null);

  /** The number of the last request: answers to earlier ones are outdated. */
  private latest = 0;

  readonly running = $derived(byUrgency(this.tables.mine.filter((table) => !table.over)));
  readonly finished = $derived(this.tables.mine.filter((table) => table.over));
  readonly joinable = $derived(this.tables.open.filter(isOthers));
  readonly watchable = $derived(this.tables.running.filter(isOthers));
  readonly filtered = $derived(Object.keys(filterQuery(this.filters)).length > 0);

  /** Poll the lists while the page is visible; returns a function that stops it. */
  poll(): () => void {
    const load = (): void => {
      if (!document.hidden) void this.load();
    };
    void this.load();
    const timer = setInterval(load, POLL);
    document.addEventListener("visibilitychange", load);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", load);
    };
  }

  async load(): Promise<void> {
    const number = ++this.latest;
    try {
      const [games, tables] = await Promise.all([
        this.games.length ? this.games : playableGames(),
        get("/api/tables", undefined, filterQuery(this.filters)),
      ]);
      if (number !== this.latest) return;
      this.games = games;
      this.tables = tables;
      myTurns.updateAll(tables.mine);
      this.unreachable = false;
      this.loaded = true;
    } catch {
      if (number === this.latest) this.unreachable = true;
    }
  }

  clearFilters(): void {
    this.filters = { game: "", language: "", clock: "" };
    void this.load();
  }
}

async function playableGames(): Promise<Game[]> {
  return (await fetchGames()).filter((game) => hasBoard(game.name));
}

const isOthers = (table: Summary): boolean => !table.seats.some((seat) => seat.yours);

export const lobby = new Lobby();
