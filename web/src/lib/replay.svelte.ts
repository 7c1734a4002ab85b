import { fetchReplay, fetchTable, Refusal } from "./api";
import { during } from "./playback.svelte";
import type { LogLine, MomentShown, State, View } from "./types";

/** A finished game, move by move and moment by moment, through the eyes of one seat or of a spectator. */
export class Replay {
  readonly id: string;
  state: State | null = $state.raw(null);
  /** The moment that is shown, inside the move that leads to the state. */
  moment: MomentShown | null = $state.raw(null);
  previous: View | null = $state.raw(null);
  fresh: LogLine[] = $state.raw([]);
  /** How many moves the game had. */
  last = $state(0);
  move = $state(0);
  /** Which of the moments inside the move is shown, counted from 1; null: the table after the move. */
  inside: number | null = $state(null);
  seat: number | null = $state(null);
  trouble: string | null = $state(null);
  /** The game is not over: there is nothing to look back on. */
  running = $state(false);
  /** A step is on its way. */
  busy = $state(false);

  readonly atStart = $derived(this.move === 0);
  readonly atEnd = $derived(this.move === this.last && this.inside === null);

  private readonly seen = new Map<string, State>();
  private steps: Promise<void> = Promise.resolve();

  constructor(id: string) {
    this.id = id;
  }

  async open(move: number | null, moment: number | null = null, seat: number | null = null): Promise<void> {
    await this.attempt(async () => {
      const end = await fetchTable(this.id);
      this.running = !end.over;
      this.last = end.moves;
      this.seat = seat !== null && seat < end.seats.length ? seat : end.seat;
      await this.visit(move ?? 0, moment);
    });
  }

  /** Show the table after a move. */
  async go(move: number): Promise<void> {
    await this.attempt(() => this.visit(move));
  }

  /** To the next moment or move; steps asked for quickly are made one after the other. */
  async forward(): Promise<void> {
    await this.step(async () => {
      if (this.atEnd) return;
      const next = this.inside === null ? this.move + 1 : this.move;
      const { length } = await this.momentsIn(next);
      const inside = (this.inside ?? 0) + 1;
      await this.visit(next, inside <= length ? inside : null);
    });
  }

  async back(): Promise<void> {
    await this.step(async () => {
      const { length } = await this.momentsIn(this.move);
      const inside = (this.inside ?? length + 1) - 1;
      await (inside > 0 ? this.visit(this.move, inside) : this.visit(this.move - 1));
    });
  }

  async look(seat: number | null): Promise<void> {
    this.seat = seat;
    await this.attempt(() => this.visit(this.move, this.inside));
  }

  private async step(work: () => Promise<void>): Promise<void> {
    this.busy = true;
    const mine = this.steps.then(() => this.attempt(work));
    this.steps = mine;
    await mine;
    if (this.steps === mine) this.busy = false;
  }

  private async visit(move: number, inside: number | null = null): Promise<void> {
    this.move = Math.max(0, Math.min(move, this.last));
    this.inside = inside;
    const wanted = [this.move, this.inside, this.seat];
    const [state, moments] = [await this.at(this.move), await this.momentsIn(this.move)];
    // A quicker step may have been asked for in the meantime.
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
    const now = moment ? during(moment, state, state) : state;
    this.fresh = start < 0 ? [] : now.events.slice(start);
    this.previous = shown?.view ?? null;
    this.moment = moment;
    this.state = now;
  }

  /** What is set up before the first move is not shown step by step. */
  private async momentsIn(move: number): Promise<readonly MomentShown[]> {
    return move === 0 ? [] : (await this.at(move)).moments;
  }

  private async at(move: number): Promise<State> {
    const seat = this.seat;
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

/** Where a replay stands, as addresses say it. */
export function standing({ move, inside }: Replay): string {
  return `?move=${move}${inside === null ? "" : `&moment=${inside}`}`;
}

/** The address of the moment that is shown, for a friend or for a report of something odd. */
export function momentPath(replay: Replay): string {
  return `/table/${replay.id}${standing(replay)}${replay.seat === null ? "" : `&seat=${replay.seat}`}`;
}
