import { describe, expect, it } from "vitest";
import { beforeScoring, turnsOf } from "../../../src/features/log/turns";
import { seatOf } from "../../../src/lib/events";
import type { EventOf, LogLine } from "../../../src/lib/types";
import { line } from "../../fixtures";

const by = (move: number, seat: number, more: Partial<LogLine> = {}): LogLine => line(move, { event: { event: "drew", seat, item: null }, ...more });
const engine = (move: number, event: EventOf<"hanamikoji">, more: Partial<LogLine> = {}): LogLine => line(move, { event, ...more });
const ready = (move: number, seat: number) => engine(move, { event: "ready", seat }, { routine: true });
const dealt = engine(0, { event: "dealt", round: 1, first: 0 });

const shape = (lines: LogLine[]) => turnsOf(lines).map(({ seat, lines: own }) => [seat, own.length]);

describe("turns of the log", () => {
  it("join consecutive moves of a player", () => {
    expect(shape([dealt, by(1, 0), by(1, 1), by(2, 0), by(3, 1), by(4, 0)])).toEqual([[null, 1], [0, 3], [1, 1], [0, 1]]);
  });

  it("absorb a following move with routine lines only", () => {
    expect(shape([by(1, 0), by(2, 1, { routine: true }), by(3, 1)])).toEqual([[0, 2], [1, 1]]);
  });

  it("belong to nobody if they reveal sealed choices", () => {
    expect(shape([by(1, 0), ready(2, 0), ready(3, 1), by(3, 0), by(3, 1)])).toEqual([[0, 2], [null, 3]]);
  });

  it("keep undos, departures and returns apart", () => {
    const left = engine(1, { event: "left", seat: 1, policy: "bot" });
    const back = engine(1, { event: "returned", seat: 1 });
    const turns = turnsOf([by(1, 0), left, back, by(2, 0)]);
    expect(turns.map(({ seat, aside, start }) => [seat, aside, start])).toEqual([[0, false, 0], [1, true, 1], [1, true, 2], [0, false, 3]]);
  });

  it("are reused when the log grows", () => {
    const lines = [dealt, by(1, 0), by(2, 1)];
    const known = turnsOf(lines);
    const grown = turnsOf([...lines, by(3, 1), by(4, 0)], known);
    expect(grown).toEqual(turnsOf([...lines, by(3, 1), by(4, 0)]));
    expect(grown[1]).toBe(known[1]);
  });

  it("are computed from scratch for another log", () => {
    const known = turnsOf([dealt, by(1, 0), by(2, 1)]);
    expect(turnsOf([dealt, by(1, 1)], known)).toEqual(turnsOf([dealt, by(1, 1)]));
    expect(turnsOf([], known)).toEqual([]);
  });

  it("use the seat that an event names", () => {
    expect([seatOf(by(1, 1)), seatOf(dealt)]).toEqual([1, null]);
  });
});

it("the log before the final scoring tells neither points nor winner", () => {
  const scored = engine(2, { event: "counted", seat: 0, geishas: 4, charm: 11 });
  const won = engine(2, { event: "won", winners: [0] });
  const lines = [dealt, scored, by(1, 0), by(2, 1)];
  expect(beforeScoring([...lines, scored, scored, won])).toEqual(lines);
  expect(beforeScoring(lines)).toEqual(lines);
});
