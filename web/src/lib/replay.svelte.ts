import { fetchReplay, fetchTable, Refusal } from "./api";
import { news } from "./live.svelte";
import type { Event, State, View } from "./types";

/** A finished game, move by move, through the eyes of one seat or of a spectator. */
export class Replay {
  readonly id: string;
  state: State | null = $state.raw(null);
  previous: View | null = $state.raw(null);
  fresh: Event[] = $state.raw([]);
  /** How many moves the game had. */
  last = $state(0);
  move = $state(0);
  seat: number | null = $state(null);
  trouble: string | null = $state(null);
  /** The game is not over: there is nothing to look back on. */
  running = $state(false);

  private readonly seen = new Map<string, State>();

  constructor(id: string) {
    this.id = id;
  }

  async open(move: number | null, seat: number | null = null): Promise<void> {
    await this.attempt(async () => {
      const end = await fetchTable(this.id);
      this.running = !end.over;
      this.last = end.moves;
      this.seat = seat !== null && seat < end.seats.length ? seat : end.seat;
      await this.visit(move ?? 0);
    });
  }

  /** Show the table after a move. */
  async go(move: number): Promise<void> {
    await this.attempt(() => this.visit(move));
  }

  async look(seat: number | null): Promise<void> {
    this.seat = seat;
    await this.go(this.move);
  }

  private async visit(move: number): Promise<void> {
    this.move = Math.max(0, Math.min(move, this.last));
    const wanted = [this.move, this.seat] as const;
    const state = await this.at(...wanted);
    // A quicker step may have been asked for in the meantime.
    if (wanted[0] === this.move && wanted[1] === this.seat) this.show(state);
  }

  private show(state: State): void {
    this.fresh = news(null, state);
    this.previous = this.state?.seat === state.seat ? (this.state?.view ?? null) : null;
    this.state = state;
  }

  private async at(move: number, seat: number | null): Promise<State> {
    const key = `${move} ${seat}`;
    const state = this.seen.get(key) ?? (await fetchReplay(this.id, move, seat ?? undefined));
    this.seen.set(key, state);
    return state;
  }

  private async attempt(work: () => Promise<void>): Promise<void> {
    try {
      await work();
      this.trouble = null;
    } catch (trouble) {
      this.trouble = trouble instanceof Refusal ? trouble.message : "";
    }
  }
}

/** The address of the moment that is shown, for a friend or for a report of something odd. */
export function momentPath({ id, move, seat }: Replay): string {
  return `/table/${id}?move=${move}${seat === null ? "" : `&seat=${seat}`}`;
}
