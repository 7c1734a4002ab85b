import { seatOf } from "../../lib/events";
import type { LogLine, MomentShown, State, View } from "../../lib/types";

// Durations are milliseconds.
const STATE_TIME = 900; // a move of somebody else stays on the table before the next one is shown,
const PER_STATE_LINE = 200; // longer for each further line of the log,
const LONGEST_STATE = 2000;
const BRIEF_STATE = 350; // but not long if it is the user's own or a routine
const MOMENT_TIME = 2400; // a moment stays longer,
const PER_LINE = 350; // and longer still for each line of the log about it
const LONGEST_MOMENT = 6000;
const LONGEST_HURRIED = 2500; // while the player's own clock runs
const DOUBLE_CLICK = 250; // the second half of a double click skips nothing
const QUEUE_LIMIT = 14; // with more states waiting, the playback catches up,
const HURRIED_LIMIT = 4; // earlier while the player's own clock runs,
const MOMENTS_KEPT = 3; // but still shows the last moments
const PAST_KEPT = 60; // frames that can be watched again
const LEAP = 14; // with more moves at once only the last one is announced

/** A moment inside the moves that lead to a state, or the state itself. */
interface Frame {
  state: State;
  moment: MomentShown | null;
}

/** What was on the table, to be watched again. */
interface Shown {
  state: State;
  moment: MomentShown | null;
  previous: View | null;
  fresh: LogLine[];
}

/** Shows states and moments one after the other, each long enough to be seen, and again on request. */
export class Playback {
  /** The state on the table; during a moment, everything but the position is still as before. */
  state: State | null = $state.raw(null);
  moment: MomentShown | null = $state.raw(null);
  previous: View | null = $state.raw(null);
  /** The lines of the log between the previous view and this one. */
  fresh: LogLine[] = $state.raw([]);
  /** The newest of them, to be announced to screen readers. */
  announced: LogLine[] = $state.raw([]);

  /** How many frames wait to be shown. */
  waiting = $state(0);
  /** The index of the past frame that is being watched again; null in the present. */
  private at: number | null = $state(null);
  private past: Shown[] = $state.raw([]);
  private queue: Frame[] = [];
  private shownAt = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly onChange: (before: State | null, moved: boolean) => void;
  private readonly isHurried: () => boolean;
  private readonly pace: () => number;
  private readonly onVisible = (): void => {
    if (document.hidden) return;
    // A hidden page does not count as seen.
    this.shownAt = Date.now();
    this.advance();
  };

  /**
   * `onChange` gets the state before each change and whether the position changed; `isHurried`: is time short?
   * All durations are multiplied by `pace`; 0 shows the newest state at once.
   */
  constructor(
    onChange: (before: State | null, moved: boolean) => void,
    isHurried: () => boolean = () => false,
    pace: () => number = () => 1,
  ) {
    this.onChange = onChange;
    this.isHurried = isHurried;
    this.pace = pace;
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
    if (!shown || shown.seat !== state.seat) {
      this.past = [];
      this.replaceQueue(frames.slice(-1));
    } else if (this.last!.length === state.length) this.refresh(state, now);
    else if (now || unwatched) this.replaceQueue(frames);
    else {
      this.queue.push(...(this.pace() === 0 ? frames.slice(-1) : frames));
      this.advance();
    }
    this.waiting = this.queue.length;
  }

  /** Whether the past is being watched. */
  get reviewing(): boolean {
    return this.at !== null;
  }

  /** Whether there is a frame before the shown one. */
  get hasPast(): boolean {
    return (this.at ?? this.past.length - 1) > 0;
  }

  /** Watch the frame before the shown one; whatever arrives meanwhile waits. */
  back(): void {
    if (!this.hasPast) return;
    clearTimeout(this.timer);
    this.timer = undefined;
    this.watch((this.at ?? this.past.length - 1) - 1);
  }

  /** Watch the next frame; after the last one the present goes on. */
  forward(): void {
    if (this.at === null) return;
    if (this.at + 1 < this.past.length - 1) this.watch(this.at + 1);
    else this.resume();
  }

  /** Return to the present. */
  resume(): void {
    if (this.at === null) return;
    this.at = null;
    this.restore(this.past.at(-1)!);
    this.shownAt = Date.now();
    this.advance();
  }

  /** Show the newest state at once. */
  finish(): void {
    if (this.queue.length > 0) this.replaceQueue(this.queue.slice(-1));
  }

  private watch(index: number): void {
    this.at = index;
    const { state, ...shown } = this.past[index]!;
    this.restore({ ...shown, state: withoutDecision(state) });
  }

  private restore({ state, moment, previous, fresh }: Shown): void {
    const before = this.state;
    this.previous = previous;
    this.fresh = fresh;
    this.moment = moment;
    this.state = state;
    this.onChange(before, true);
  }

  /** Show the next frame at once if the shown position is older than `length`: the player has already moved on. */
  leave(length: number): void {
    if (!this.moment && this.state!.length < length) this.next();
  }

  /** Skip the rest of a moment. */
  skip(): void {
    if (this.at !== null) this.resume();
    else if (this.moment && Date.now() - this.shownAt >= DOUBLE_CLICK) this.next();
  }

  /** The newest state, shown or queued. */
  private get last(): State | null {
    return this.queue.at(-1)?.state ?? this.state;
  }

  private replaceQueue(frames: Frame[]): void {
    this.at = null;
    this.queue = frames;
    this.next();
  }

  /** Replace a state by a newer version of the same position, such as after a change of seats. */
  private refresh(state: State, now: boolean): void {
    const before = now ? this.queue.filter(({ moment }) => moment) : this.queue.slice(0, -1);
    const waits = this.queue.length > 0 && (!now || this.moment);
    this.queue = [...before, { state, moment: null }];
    if (!waits && this.at === null) this.next();
  }

  private advance(): void {
    const stopped = this.at !== null || (this.moment && document.hidden);
    if (this.timer !== undefined || this.queue.length === 0 || stopped) return;
    const time = this.moment ? readingTime(this.announced, this.isHurried()) : watchingTime(this.fresh, this.state!.seat);
    const stay = time * this.pace();
    this.timer = setTimeout(() => this.next(), Math.max(0, this.shownAt + stay - Date.now()));
  }

  private next(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.catchUp();
    const frame = this.queue.shift();
    this.waiting = this.queue.length;
    if (frame) this.show(frame);
    this.advance();
  }

  /** If the queue is long, keep only the last moments and the last state. */
  private catchUp(): void {
    if (this.queue.filter(({ moment }) => !moment).length <= (this.isHurried() ? HURRIED_LIMIT : QUEUE_LIMIT)) return;
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
    this.at = null;
    this.moment = moment;
    this.state = now;
    const { previous, fresh } = this;
    const past = moved ? this.past.slice(-PAST_KEPT) : this.past.slice(0, -1);
    this.past = [...past, { state: now, moment, previous, fresh }];
    this.onChange(before, moved);
  }
}

/** A state in which nothing can be decided: it is past, or inside a move. */
function withoutDecision(state: State): State {
  return { ...state, to_move: [], legal: [], over: false, result: null, undo: { ...state.undo, possible: false } };
}

/** How long a state that these lines led to stays on the table, seen from a seat. */
export function watchingTime(lines: readonly LogLine[], seat: number | null): number {
  const worth = lines.filter((line) => !line.routine && (seat === null || seatOf(line) !== seat)).length;
  return worth === 0 ? BRIEF_STATE : Math.min(STATE_TIME + PER_STATE_LINE * (worth - 1), LONGEST_STATE);
}

/** The table at a moment on the way to a state; no decision is pending. */
export function stateAtMoment(moment: MomentShown, to: State, around: State): State {
  return { ...withoutDecision(around), view: moment.view, prompt: moment.phrase, events: to.events.slice(0, moment.after) };
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
