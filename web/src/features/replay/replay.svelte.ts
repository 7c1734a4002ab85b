import { ApiError } from "../../lib/api";
import type { LogLine, MomentShown, State, View } from "../../lib/types";
import { fetchTable } from "../table/api";
import { stateAtMoment } from "../table/playback.svelte";
import { fetchReplay } from "./api";

/** A finished game, move by move and moment by moment, as one seat or a spectator sees it. */
export class Replay {
  readonly id: string;
  state: State | null = $state.raw(null);
  /** The moment that is shown, inside the move that leads to the state. */
  moment: MomentShown | null = $state.raw(null);
  previous: View | null = $state.raw(null);
  fresh: LogLine[] = $state.raw([]);
  /** The number of moves of the game. */
  last = $state(0);
  move = $state(0);
  /** The number of the shown moment inside the move, from 1; null for the table after the move. */
  inside: number | null = $state(null);
  seat: number | null = $state(null);
  /** Why the game cannot be shown; empty if the server cannot be reached. */
  error: string | null = $state(null);
  /** The game is not over: there is nothing to replay. */
  running = $state(false);
  /** A step is under way. */
  busy = $state(false);

  readonly atStart = $derived(this.move === 0);
  readonly atEnd = $derived(this.move === this.last && this.inside === null);

  private readonly cache = new Map<string, State>();
  private steps: Promise<void> = Promise.resolve();

  constructor(id: string) {
    this.id = id;
  }

  /** Begin at a position.  Without a seat the game is seen from the user's own; `exactly`: as a spectator. */
  async open(move: number | null, moment: number | null = null, seat: number | null = null, exactly = false): Promise<void> {
    await this.attempt(async () => {
      const end = await fetchTable(this.id);
      this.running = !end.over;
      this.last = end.moves;
      this.seat = seat !== null && seat < end.seats.length ? seat : exactly ? null : end.seat;
      await this.visit(move ?? 0, moment);
    });
  }

  /** Show the table after a move. */
  async go(move: number): Promise<void> {
    await this.attempt(() => this.visit(move));
  }

  /** Go to the next moment or move; quick steps are queued. */
  async forward(): Promise<void> {
    await this.step(async () => {
      if (this.atEnd) return;
      const next = this.inside === null ? this.move + 1 : this.move;
      const { length } = await this.momentsOf(next);
      const inside = (this.inside ?? 0) + 1;
      await this.visit(next, inside <= length ? inside : null);
    });
  }

  async back(): Promise<void> {
    await this.step(async () => {
      const { length } = await this.momentsOf(this.move);
      const inside = (this.inside ?? length + 1) - 1;
      await (inside > 0 ? this.visit(this.move, inside) : this.visit(this.move - 1));
    });
  }

  /** Show the game from a seat, or as a spectator sees it. */
  async viewFrom(seat: number | null): Promise<void> {
    this.seat = seat;
    await this.attempt(() => this.visit(this.move, this.inside));
  }

  /** Show a moment inside a move, or the table after it, from a seat. */
  async lookAt(move: number, inside: number | null, seat: number | null): Promise<void> {
    this.seat = seat;
    await this.attempt(() => this.visit(move, inside));
  }

  private async step(work: () => Promise<void>): Promise<void> {
    this.busy = true;
    const step = this.steps.then(() => this.attempt(work));
    this.steps = step;
    await step;
    if (this.steps === step) this.busy = false;
  }

  private async visit(move: number, inside: number | null = null): Promise<void> {
    this.move = Math.max(0, Math.min(move, this.last));
    this.inside = inside;
    const wanted = [this.move, this.inside, this.seat];
    const [state, moments] = [await this.stateAfter(this.move), await this.momentsOf(this.move)];
    // Another step may have been requested meanwhile.
    if (wanted.join() !== [this.move, this.inside, this.seat].join()) return;
    if (inside !== null && (inside < 1 || inside > moments.length)) this.inside = null;
    this.show(state, moments);
  }

  private show(state: State, moments: readonly MomentShown[]): void {
    const shown = this.state?.seat === state.seat ? this.state : null;
    const cameFrom = this.moment && shown?.moves === state.moves ? this.moment : null;
    const moment = this.inside === null ? null : moments[this.inside - 1]!;
    const before = moment ? moments[this.inside! - 2] : moments.at(-1) === cameFrom ? cameFrom : null;
    const start = before?.after ?? state.events.findIndex(({ move }) => move === state.moves);
    const now = moment ? stateAtMoment(moment, state, state) : state;
    this.fresh = start < 0 ? [] : now.events.slice(start);
    this.previous = shown?.view ?? null;
    this.moment = moment;
    this.state = now;
  }

  /** The moments inside a move; those of the set-up are not shown. */
  private async momentsOf(move: number): Promise<readonly MomentShown[]> {
    return move === 0 ? [] : (await this.stateAfter(move)).moments;
  }

  private async stateAfter(move: number): Promise<State> {
    const seat = this.seat;
    const key = `${move} ${seat}`;
    const state = this.cache.get(key) ?? (await fetchReplay(this.id, move, seat ?? undefined));
    this.cache.set(key, state);
    return state;
  }

  private async attempt(work: () => Promise<void>): Promise<void> {
    try {
      await work();
      this.error = null;
    } catch (error) {
      this.error = error instanceof ApiError ? error.message : "";
    }
  }
}

/** The query of a URL that leads to the shown moment. */
export function momentQuery({ move, inside }: Replay): string {
  return `?move=${move}${inside === null ? "" : `&moment=${inside}`}`;
}

/** The path of the shown moment, to be shared. */
export function momentPath(replay: Replay): string {
  return `/table/${replay.id}${momentQuery(replay)}${replay.seat === null ? "" : `&seat=${replay.seat}`}`;
}
