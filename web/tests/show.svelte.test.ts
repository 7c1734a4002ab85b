import { flushSync } from "svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { groups, showStep } from "../src/lib/show";
import { Showing, showAtEnd } from "../src/lib/showing.svelte";
import type { ShowStep } from "../src/lib/show";
import { line } from "./tables";

const STEPS = ["palaces", "temples"].map((source) =>
  showStep(source, [line(9, { event: { event: "counted", seat: 1, charm: 2, geishas: 0 } })], 2, (event) => ("charm" in event ? event.charm : 0)),
);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A board that shows the end of its game; returns what its frame hears. */
function board(ended: boolean) {
  const region = document.createElement("div");
  const heard: boolean[] = [];
  region.addEventListener("show", (event) => heard.push((event as CustomEvent<boolean>).detail));
  let over = $state(ended);
  let showing!: Showing<ShowStep>;
  const stop = $effect.root(() => {
    showing = showAtEnd(() => STEPS, () => over, () => region);
  });
  flushSync();
  return { heard, showing, stop, end: () => { over = true; flushSync(); } };
}

describe("the show of the final scoring", () => {
  it("sums up what its lines say", () => {
    expect(STEPS.map(({ gains }) => gains)).toEqual([[0, 2], [0, 2]]);
  });

  it("goes step by step and then is over", () => {
    const showing = new Showing();
    showing.start(STEPS);
    expect([showing.step, showing.counted]).toEqual([null, 0]);
    vi.advanceTimersByTime(1000);
    expect([showing.step?.source, showing.counted]).toEqual(["palaces", 1]);
    vi.advanceTimersByTime(5000);
    expect([showing.going, showing.counted]).toEqual([false, 2]);
  });

  it("can be skipped", () => {
    const showing = new Showing();
    showing.start(STEPS);
    showing.skip();
    expect([showing.going, showing.counted]).toEqual([false, 2]);
  });

  it("is not shown to who wants no motion: all is counted at once", () => {
    vi.stubGlobal("matchMedia", () => ({ matches: true }));
    const showing = new Showing();
    showing.start(STEPS);
    expect([showing.going, showing.counted]).toEqual([false, Infinity]);
  });

  it("begins by itself for who saw the game end, and the frame hears of it", () => {
    const { heard, showing, stop, end } = board(false);
    end();
    expect(showing.going).toBe(true);
    showing.skip();
    flushSync();
    expect(heard).toEqual([false, true, false]);
    stop();
  });

  it("waits to be asked for by who comes later", () => {
    const { showing, stop } = board(true);
    expect(showing.going).toBe(false);
    stop();
  });
});

describe("groups", () => {
  it("hold what is joined", () => {
    const roads = ["ab", "bc", "de"];
    const touch = (one: string, other: string) => roads.includes(one + other) || roads.includes(other + one);
    expect(groups(["a", "e", "c", "d", "b", "f"], touch)).toEqual([["a", "b", "c"], ["e", "d"], ["f"]]);
  });
});
