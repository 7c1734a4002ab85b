import { flushSync } from "svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ScoringShow, showScoringAtEnd } from "../../src/board/scoringShow.svelte";
import { connectedGroups, scoringStep, type ScoringStep } from "../../src/board/scoringSteps";
import { line } from "../fixtures";

const STEPS = ["palaces", "temples"].map((source) =>
  scoringStep(source, [line(9, { event: { event: "counted", seat: 1, charm: 2, geishas: 0 } })], 2, (event) => ("charm" in event ? event.charm : 0)),
);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A board at the end of its game, with the `show` events that it has dispatched. */
function board(ended: boolean) {
  const region = document.createElement("div");
  const dispatched: boolean[] = [];
  region.addEventListener("show", (event) => dispatched.push((event as CustomEvent<boolean>).detail));
  let over = $state(ended);
  let show!: ScoringShow<ScoringStep>;
  const stop = $effect.root(() => {
    show = showScoringAtEnd(() => STEPS, () => over, () => region);
  });
  flushSync();
  return { dispatched, show, stop, end: () => { over = true; flushSync(); } };
}

describe("the scoring show", () => {
  it("adds up the points of its lines", () => {
    expect(STEPS.map(({ gains }) => gains)).toEqual([[0, 2], [0, 2]]);
  });

  it("counts step by step until all are counted", () => {
    const show = new ScoringShow();
    show.start(STEPS);
    expect([show.step, show.counted]).toEqual([null, 0]);
    vi.advanceTimersByTime(1000);
    expect([show.step?.source, show.counted]).toEqual(["palaces", 1]);
    vi.advanceTimersByTime(5000);
    expect([show.running, show.counted]).toEqual([false, 2]);
  });

  it("can be skipped", () => {
    const show = new ScoringShow();
    show.start(STEPS);
    show.skip();
    expect([show.running, show.counted]).toEqual([false, 2]);
  });

  it("does not run with reduced motion: everything is counted at once", () => {
    vi.stubGlobal("matchMedia", () => ({ matches: true }));
    const show = new ScoringShow();
    show.start(STEPS);
    expect([show.running, show.counted]).toEqual([false, Infinity]);
  });

  it("starts by itself if the user sees the game end, and dispatches events", () => {
    const { dispatched, show, stop, end } = board(false);
    end();
    expect(show.running).toBe(true);
    show.skip();
    flushSync();
    expect(dispatched).toEqual([false, true, false]);
    stop();
  });

  it("does not start by itself if the game is already over", () => {
    const { show, stop } = board(true);
    expect(show.running).toBe(false);
    stop();
  });
});

describe("connected groups", () => {
  it("contain places that are linked, directly or not", () => {
    const roads = ["ab", "bc", "de"];
    const touch = (one: string, other: string) => roads.includes(one + other) || roads.includes(other + one);
    expect(connectedGroups(["a", "e", "c", "d", "b", "f"], touch)).toEqual([["a", "b", "c"], ["e", "d"], ["f"]]);
  });
});
