import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { newLines, newMoments, Playback, readingTime, stateAtMoment, watchingTime } from "../../../src/features/table/playback.svelte";
import type { State } from "../../../src/lib/types";
import { line, moment, offer, state } from "../../fixtures";

let playback: Playback;
let hurried: boolean;
const shown: (number | string)[] = [];

/** What has been shown: the lengths of states, and "m" with the number of lines for moments. */
function turned(): void {
  const now = playback.state!;
  shown.push(playback.moment ? `m${now.events.length}` : now.length);
}

const pass = (milliseconds: number): void => void vi.advanceTimersByTime(milliseconds);

function hide(hidden: boolean): void {
  vi.spyOn(document, "hidden", "get").mockReturnValue(hidden);
  document.dispatchEvent(new Event("visibilitychange"));
}

beforeEach(() => {
  vi.useFakeTimers();
  shown.length = 0;
  hurried = false;
  playback = new Playback(turned, () => hurried);
  playback.add(state(1), []);
  pass(1000);
});
afterEach(() => {
  playback.stop();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe("the pace", () => {
  const rival = (move: number, more = {}) => line(move, { event: { event: "drew", seat: 1, item: null }, ...more });

  it("gives more time to more lines, and little to the user's own and to routine", () => {
    expect(watchingTime([rival(1)], 0)).toBeLessThan(watchingTime([rival(1), rival(1)], 0));
    expect(watchingTime(Array.from({ length: 50 }, () => rival(1)), 0)).toBe(2000);
    expect(watchingTime([line(1), rival(1, { routine: true })], 0)).toBe(350);
  });

  it.each([[2, 1800], [0.5, 450]])("of %s changes how long a move is shown", (factor, time) => {
    playback.stop();
    playback = new Playback(turned, undefined, () => factor);
    shown.length = 0;
    const rivals = (length: number) => state(length, { events: Array.from({ length: length + 1 }, (_, move) => rival(move)) });
    for (const length of [1, 2]) playback.add(rivals(length), []);
    pass(time - 1);
    expect(shown).toEqual([1]);
    pass(1);
    expect(shown).toEqual([1, 2]);
  });

  it("of 0 shows the newest state at once, without moments", () => {
    playback.stop();
    playback = new Playback(turned, undefined, () => 0);
    shown.length = 0;
    playback.add(state(1), []);
    playback.add(state(2), [moment(2)]);
    pass(0);
    expect(shown).toEqual([1, 2]);
  });
});

describe("the past", () => {
  beforeEach(() => {
    for (const length of [2, 3]) {
      playback.add(state(length, { legal: [offer] }), []);
      pass(3000);
    }
    shown.length = 0;
  });

  it("can be watched again, step by step, without anything to decide", () => {
    playback.back();
    expect([shown, playback.reviewing, playback.state?.legal]).toEqual([[2], true, []]);
    playback.back();
    expect([shown, playback.hasPast]).toEqual([[2, 1], false]);
    playback.back();
    playback.forward();
    expect(shown).toEqual([2, 1, 2]);
    playback.forward();
    expect([playback.reviewing, playback.state?.length, playback.state?.legal]).toEqual([false, 3, [offer]]);
  });

  it("is left only on request, whatever happens meanwhile", () => {
    playback.back();
    playback.add(state(4), []);
    playback.add(state(4, { changes: 1 }), []);
    pass(9000);
    expect([playback.state?.length, playback.waiting]).toEqual([2, 1]);
    playback.resume();
    pass(9000);
    expect([playback.state?.length, playback.waiting]).toEqual([4, 0]);
  });

  it("is left by a state that answers a request", () => {
    playback.back();
    playback.add(state(4), [], true);
    expect([playback.reviewing, playback.state?.length]).toEqual([false, 4]);
  });

  it("is not needed to catch up with the present", () => {
    for (const length of [4, 5, 6]) playback.add(state(length), []);
    playback.finish();
    expect([playback.state?.length, playback.waiting]).toEqual([6, 0]);
  });
});

describe("a moment", () => {
  it("is shown before its state for as long as reading takes", () => {
    playback.add(state(2), [moment(2)], true);
    expect(shown).toEqual([1, "m2"]);
    expect(playback.moment?.kind).toBe("round");
    expect(playback.state?.view).toMatchObject({ turn: 102 });
    expect(playback.state?.legal).toEqual([]);
    pass(readingTime([]) - 1);
    expect(shown).toHaveLength(2);
    pass(1000);
    expect(shown).toEqual([1, "m2", 2]);
    expect(playback.moment).toBeNull();
  });

  it("has the lines up to it; its state has the rest", () => {
    const next = state(2, { events: [line(0), line(1), line(2), line(2), line(2)] });
    playback.add(next, [moment(3), moment(4)], true);
    expect([playback.fresh, playback.previous]).toMatchObject([[line(2)], { turn: 1 }]);
    pass(9000);
    expect(shown).toEqual([1, "m3", "m4", 2]);
    expect([playback.fresh, playback.previous]).toMatchObject([[line(2)], { turn: 104 }]);
  });

  it("stays longer with more lines, up to a limit", () => {
    const told = (lines: number) => Array.from({ length: lines }, () => line(1));
    expect(readingTime(told(3))).toBeGreaterThan(readingTime(told(1)));
    expect(readingTime(told(100))).toBe(readingTime(told(99)));
    expect(readingTime([...told(1), line(1, { routine: true })])).toBe(readingTime(told(1)));
    expect(readingTime(told(9), true)).toBeLessThan(readingTime(told(9)));
  });

  it("can be skipped, but not by a double click", () => {
    playback.add(state(2), [moment(1), moment(2)], true);
    playback.skip();
    expect(shown).toEqual([1, "m1"]);
    pass(300);
    playback.skip();
    expect(shown).toEqual([1, "m1", "m2"]);
    pass(300);
    playback.skip();
    playback.skip();
    expect(shown).toEqual([1, "m1", "m2", 2]);
  });

  it("waits until the page is visible", () => {
    hide(true);
    playback.add(state(2), [moment(2)]);
    pass(60_000);
    expect(shown).toEqual([1, "m2"]);
    hide(false);
    pass(readingTime([]) - 1);
    expect(shown).toEqual([1, "m2"]);
    pass(1000);
    expect(shown).toEqual([1, "m2", 2]);
  });

  it("stays when something outside the game changes", () => {
    playback.add(state(2), [moment(2)], true);
    playback.add(state(2, { changes: 1 }), [], true);
    expect(shown).toEqual([1, "m2"]);
    pass(9000);
    expect([shown, playback.state?.changes]).toEqual([[1, "m2", 2], 1]);
  });

  it("keeps the rest of the table as it was", () => {
    const over = state(2, { over: true, to_move: [], lesson: null });
    const around = stateAtMoment(moment(2), over, state(1));
    expect(around).toMatchObject({ length: 1, moves: 1, over: false, result: null, to_move: [], prompt: { id: "moment.round" } });
  });
});

describe("states", () => {
  it("that arrive quickly are shown one after the other", () => {
    playback.add(state(2), []);
    playback.add(state(3), []);
    pass(1);
    expect(shown).toEqual([1, 2]);
    pass(700);
    expect(shown).toEqual([1, 2, 3]);
  });

  it("are skipped if too many wait and time is short, except for the last moments", () => {
    hurried = true;
    playback.add(state(2), []);
    pass(1);
    for (let length = 3; length < 12; length += 1) playback.add(state(length), length === 9 ? [moment(9)] : []);
    pass(20_000);
    expect(shown).toEqual([1, 2, "m9", 11]);
  });

  it("are shown at once if they answer a request, even if they are queued already", () => {
    playback.add(state(2), []);
    pass(1);
    playback.add(state(3), []);
    playback.add(state(4), [moment(5)]);
    playback.add(state(4), [], true);
    expect(shown).toEqual([1, 2, "m5"]);
    pass(9000);
    expect(shown).toEqual([1, 2, "m5", 4]);
  });

  it("are shown at once on a hidden page", () => {
    hide(true);
    playback.add(state(2), []);
    playback.add(state(3), []);
    expect(shown).toEqual([1, 2, 3]);
  });

  it("of another seat are shown at once, without a previous view", () => {
    playback.add(state(2, { seat: 1 }), [moment(2)]);
    expect(shown).toEqual([1, 2]);
    expect(playback.previous).toBeNull();
  });

  it("with lines from outside the game add them to the new lines", () => {
    const left = line(1, { event: { event: "left", seat: 1, policy: "bot" } });
    const { fresh } = playback;
    playback.add(state(1, { events: [...state(1).events, left], changes: 1 }), []);
    expect(playback.fresh).toEqual([...fresh, left]);
    expect(playback.announced).toEqual([left]);
    playback.add(state(1, { events: [...state(1).events, left], changes: 2 }), []);
    expect(playback.announced).toEqual([left]);
  });
});

describe("new lines", () => {
  const moves = (...lines: { move: number }[]) => lines.map(({ move }) => move);

  it("are those of the last move on arrival or after a leap", () => {
    expect(moves(...newLines(null, state(3)))).toEqual([3]);
    expect(moves(...newLines(state(1), state(30)))).toEqual([30]);
  });

  it("are all lines since the shown state", () => {
    expect(moves(...newLines(state(1), state(3)))).toEqual([2, 3]);
  });

  it("report an undo", () => {
    const undone = line(1, { event: { event: "undone", seat: 0, moves: 1 } });
    expect(newLines(state(3), state(4, { moves: 1, events: [line(0), line(1), undone] }))).toEqual([undone]);
  });
});

describe("new moments", () => {
  const withMoments = (length: number, ...after: number[]): State => state(length, { moments: after.map((each) => moment(each)) });

  it("do not include those that an answer has brought already", () => {
    expect(newMoments(state(1), withMoments(2, 2, 3)).map(({ after }) => after)).toEqual([2, 3]);
    expect(newMoments(withMoments(2, 2, 3), withMoments(2, 2, 3))).toEqual([]);
    expect(newMoments(withMoments(2, 2, 3), withMoments(3, 2, 3, 4)).map(({ after }) => after)).toEqual([4]);
  });

  it("do not include those that the user has not followed", () => {
    expect(newMoments(null, withMoments(2, 2))).toEqual([]);
    expect(newMoments(state(3), withMoments(2, 2))).toEqual([]);
    expect(newMoments(state(1, { seat: 1 }), withMoments(2, 2))).toEqual([]);
  });
});
