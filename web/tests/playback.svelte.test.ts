import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { during, news, Playback, readingTime, unseen } from "../src/lib/playback.svelte";
import type { State } from "../src/lib/types";
import { line, moment, state } from "./tables";

let playback: Playback;
let hurried: boolean;
const shown: (number | string)[] = [];

/** What has been on the table: the lengths of states, “m” and the number of lines for moments. */
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

describe("a moment", () => {
  it("is shown before the state that it leads to, as long as it takes to read", () => {
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

  it("tells what led to it, and the state after it the rest", () => {
    const next = state(2, { events: [line(0), line(1), line(2), line(2), line(2)] });
    playback.add(next, [moment(3), moment(4)], true);
    expect([playback.fresh, playback.previous]).toMatchObject([[line(2)], { turn: 1 }]);
    pass(9000);
    expect(shown).toEqual([1, "m3", "m4", 2]);
    expect([playback.fresh, playback.previous]).toMatchObject([[line(2)], { turn: 104 }]);
  });

  it("stays longer the more there is to read, but not for ever", () => {
    const told = (lines: number) => Array.from({ length: lines }, () => line(1));
    expect(readingTime(told(3))).toBeGreaterThan(readingTime(told(1)));
    expect(readingTime(told(100))).toBe(readingTime(told(99)));
    expect(readingTime([...told(1), line(1, { routine: true })])).toBe(readingTime(told(1)));
    expect(readingTime(told(9), true)).toBeLessThan(readingTime(told(9)));
  });

  it("is skipped when somebody has seen enough, but not by a double click", () => {
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

  it("waits until somebody looks", () => {
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

  it("does not go away when something beside the game changes", () => {
    playback.add(state(2), [moment(2)], true);
    playback.add(state(2, { changes: 1 }), [], true);
    expect(shown).toEqual([1, "m2"]);
    pass(9000);
    expect([shown, playback.state?.changes]).toEqual([[1, "m2", 2], 1]);
  });

  it("leaves the table around it as it was", () => {
    const over = state(2, { over: true, to_move: [], lesson: null });
    const around = during(moment(2), over, state(1));
    expect(around).toMatchObject({ length: 1, moves: 1, over: false, result: null, to_move: [], prompt: { id: "moment.round" } });
  });
});

describe("states", () => {
  it("that come quickly are shown one after the other", () => {
    playback.add(state(2), []);
    playback.add(state(3), []);
    pass(1);
    expect(shown).toEqual([1, 2]);
    pass(700);
    expect(shown).toEqual([1, 2, 3]);
  });

  it("too many to be shown are skipped, but not the last moments", () => {
    playback.add(state(2), []);
    pass(1);
    for (let length = 3; length < 12; length += 1) playback.add(state(length), length === 9 ? [moment(9)] : []);
    pass(20_000);
    expect(shown).toEqual([1, 2, "m9", 11]);
  });

  it("are shown at once if they answer oneself, also when others have told of them before", () => {
    playback.add(state(2), []);
    pass(1);
    playback.add(state(3), []);
    playback.add(state(4), [moment(5)]);
    playback.add(state(4), [], true);
    expect(shown).toEqual([1, 2, "m5"]);
    pass(9000);
    expect(shown).toEqual([1, 2, "m5", 4]);
  });

  it("are shown at once where nobody looks", () => {
    hide(true);
    playback.add(state(2), []);
    playback.add(state(3), []);
    expect(shown).toEqual([1, 2, 3]);
  });

  it("of another seat are shown at once, without what the first one saw", () => {
    playback.add(state(2, { seat: 1 }), [moment(2)]);
    expect(shown).toEqual([1, 2]);
    expect(playback.previous).toBeNull();
  });

  it("with lines beside the game add them to what is new", () => {
    const left = line(1, { event: { event: "left", seat: 1, policy: "bot" } });
    const { fresh } = playback;
    playback.add(state(1, { events: [...state(1).events, left], changes: 1 }), []);
    expect(playback.fresh).toEqual([...fresh, left]);
    expect(playback.told).toEqual([left]);
    playback.add(state(1, { events: [...state(1).events, left], changes: 2 }), []);
    expect(playback.told).toEqual([left]);
  });
});

describe("news", () => {
  const moves = (...news: { move: number }[]) => news.map(({ move }) => move);

  it("are the last move for somebody who comes to a table, or after a leap", () => {
    expect(moves(...news(null, state(3)))).toEqual([3]);
    expect(moves(...news(state(1), state(30)))).toEqual([30]);
  });

  it("are all lines that have come since", () => {
    expect(moves(...news(state(1), state(3)))).toEqual([2, 3]);
  });

  it("say that moves were taken back", () => {
    const undone = line(1, { event: { event: "undone", seat: 0, moves: 1 } });
    expect(news(state(3), state(4, { moves: 1, events: [line(0), line(1), undone] }))).toEqual([undone]);
  });
});

describe("moments", () => {
  const withMoments = (length: number, ...after: number[]): State => state(length, { moments: after.map((each) => moment(each)) });

  it("that an answer has brought are not shown again when the stream tells of them", () => {
    expect(unseen(state(1), withMoments(2, 2, 3)).map(({ after }) => after)).toEqual([2, 3]);
    expect(unseen(withMoments(2, 2, 3), withMoments(2, 2, 3))).toEqual([]);
    expect(unseen(withMoments(2, 2, 3), withMoments(3, 2, 3, 4)).map(({ after }) => after)).toEqual([4]);
  });

  it("of a game that nobody has followed are not shown", () => {
    expect(unseen(null, withMoments(2, 2))).toEqual([]);
    expect(unseen(state(3), withMoments(2, 2))).toEqual([]);
    expect(unseen(state(1, { seat: 1 }), withMoments(2, 2))).toEqual([]);
  });
});
