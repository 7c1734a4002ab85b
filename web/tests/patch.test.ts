import { describe, expect, it } from "vitest";
import { completed, patched, rejoined, updated } from "../src/lib/patch";
import { line, state, view } from "./tables";

describe("a patch", () => {
  it("replaces, removes, and goes into objects and lists", () => {
    const old = { a: 1, b: { c: [1, { d: 2 }, 3], e: "x" }, gone: true };
    const now = patched(old, { a: [null], b: { c: { 1: { d: [5] } }, f: [[]] }, gone: [] });
    expect(now).toEqual({ a: null, b: { c: [1, { d: 5 }, 3], e: "x", f: [] } });
    expect(old).toEqual({ a: 1, b: { c: [1, { d: 2 }, 3], e: "x" }, gone: true });
  });

  it("shares what has not changed with the old value", () => {
    const old = { same: { deep: 1 }, other: { deep: 1 } };
    const now = patched(old, { other: { deep: [2] } }) as typeof old;
    expect(now.same).toBe(old.same);
    expect(now.other).toEqual({ deep: 2 });
  });

  it("puts a new value where there was none, and a list in place of another", () => {
    expect(patched({ legal: [1, 2, 3] }, { legal: [[4]], plan: ["pass"] })).toEqual({ legal: [4], plan: ["pass"][0] });
  });
});

describe("an update", () => {
  it("gives the state that the server has", () => {
    const next = state(4, { to_move: [1], legal: [] });
    const patch = { length: [4], moves: [4], to_move: [[1]], legal: [[]], view: { turn: [4] } };
    expect(updated(state(3), { since: 4, events: [line(4)], moments: [], patch })).toEqual(next);
  });

  it("may begin its lines before the end of the known log", () => {
    const now = updated(state(3), { since: 3, events: [line(3), line(4)], moments: [], patch: {} });
    expect(now?.events.map(({ move }) => move)).toEqual([0, 1, 2, 3, 4]);
  });

  it("that leaves a gap is none", () => {
    expect(updated(state(1), { since: 7, events: [], moments: [], patch: {} })).toBeNull();
  });
});

describe("an answer", () => {
  it("begins where the log ended in the state that it answers to", () => {
    const answer = state(4, { since: 4, events: [line(4)] });
    expect(completed(answer, state(3))).toEqual(state(4));
    expect(completed(answer, state(6))?.events).toHaveLength(5);
  });

  it("that is whole needs nothing else, and one to somebody else is of no use", () => {
    expect(completed(state(4), null)).toEqual(state(4));
    expect(completed(state(4, { since: 2 }), null)).toBeNull();
    expect(completed(state(4, { since: 2 }), state(3, { seat: 1, view: view(3) }))).toBeNull();
  });
});

describe("a log", () => {
  it("keeps its known lines when it has grown", () => {
    const known = [line(0), line(1)];
    const now = rejoined(known, [line(0), line(1), line(2)]);
    expect(now.map(({ move }) => move)).toEqual([0, 1, 2]);
    expect(now[1]).toBe(known[1]);
    expect(rejoined(known, [line(0), line(1)])).toBe(known);
  });

  it("is another one after an undo", () => {
    const log = [line(0), line(0, { event: { event: "undone", seat: 1, moves: 0 } }), line(1)];
    expect(rejoined([line(0), line(1)], log)).toBe(log);
  });
});
