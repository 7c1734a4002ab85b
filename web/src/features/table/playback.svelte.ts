import type { LogLine, MomentShown, State, View } from "../../lib/types";

// Durations are milliseconds.
const STATE_TIME = 650; // a position stays on the table before the next move is shown
const MOMENT_TIME = 2400; // a moment stays longer,
const PER_LINE = 350; // and longer still for each line of the log about it
const LONGEST_MOMENT = 6000;
const LONGEST_HURRIED = 2500; // while the player's own clock runs
const DOUBLE_CLICK = 250; // the second half of a double click skips nothing
const QUEUE_LIMIT = 4; // with more states waiting, the playback catches up,
const MOMENTS_KEPT = 3; // but still shows the last moments
const LEAP = 8; // with more moves at once only the last one is announced

/** A moment inside the moves that lead to a state, or the state itself. */
interface Frame {
  state: State;
  moment: MomentShown | null;
}

/** Shows states and moments one after the other, each long enough to be seen. */
export class Playback {
  /** The state on the table; during a moment, everything but the position is still as before. */
  state: State | null = $state.raw(null);
  moment: MomentShown | null = $state.raw(null);
  previous: View | null = $state.raw(null);
  /** The lines of the log between the previous view and this one. */
  fresh: LogLine[] = $state.raw([]);
  /** The newest of them, to be announced to screen readers. */
  announced: LogLine[] = $state.raw([]);

  private queue: Frame[] = [];
  private shownAt = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly onChange: (before: State | null, moved: boolean) => void;
  private readonly isHurried: () => boolean;
  private readonly onVisible = (): void => {
    if (document.hidden) return;
    // A hidden page does not count as seen.
    this.shownAt = Date.now();
    this.advance();
  };

  /** `onChange` gets the state before each change and whether the position changed; `isHurried`: is time short? */
  constructor(onChange: (before: State | null, moved: boolean) => void, isHurried: () => boolean = () => false) {
    this.onChange = onChange;
    this.isHurried = isHurried;
    document.addEventListener("visibilitychange", this.onVisible);
  }

  stop(): void {
    document.removeEventListener("visibilitychange", this.onVisible);
    clearTimeout(this.timer);
  }

  /** Queue a state and the moments that lead to it; `now` drops whatever is still waiting. */
  add(state: State, moments: readonly MomentShown[], now = false): void {
    const shown = this.state;
    const frames: Frame[] = [...moments.map((moment) => ({ state, moment })), { state, moment: null }];
    const unwatched = document.hidden && !this.moment;
    if (!shown || shown.seat !== state.seat) this.replaceQueue(frames.slice(-1));
    else if (this.last!.length === state.length) this.refresh(state, now);
    else if (now || unwatched) this.replaceQueue(frames);
    else {
      this.queue.push(...frames);
      this.advance();
    }
  }

  /** Show the next frame at once if the shown position is older than `length`: the player has already moved on. */
  leave(length: number): void {
    if (!this.moment && this.state!.length < length) this.next();
  }

  /** Skip the rest of a moment. */
  skip(): void {
    if (this.moment && Date.now() - this.shownAt >= DOUBLE_CLICK) this.next();
  }

  /** The newest state, shown or queued. */
  private get last(): State | null {
    return this.queue.at(-1)?.state ?? this.state;
  }

  private replaceQueue(frames: Frame[]): void {
    this.queue = frames;
    this.next();
  }

  /** Replace a state by a newer version of the same position, such as after a change of seats. */
  private refresh(state: State, now: boolean): void {
    const before = now ? this.queue.filter(({ moment }) => moment) : this.queue.slice(0, -1);
    const waits = this.queue.length > 0 && (!now || this.moment);
    this.queue = [...before, { state, moment: null }];
    if (!waits) this.next();
  }

  private advance(): void {
    if (this.timer !== undefined || this.queue.length === 0 || (this.moment && document.hidden)) return;
    const stay = this.moment ? readingTime(this.announced, this.isHurried()) : STATE_TIME;
    this.timer = setTimeout(() => this.next(), Math.max(0, this.shownAt + stay - Date.now()));
  }

  private next(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.catchUp();
    const frame = this.queue.shift();
    if (frame) this.show(frame);
    this.advance();
  }

  /** If the queue is long, keep only the last moments and the last state. */
  private catchUp(): void {
    if (this.queue.filter(({ moment }) => !moment).length <= QUEUE_LIMIT) return;
    const moments = this.queue.filter(({ moment }) => moment);
    this.queue = [...moments.slice(-MOMENTS_KEPT), this.queue.at(-1)!];
  }

  private show({ state, moment }: Frame): void {
    const shown = this.state?.seat === state.seat ? this.state : null;
    const now = moment && shown ? stateAtMoment(moment, state, shown) : state;
    const moved = !shown || moment !== this.moment || shown.length !== state.length;
    const lines = newLines(shown, now);
    if (moved) {
      this.previous = shown?.view ?? null;
      this.fresh = lines;
      this.shownAt = Date.now();
    } else if (lines.length > 0) this.fresh = [...this.fresh, ...lines];
    if (moved || lines.length > 0) this.announced = lines;
    const before = this.state;
    this.moment = moment;
    this.state = now;
    this.onChange(before, moved);
  }
}

/** The table at a moment on the way to a state; no decision is pending. */
export function stateAtMoment(moment: MomentShown, to: State, around: State): State {
  return {
    ...around,
    view: moment.view,
    prompt: moment.phrase,
    events: to.events.slice(0, moment.after),
    to_move: [],
    legal: [],
    over: false,
    result: null,
    undo: { ...around.undo, possible: false },
  };
}

/** How long a moment with these lines of the log stays on the table. */
export function readingTime(lines: readonly LogLine[], hurried = false): number {
  const count = lines.filter(({ routine }) => !routine).length;
  return Math.min(MOMENT_TIME + PER_LINE * count, hurried ? LONGEST_HURRIED : LONGEST_MOMENT);
}

/** The lines that the player has not seen; on arrival at a table, those of its last move. */
export function newLines(shown: State | null, state: State): LogLine[] {
  if (!shown || state.moves - shown.moves > LEAP) return state.events.filter(({ move }) => move === state.moves);
  // After an undo the log is shorter and ends with the line about it.
  if (state.moves < shown.moves) return state.events.slice(-1).filter(({ event }) => event.event === "undone");
  return state.events.slice(shown.events.length);
}

/** The moments of a state that did not come with an earlier one: answers and the stream repeat some. */
export function newMoments(before: State | null, state: State): MomentShown[] {
  if (!before || before.seat !== state.seat || state.moves <= before.moves) return [];
  const known = before.events.length;
  const seen = ({ kind, after }: MomentShown) =>
    before.moments.some((moment) => moment.kind === kind && moment.after === after);
  return state.moments.filter((moment) => moment.after > known || (moment.after === known && !seen(moment)));
}
