import { isDrawn } from "../games/pictures";
import { fetchGames, get } from "./api";
import { turns } from "./turns.svelte";
import type { Game, Summary, Tables } from "./types";
import type { Pace } from "./types/lobby";

const PAUSE = 15_000; // between two looks at the lists
const PACES = ["none", "live", "slow"];
const NEVER = "9999"; // after all moments

/** Which tables of others are wanted; an empty word wants all. */
export interface Filters {
  game: string;
  language: string;
  /** A pace, or a time control as addresses spell it. */
  clock: string;
}

/** The filters as the server has them; what is not wanted is left out. */
export function asked({ game, language, clock }: Filters): Record<string, string> {
  const words = { game, language, [PACES.includes(clock) ? "pace" : "time"]: clock };
  return Object.fromEntries(Object.entries(words).filter(([, word]) => word !== ""));
}

/** One's own tables as one wants to find them: first where the others wait for oneself, and what is most urgent. */
export function urgent(tables: readonly Summary[]): Summary[] {
  const rank = (table: Summary): number => (table.your_turn ? 0 : table.started ? 1 : 2);
  const end = (table: Summary): string => table.deadline ?? NEVER;
  const before = (one: Summary, other: Summary): number =>
    rank(one) - rank(other) || end(one).localeCompare(end(other)) || other.updated.localeCompare(one.updated);
  return tables.toSorted(before);
}

/** The games, and the tables to go on with, to join and to watch; looked at again and again while the page is seen. */
class Lobby {
  games: Game[] = $state.raw([]);
  tables: Tables = $state.raw({ mine: [], open: [], running: [] });
  filters: Filters = $state({ game: "", language: "", clock: "" });
  loaded = $state(false);
  unreachable = $state(false);
  /** How fast the game of a quick match shall be. */
  pace: Pace | "any" = $state("any");
  /** The table that a quick match has just opened. */
  opened: string | null = $state(null);

  private latest = 0;

  readonly running = $derived(urgent(this.tables.mine.filter((table) => !table.over)));
  readonly finished = $derived(this.tables.mine.filter((table) => table.over));
  readonly joinable = $derived(this.tables.open.filter(ofOthers));
  readonly watchable = $derived(this.tables.running.filter(ofOthers));
  readonly filtered = $derived(Object.keys(asked(this.filters)).length > 0);

  /** Keep the lists fresh; the answer ends it. */
  follow(): () => void {
    const look = (): void => {
      if (!document.hidden) void this.load();
    };
    void this.load();
    const timer = setInterval(look, PAUSE);
    document.addEventListener("visibilitychange", look);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }

  async load(): Promise<void> {
    const turn = ++this.latest;
    try {
      const games = this.games.length ? this.games : drawnGames();
      const [known, tables] = await Promise.all([games, get("/api/tables", undefined, asked(this.filters))]);
      if (turn !== this.latest) return;
      this.games = known;
      this.tables = tables;
      turns.learn(tables.mine);
      this.unreachable = false;
      this.loaded = true;
    } catch {
      if (turn === this.latest) this.unreachable = true;
    }
  }

  showAll(): void {
    this.filters = { game: "", language: "", clock: "" };
    void this.load();
  }
}

async function drawnGames(): Promise<Game[]> {
  return (await fetchGames()).filter((game) => isDrawn(game.name));
}

const ofOthers = (table: Summary): boolean => !table.seats.some((seat) => seat.yours);

export const lobby = new Lobby();
