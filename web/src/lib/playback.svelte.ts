import type { LogLine, MomentShown, State, View } from "./types";

const PAUSE = 650; // so long each position stays on the table before the next move of others is shown
const LOOK = 1200; // so long a moment inside a move stays,
const LINE = 400; // for each line that tells of it so much longer,
const LONGEST = 5000; // and never longer than this,
const HURRY = 2500; // nor than this while one's own clock runs
const TWICE = 250; // the second half of a double click skips nothing
const BEHIND = 4; // so many waiting positions mean that we are too slow: not all of them are shown
const KEPT = 3; // but so many moments are
const LEAP = 8; // so many moves at once are not told one by one

/** What is on the table for a while: a moment inside the moves that lead to a state, or the state itself. */
interface Frame {
  state: State;
  moment: MomentShown | null;
}

/** Shows what has arrived one after the other, each as long as it takes to see it. */
export class Playback {
  /** What is on the table; while that is a moment, the rest of the state is as it was before. */
  state: State | null = $state.raw(null);
  moment: MomentShown | null = $state.raw(null);
  previous: View | null = $state.raw(null);
  /** What has happened between the previous view and this one. */
  fresh: LogLine[] = $state.raw([]);
  /** The newest of it, to be read out. */
  told: LogLine[] = $state.raw([]);

  private waiting: Frame[] = [];
  private shownAt = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly turned: (before: State | null, moved: boolean) => void;
  private readonly hurried: () => boolean;
  private readonly wake = (): void => {
    if (document.hidden) return;
    // Nobody has looked until now.
    this.shownAt = Date.now();
    this.advance();
  };

  /** `turned` is called after each change with the state before it; `hurried`: is time short? */
  constructor(turned: (before: State | null, moved: boolean) => void, hurried: () => boolean = () => false) {
    this.turned = turned;
    this.hurried = hurried;
    document.addEventListener("visibilitychange", this.wake);
  }

  stop(): void {
    document.removeEventListener("visibilitychange", this.wake);
    clearTimeout(this.timer);
  }

  /** Show a state when those before it have been seen, or at once; before it the moments that led to it. */
  add(state: State, moments: readonly MomentShown[], now = false): void {
    const shown = this.state;
    const frames: Frame[] = [...moments.map((moment) => ({ state, moment })), { state, moment: null }];
    const unwatched = document.hidden && !this.moment;
    if (!shown || shown.seat !== state.seat) this.replace(frames.slice(-1));
    else if (this.last!.length === state.length) this.renew(state, now);
    else if (now || unwatched) this.replace(frames);
    else {
      this.waiting.push(...frames);
      this.advance();
    }
  }

  /** Leave a position in which somebody has decided: what has come of it waits to be shown. */
  leave(length: number): void {
    if (!this.moment && this.state!.length < length) this.next();
  }

  /** Have enough of a moment. */
  skip(): void {
    if (this.moment && Date.now() - this.shownAt >= TWICE) this.next();
  }

  /** The newest state that is shown or waits to be. */
  private get last(): State | null {
    return this.waiting.at(-1)?.state ?? this.state;
  }

  /** Show these at once, whatever else was waiting. */
  private replace(frames: Frame[]): void {
    this.waiting = frames;
    this.next();
  }

  /** What is known already has come again, or with a change beside the game. */
  private renew(state: State, now: boolean): void {
    const before = now ? this.waiting.filter(({ moment }) => moment) : this.waiting.slice(0, -1);
    const waits = this.waiting.length > 0 && (!now || this.moment);
    this.waiting = [...before, { state, moment: null }];
    if (!waits) this.next();
  }

  private advance(): void {
    if (this.timer !== undefined || this.waiting.length === 0 || (this.moment && document.hidden)) return;
    const stay = this.moment ? readingTime(this.told, this.hurried()) : PAUSE;
    this.timer = setTimeout(() => this.next(), Math.max(0, this.shownAt + stay - Date.now()));
  }

  private next(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.catchUp();
    const frame = this.waiting.shift();
    if (frame) this.show(frame);
    this.advance();
  }

  /** Who is far behind sees the last moments and where they have led. */
  private catchUp(): void {
    if (this.waiting.filter(({ moment }) => !moment).length <= BEHIND) return;
    const moments = this.waiting.filter(({ moment }) => moment);
    this.waiting = [...moments.slice(-KEPT), this.waiting.at(-1)!];
  }

  private show({ state, moment }: Frame): void {
    const shown = this.state?.seat === state.seat ? this.state : null;
    const now = moment && shown ? during(moment, state, shown) : state;
    const moved = !shown || moment !== this.moment || shown.length !== state.length;
    const told = news(shown, now);
    if (moved) {
      this.previous = shown?.view ?? null;
      this.fresh = told;
      this.shownAt = Date.now();
    } else if (told.length > 0) this.fresh = [...this.fresh, ...told];
    if (moved || told.length > 0) this.told = told;
    const before = this.state;
    this.moment = moment;
    this.state = now;
    this.turned(before, moved);
  }
}

/** The table at a moment on the way to a state; nothing is asked of anybody. */
export function during(moment: MomentShown, to: State, around: State): State {
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

/** How long it takes to look at a moment and to read what led to it. */
export function readingTime(told: readonly LogLine[], hurried = false): number {
  const lines = told.filter(({ routine }) => !routine).length;
  return Math.min(LOOK + LINE * lines, hurried ? HURRY : LONGEST);
}

/** The lines that a player has not seen yet; after coming to a table: those of its last move. */
export function news(shown: State | null, state: State): LogLine[] {
  if (!shown || state.moves - shown.moves > LEAP) return state.events.filter(({ move }) => move === state.moves);
  // After an undo the log is another one, which ends by saying so.
  if (state.moves < shown.moves) return state.events.slice(-1).filter(({ event }) => event.event === "undone");
  return state.events.slice(shown.events.length);
}

/** The moments of a state that have not come with the one before it: answers and the stream tell some of them twice. */
export function unseen(before: State | null, state: State): MomentShown[] {
  if (!before || before.seat !== state.seat || state.moves <= before.moves) return [];
  const known = before.events.length;
  const seen = ({ kind, after }: MomentShown) =>
    before.moments.some((moment) => moment.kind === kind && moment.after === after);
  return state.moments.filter((moment) => moment.after > known || (moment.after === known && !seen(moment)));
}
