import { answerUndo, fetchTable, postMove, postUndo, Refusal, streamPath, Unreachable } from "./api";
import { takeFreeSeat } from "./lobby";
import { postStep } from "./lesson.svelte";
import { TableChat } from "./chat.svelte";
import { Narrowing } from "./narrowing.svelte";
import { completed, rejoined } from "./patch";
import { Playback, unseen } from "./playback.svelte";
import { TableStream } from "./stream";
import type { Offer, Phrase, State } from "./types";

export type Connection = "opening" | "live" | "lost";

const FIRST_WAIT = 400;
const LONGEST_WAIT = 8000;

/** A table that goes on: what is shown of it now, the stream that renews it, and the way to move. */
export class LiveTable {
  readonly id: string;
  readonly chat: TableChat;
  narrowing: Narrowing | null = $state.raw(null);
  connection: Connection = $state("opening");
  /** The newest that is known of the table; it may not be shown yet. */
  latest: State | null = $state.raw(null);
  /** A decision is on its way: until it is answered nothing else is sent. */
  busy = $state(false);
  /** Why the last wish was refused. */
  refusal: { message: string; reason?: Phrase; paragraph?: string } | null = $state.raw(null);
  /** What a tutorial says to a legal move that it does not ask for now; nothing has been played. */
  hint: string | null = $state.raw(null);
  /** Why there is nothing to see here. */
  missing: Refusal | null = $state.raw(null);
  /** On a shared device: whose player has said to be looking. */
  looking: number | null = $state(null);

  private readonly playback = new Playback(
    (before, moved) => this.turned(before, moved),
    () => this.clockRuns(),
  );
  private retry: ReturnType<typeof setTimeout> | undefined;
  private wait = FIRST_WAIT;
  private stream: TableStream | null = null;
  private closed = false;
  private readonly wake = (): void => {
    if (this.connection === "lost") this.reopen(0);
  };

  constructor(id: string) {
    this.id = id;
    this.chat = new TableChat(id);
  }

  /** What is shown of the table now, and how it came to that; see `Playback`. */
  get state() {
    return this.playback.state;
  }

  get moment() {
    return this.playback.moment;
  }

  get previous() {
    return this.playback.previous;
  }

  get fresh() {
    return this.playback.fresh;
  }

  get told() {
    return this.playback.told;
  }

  /** Have enough of the moment that is shown. */
  skip(): void {
    this.playback.skip();
  }

  /** The seat to which a shared device must be passed before anything is shown. */
  readonly curtain = $derived.by(() => {
    const state = this.state;
    if (!state || state.over || !state.started) return null;
    const own = state.seats.filter((seat) => seat.yours && !seat.absent).map((seat) => seat.seat);
    if (own.length < 2) return null;
    const asked = own.filter((seat) => state.to_move.includes(seat));
    // Until the own view has come, the one on the table is that of the player before.
    if (this.looking !== null && (asked.length === 0 || asked.includes(this.looking)))
      return this.looking === state.seat ? null : this.looking;
    return asked[0] ?? own[0]!;
  });

  open(): void {
    addEventListener("online", this.wake);
    void this.connect();
  }

  close(): void {
    this.closed = true;
    removeEventListener("online", this.wake);
    this.stream?.close();
    this.playback.stop();
    clearTimeout(this.retry);
  }

  /** See the table from one of one's own seats. */
  sit(seat: number): void {
    this.looking = seat;
    if (this.state?.seat !== seat) this.reopen(0, seat);
  }

  async play(offer: Offer): Promise<void> {
    const done = await this.send((state, seat, uuid) => postMove(state.table, seat, offer.notation, state.length, uuid));
    if (done) this.narrowing?.clear();
  }

  async undo(): Promise<void> {
    await this.send((state, seat, uuid) => postUndo(state.table, seat, state.length, uuid));
  }

  /** Go on at another step of a tutorial. */
  async goTo(step: number): Promise<void> {
    await this.send((state) => postStep(state.table, step));
  }

  async answerUndo(agree: boolean): Promise<void> {
    await this.send((state, seat) => answerUndo(state.table, seat, state.length, agree));
  }

  /** Sit down at a seat that anybody may take; has it worked? */
  async take(name: string): Promise<boolean> {
    const done = await this.send((state) => takeFreeSeat(state.table, state.seats, name));
    if (done) this.reopen(0, this.state?.seat ?? undefined);
    return done;
  }

  /**
   * Send a wish once; while the server does not answer, send the same wish again: it counts it only once.  Has it been
   * granted?
   */
  private async send(wish: (state: State, seat: number, uuid: string) => Promise<State>): Promise<boolean> {
    const state = this.state;
    if (this.busy || !state) return false;
    this.busy = true;
    this.refusal = null;
    this.hint = null;
    const uuid = newId();
    try {
      for (let wait = FIRST_WAIT; ; wait = Math.min(wait * 2, LONGEST_WAIT)) {
        try {
          this.answered(await wish(state, state.seat ?? 0, uuid), state);
          return true;
        } catch (trouble) {
          if (!(trouble instanceof Unreachable)) throw trouble;
          if (this.closed || this.latest?.length !== state.length) return false;
          await new Promise((resolve) => setTimeout(resolve, wait));
        }
      }
    } catch (trouble) {
      this.refused(trouble, state);
      return false;
    } finally {
      this.busy = false;
    }
  }

  private refused(trouble: unknown, asked: State): void {
    if (!(trouble instanceof Refusal)) throw trouble;
    if (trouble.state) this.answered(trouble.state, asked);
    if (trouble.id === "conflict") return;
    const { message, reason, paragraph } = trouble;
    if (trouble.id === "not-yet") {
      this.hint = message;
      this.narrowing?.clear();
      return;
    }
    this.refusal = { message, ...(reason && { reason }), ...(paragraph && { paragraph }) };
  }

  /** The table as the server has told it in answer to something else. */
  learn(state: State): void {
    this.answered(state, this.latest);
  }

  /** An answer has come to what was asked in a state; it begins with what was new then. */
  private answered(answer: State, asked: State | null): void {
    const whole = completed(answer, asked);
    if (whole) this.arrive(whole, true);
    else this.reopen(0, answer.seat ?? undefined);
  }

  private async connect(seat: number | undefined = this.looking ?? undefined): Promise<void> {
    try {
      const state = await fetchTable(this.id, seat);
      if (this.closed) return;
      this.arrive(state, this.state?.seat !== state.seat);
      this.listen(state.seat ?? undefined);
    } catch (trouble) {
      if (this.closed) return;
      if (trouble instanceof Refusal && trouble.id === "not-your-seat" && seat !== undefined) {
        // In another tab this browser has become somebody else, who looks with their own eyes.
        this.looking = null;
        await this.connect();
      } else if (trouble instanceof Refusal && trouble.status !== 429 && trouble.status < 500) this.missing = trouble;
      else this.reopen(this.wait, seat);
    }
  }

  private listen(seat: number | undefined): void {
    this.stream?.close();
    this.stream = new TableStream(streamPath(this.id, seat), {
      state: (state) => this.arrive(state),
      chat: (lines) => this.chat.hear(lines),
      open: () => {
        this.connection = "live";
        this.wait = FIRST_WAIT;
      },
      cut: (ended) => {
        this.connection = "lost";
        if (ended) this.reopen(this.wait, seat);
      },
      // If the table was closed, or this browser may no longer look so, the table itself says which.
      lost: () => this.reopen(0, seat),
    });
  }

  private reopen(wait: number, seat?: number): void {
    if (this.closed) return;
    if (wait > 0) this.connection = "lost";
    this.stream?.close();
    this.stream = null;
    this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
    clearTimeout(this.retry);
    this.retry = setTimeout(() => void this.connect(seat), wait);
  }

  /** A state has come.  Older ones are dropped; moves of others are shown one after the other. */
  private arrive(state: State, now = false): void {
    const latest = this.latest;
    if (latest && latest.seat === state.seat && isOlder(state, latest)) {
      if (now) this.playback.leave(state.length);
      return;
    }
    const known = latest?.seat === state.seat ? latest.events : [];
    this.latest = { ...state, events: rejoined(known, state.events) };
    this.playback.add(this.latest, unseen(latest, state), now);
  }

  /** Something else is shown. */
  private turned(before: State | null, moved: boolean): void {
    const state = this.state!;
    if (moved) {
      this.refusal = null;
      this.hint = null;
    }
    // While others seal their choices the question stays the same: what was clicked towards an answer is kept.
    const together = before !== null && before.seat === state.seat && before.to_move.length > 1;
    const [old, legal] = [before ? offered(before) : [], offered(state)];
    if (moved ? !together || !sameMoves(old, legal) : legal.length !== old.length) {
      this.narrowing = legal.length > 0 ? new Narrowing(legal) : null;
    }
  }

  /** Does one's own time run while something is shown? */
  private clockRuns(): boolean {
    const state = this.latest;
    return state?.time.control?.kind === "live" && state.seat !== null && state.to_move.includes(state.seat);
  }
}

/** Was a state there before another one? */
function isOlder(one: State, other: State): boolean {
  return one.length < other.length || (one.length === other.length && one.changes < other.changes);
}

/** The moves to choose from: none for somebody whose seat is played by others. */
function offered(state: State): Offer[] {
  return state.seat !== null && state.seats[state.seat]?.absent ? [] : state.legal;
}

/** Are the same moves offered? */
function sameMoves(ones: readonly Offer[], others: readonly Offer[]): boolean {
  return ones.length === others.length && ones.every((offer, index) => offer.notation === others[index]?.notation);
}

/** A random id; `crypto.randomUUID` is missing on pages that are not served by https or localhost. */
export function newId(): string {
  if (typeof crypto.randomUUID === "function") return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const digits = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}
