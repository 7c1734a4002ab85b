import { describe, expect, it } from "vitest";
import { applyPatch, applyUpdate, reuseLines, withWholeLog } from "../../../src/features/table/patch";
import { line, state, view } from "../../fixtures";

describe("a patch", () => {
  it("replaces and removes values, also inside objects and lists", () => {
    const old = { a: 1, b: { c: [1, { d: 2 }, 3], e: "x" }, gone: true };
    const now = applyPatch(old, { a: [null], b: { c: { 1: { d: [5] } }, f: [[]] }, gone: [] });
    expect(now).toEqual({ a: null, b: { c: [1, { d: 5 }, 3], e: "x", f: [] } });
    expect(old).toEqual({ a: 1, b: { c: [1, { d: 2 }, 3], e: "x" }, gone: true });
  });

  it("shares unchanged parts with the old value", () => {
    const old = { same: { deep: 1 }, other: { deep: 1 } };
    const now = applyPatch(old, { other: { deep: [2] } }) as typeof old;
    expect(now.same).toBe(old.same);
    expect(now.other).toEqual({ deep: 2 });
  });

  it("adds new values and replaces whole lists", () => {
    expect(applyPatch({ legal: [1, 2, 3] }, { legal: [[4]], plan: ["pass"] })).toEqual({ legal: [4], plan: ["pass"][0] });
  });
});

describe("an update", () => {
  it("results in the state of the server", () => {
    const next = state(4, { to_move: [1], legal: [] });
    const patch = { length: [4], moves: [4], to_move: [[1]], legal: [[]], view: { turn: [4] } };
    expect(applyUpdate(state(3), { since: 4, events: [line(4)], moments: [], patch })).toEqual(next);
  });

  it("may repeat known lines", () => {
    const now = applyUpdate(state(3), { since: 3, events: [line(3), line(4)], moments: [], patch: {} });
    expect(now?.events.map(({ move }) => move)).toEqual([0, 1, 2, 3, 4]);
  });

  it("that leaves a gap is rejected", () => {
    expect(applyUpdate(state(1), { since: 7, events: [], moments: [], patch: {} })).toBeNull();
  });
});

describe("an answer", () => {
  it("continues the log of the state in which the request was sent", () => {
    const answer = state(4, { since: 4, events: [line(4)] });
    expect(withWholeLog(answer, state(3))).toEqual(state(4));
    expect(withWholeLog(answer, state(6))?.events).toHaveLength(5);
  });

  it("with the whole log stands alone; one for another seat is rejected", () => {
    expect(withWholeLog(state(4), null)).toEqual(state(4));
    expect(withWholeLog(state(4, { since: 2 }), null)).toBeNull();
    expect(withWholeLog(state(4, { since: 2 }), state(3, { seat: 1, view: view(3) }))).toBeNull();
  });
});

describe("a log", () => {
  it("reuses known lines when it has grown", () => {
    const known = [line(0), line(1)];
    const now = reuseLines(known, [line(0), line(1), line(2)]);
    expect(now.map(({ move }) => move)).toEqual([0, 1, 2]);
    expect(now[1]).toBe(known[1]);
    expect(reuseLines(known, [line(0), line(1)])).toBe(known);
  });

  it("is replaced after an undo", () => {
    const log = [line(0), line(0, { event: { event: "undone", seat: 1, moves: 0 } }), line(1)];
    expect(reuseLines([line(0), line(1)], log)).toBe(log);
  });
});
