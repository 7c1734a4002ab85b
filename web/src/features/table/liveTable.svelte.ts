import { Narrowing } from "../../board/narrowing.svelte";
import { ApiError, NetworkError } from "../../lib/api";
import { preferences, type Pace } from "../../lib/preferences.svelte";
import type { Attending, Offer, Phrase, State } from "../../lib/types";
import { TableChat } from "../chat/tableChat.svelte";
import { postStep } from "../learning/api";
import { takeFreeSeat } from "../lobby/api";
import { keepTable, keptTable } from "../offline/keptTable";
import { answerUndo, fetchTable, handsPath, postMove, postUndo, postWhy, streamPath } from "./api";
import { reuseLines, withWholeLog } from "./patch";
import { newMoments, Playback } from "./playback.svelte";
import { TableStream } from "./stream";
import { newUuid } from "./uuid";

export type Connection = "opening" | "live" | "lost";

/** How much longer or shorter moves are shown. */
const PACE_FACTORS: Readonly<Record<Pace, number>> = { slow: 2, normal: 1, fast: 0.5, instant: 0 };

// Delays between retries, in milliseconds.
const FIRST_RETRY = 400;
const LONGEST_RETRY = 8000;

/** The places that the server takes with a question. */
const MOST_PLACES = 12;

/** A running table: what is shown of it, the stream that updates it, and the requests that change it. */
export class LiveTable {
  readonly id: string;
  readonly chat: TableChat;
  /** The choice among the legal moves; null while no decision is pending. */
  narrowing: Narrowing | null = $state.raw(null);
  connection: Connection = $state("opening");
  /** The newest known state, perhaps not shown yet. */
  latest: State | null = $state.raw(null);
  /** Who is at the table; null until the stream has told it. */
  presence: Attending | null = $state.raw(null);
  /** A request is under way; nothing else is sent meanwhile. */
  busy = $state(false);
  /** Why the last request was refused, or the last click led nowhere. */
  refusal: { message: string; reason?: Phrase; paragraph?: string } | null = $state.raw(null);
  /** The decision was reached by taking a move back. */
  takenBack = $state(false);
  /** What the coach of a tutorial says about a legal move that the step does not want; it was not played. */
  coachRemark: string | null = $state.raw(null);
  /** Why the table cannot be shown at all. */
  missing: ApiError | null = $state.raw(null);
  /** The table is shown as this browser kept it, since the server could not be reached from the start. */
  kept = $state(false);
  /** A spectator sees all hands, as soon as these are history. */
  hands = $state(false);
  /** On a shared device: the seat of the player who has confirmed to be looking. */
  viewer: number | null = $state(null);

  private readonly playback = new Playback(
    (before, moved) => this.onShown(before, moved),
    () => this.ownClockRuns(),
    () => PACE_FACTORS[preferences.pace],
  );
  private retryTimer: ReturnType<typeof setTimeout> | undefined;
  private retryDelay = FIRST_RETRY;
  private stream: TableStream | null = null;
  private closed = false;
  private readonly onOnline = (): void => {
    if (this.connection === "lost") this.reconnect(0);
  };
  /** A stream notices only after minutes that there is no network. */
  private readonly onOffline = (): void => this.reconnect(FIRST_RETRY);
  private readonly keep = (): void => {
    if (this.latest && !this.kept && !this.hands) keepTable(this.latest);
  };

  constructor(id: string, hands = false) {
    this.id = id;
    this.hands = hands;
    this.chat = new TableChat(id);
  }

  /** What is shown now; see `Playback`. */
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

  get announced() {
    return this.playback.announced;
  }

  get reviewing() {
    return this.playback.reviewing;
  }

  get hasPast() {
    return this.playback.hasPast;
  }

  get waiting() {
    return this.playback.waiting;
  }

  back(): void {
    this.playback.back();
  }

  forward(): void {
    this.playback.forward();
  }

  /** Return to the present, or catch up with it. */
  toPresent(): void {
    if (this.reviewing) this.playback.resume();
    else this.playback.finish();
  }

  /** Skip the rest of the moment that is shown. */
  skip(): void {
    this.playback.skip();
  }

  /** The seat that a shared device must be passed to before anything is shown. */
  readonly curtain = $derived.by(() => {
    const state = this.state;
    if (!state || state.over || !state.started) return null;
    const own = state.seats.filter((seat) => seat.yours && !seat.absent).map((seat) => seat.seat);
    if (own.length < 2) return null;
    const toMove = own.filter((seat) => state.to_move.includes(seat));
    // Until the viewer's own state has arrived, the player before is still on the table.
    if (this.viewer !== null && (toMove.length === 0 || toMove.includes(this.viewer)))
      return this.viewer === state.seat ? null : this.viewer;
    return toMove[0] ?? own[0]!;
  });

  open(): void {
    addEventListener("online", this.onOnline);
    addEventListener("offline", this.onOffline);
    addEventListener("pagehide", this.keep);
    document.addEventListener("visibilitychange", this.keep);
    void this.connect();
  }

  close(): void {
    this.closed = true;
    removeEventListener("online", this.onOnline);
    removeEventListener("offline", this.onOffline);
    removeEventListener("pagehide", this.keep);
    document.removeEventListener("visibilitychange", this.keep);
    this.stream?.close();
    this.playback.stop();
    clearTimeout(this.retryTimer);
  }

  /** Show the table from one of the user's own seats. */
  viewFrom(seat: number): void {
    this.viewer = seat;
    if (this.state?.seat !== seat) this.reconnect(0, seat);
  }

  /** Make a move; returns whether it was taken. */
  async play(offer: Offer): Promise<boolean> {
    const done = await this.send((state, seat, uuid) => postMove(state.table, seat, offer.notation, state.length, uuid));
    if (done) this.narrowing?.clear();
    return done;
  }

  /** Ask why no legal move touches a place after those that are clicked. */
  async explain(place: string): Promise<void> {
    const { state, narrowing } = this;
    if (!state || state.seat === null || !narrowing) return;
    const places = [...narrowing.clicked, place].slice(-MOST_PLACES);
    try {
      const { reason, paragraph } = await postWhy(state.table, state.seat, places, state.length);
      if (this.narrowing === narrowing) this.refusal = { message: "", reason, ...(paragraph && { paragraph }) };
    } catch (error) {
      // Without an answer the click just does nothing.
      if (!(error instanceof ApiError || error instanceof NetworkError)) throw error;
    }
  }

  async undo(): Promise<void> {
    await this.send((state, seat, uuid) => postUndo(state.table, seat, state.length, uuid));
  }

  async answerUndo(agree: boolean): Promise<void> {
    await this.send((state, seat) => answerUndo(state.table, seat, state.length, agree));
  }

  /** Continue a tutorial at another step. */
  async goToStep(step: number): Promise<void> {
    await this.send((state) => postStep(state.table, step));
  }

  /** Sit down in an open seat; returns whether it succeeded. */
  async sitDown(name: string): Promise<boolean> {
    const done = await this.send((state) => takeFreeSeat(state.table, state.seats, name));
    if (done) this.reconnect(0, this.state?.seat ?? undefined);
    return done;
  }

  /** Take over a state that came as the answer to a request. */
  update(state: State): void {
    this.receiveAnswer(state, this.latest);
  }

  /**
   * Send a request and show the state it answers with; returns whether it succeeded.  While the server cannot be reached
   * the same request is repeated: its UUID makes the server count it once.
   */
  private async send(request: (state: State, seat: number, uuid: string) => Promise<State>): Promise<boolean> {
    const state = this.state;
    if (this.busy || !state) return false;
    this.busy = true;
    this.refusal = null;
    this.coachRemark = null;
    const uuid = newUuid();
    try {
      const answer = await this.retry(() => request(state, state.seat ?? 0, uuid), () => this.latest?.length === state.length);
      if (answer) this.receiveAnswer(answer, state);
      return answer !== null;
    } catch (error) {
      this.refuse(error, state);
      return false;
    } finally {
      this.busy = false;
    }
  }

  /** Repeat a request until the server answers; null once it is no longer `current` or the table is closed. */
  private async retry(request: () => Promise<State>, current: () => boolean): Promise<State | null> {
    for (let delay = FIRST_RETRY; ; delay = Math.min(delay * 2, LONGEST_RETRY)) {
      try {
        return await request();
      } catch (error) {
        if (!(error instanceof NetworkError)) throw error;
        if (this.closed || !current()) return null;
        await new Promise((resolve) => setTimeout(resolve, delay));
      }
    }
  }

  private refuse(error: unknown, sentIn: State): void {
    if (!(error instanceof ApiError)) throw error;
    if (error.state) this.receiveAnswer(error.state, sentIn);
    if (error.id === "conflict") return;
    const { message, reason, paragraph } = error;
    if (error.id === "not-yet") {
      this.coachRemark = message;
      this.narrowing?.clear();
      return;
    }
    this.refusal = { message, ...(reason && { reason }), ...(paragraph && { paragraph }) };
  }

  /** Take over an answer.  Its log begins where that of the state in which the request was sent ended. */
  private receiveAnswer(answer: State, sentIn: State | null): void {
    const whole = withWholeLog(answer, sentIn);
    if (whole) this.receive(whole, true);
    else this.reconnect(0, answer.seat ?? undefined);
  }

  private async connect(seat: number | undefined = this.viewer ?? undefined): Promise<void> {
    try {
      const state = await fetchTable(this.id, seat);
      if (this.closed) return;
      this.kept = false;
      this.hands &&= state.hands !== null && state.seat === null;
      // What is seen with all hands comes with the stream, and is older.
      if (!this.hands) this.receive(state, this.state?.seat !== state.seat);
      this.openStream(state.seat ?? undefined);
    } catch (error) {
      if (this.closed) return;
      if (error instanceof ApiError && error.id === "not-your-seat" && seat !== undefined) {
        // In another tab this browser has become another user.
        this.viewer = null;
        await this.connect();
      } else if (error instanceof ApiError && error.status !== 429 && error.status < 500) this.missing = error;
      else {
        if (error instanceof NetworkError && !this.latest) this.showKept();
        this.reconnect(this.retryDelay, seat);
      }
    }
  }

  /** Show the table as it was before a reload; the page is loaded anew once the server answers. */
  private showKept(): void {
    const state = keptTable(this.id);
    this.kept = state !== null;
    if (state) this.receive(state, true);
  }

  private openStream(seat: number | undefined): void {
    this.stream?.close();
    this.stream = new TableStream(this.hands ? handsPath(this.id) : streamPath(this.id, seat), {
      state: (state) => this.receive(state),
      chat: (lines) => this.chat.receive(lines),
      presence: (attending) => (this.presence = attending),
      open: () => {
        this.connection = "live";
        this.retryDelay = FIRST_RETRY;
      },
      cut: (ended) => {
        this.connection = "lost";
        if (ended) this.reconnect(this.retryDelay, seat);
      },
      // Fetching the table again tells why: it was closed, or this browser may not see it any more.
      lost: () => this.reconnect(0, seat),
    });
  }

  private reconnect(delay: number, seat?: number): void {
    if (this.closed) return;
    if (delay > 0) this.connection = "lost";
    this.stream?.close();
    this.stream = null;
    this.retryDelay = Math.min(this.retryDelay * 2, LONGEST_RETRY);
    clearTimeout(this.retryTimer);
    this.retryTimer = setTimeout(() => void this.connect(seat), delay);
  }

  /** Take over a state unless it is older than the known one; the playback shows others' moves one after the other. */
  private receive(state: State, now = false): void {
    const latest = this.latest;
    if (latest && latest.seat === state.seat && isOlder(state, latest)) {
      if (now) this.playback.leave(state.length);
      return;
    }
    const known = latest?.seat === state.seat ? latest.events : [];
    this.latest = { ...state, events: reuseLines(known, state.events) };
    this.playback.add(this.latest, newMoments(latest, state), now);
  }

  /** The playback shows something else: offer its legal moves. */
  private onShown(before: State | null, moved: boolean): void {
    const state = this.state!;
    if (moved) {
      this.takenBack = before !== null && state.moves < before.moves;
      this.refusal = null;
      this.coachRemark = null;
    }
    // While others seal their choices the decision stays the same: keep what is already clicked.
    const together = before !== null && before.seat === state.seat && before.to_move.length > 1;
    const [old, legal] = [before ? offeredMoves(before) : [], offeredMoves(state)];
    if (moved ? !together || !sameMoves(old, legal) : legal.length !== old.length) {
      this.narrowing = legal.length > 0 ? new Narrowing(legal) : null;
    }
  }

  private ownClockRuns(): boolean {
    const state = this.latest;
    return state?.time.control?.kind === "live" && state.seat !== null && state.to_move.includes(state.seat);
  }
}

function isOlder(one: State, other: State): boolean {
  return one.length < other.length || (one.length === other.length && one.changes < other.changes);
}

/** The legal moves; none for a player whose seat is played by a bot. */
function offeredMoves(state: State): Offer[] {
  return state.seat !== null && state.seats[state.seat]?.absent ? [] : state.legal;
}

function sameMoves(ones: readonly Offer[], others: readonly Offer[]): boolean {
  return ones.length === others.length && ones.every((offer, index) => offer.notation === others[index]?.notation);
}
