import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { momentPath, momentQuery, Replay } from "../../../src/features/replay/replay.svelte";
import type { State } from "../../../src/lib/types";
import { line, moment, state, view } from "../../fixtures";

const LAST = 4;
/** Move 2 has two moments: after its first and after its second line. */
const EVENTS = [line(0), line(1), line(2), line(2), line(2), line(3), line(4)];

function at(move: number): State {
  const events = EVENTS.filter((event) => event.move <= move);
  return state(LAST, { moves: move, view: view(move), events, moments: move === 2 ? [moment(3), moment(4)] : [], over: move === LAST, seat: null });
}

let replay: Replay;
const requested: string[] = [];

beforeEach(async () => {
  requested.length = 0;
  vi.stubGlobal("fetch", (path: string) => {
    requested.push(path);
    const move = /move=(\d+)/.exec(path)?.[1] ?? LAST;
    return Promise.resolve(new Response(JSON.stringify(at(Number(move)))));
  });
  replay = new Replay("t1");
  await replay.open(1);
});
afterEach(() => void vi.unstubAllGlobals());

/** The shown move and the moment inside it. */
const place = () => momentQuery(replay);

describe("a replay", () => {
  it("steps through the moments of a move, then to its end", async () => {
    const visited = [];
    while (!replay.atEnd) {
      await replay.forward();
      visited.push(place());
    }
    expect(visited).toEqual(["?move=2&moment=1", "?move=2&moment=2", "?move=2", "?move=3", "?move=4"]);
  });

  it("steps back the same way", async () => {
    await replay.go(3);
    const visited = [];
    while (!replay.atStart) {
      await replay.back();
      visited.push(place());
    }
    expect(visited).toEqual(["?move=2", "?move=2&moment=2", "?move=2&moment=1", "?move=1", "?move=0"]);
  });

  it("shows a moment with its own view and the log up to it", async () => {
    await replay.forward();
    expect(replay.state?.view).toMatchObject({ turn: 103 });
    expect([replay.fresh, replay.state?.events.length, replay.previous]).toEqual([[line(2)], 3, view(1)]);
    await replay.forward();
    expect([replay.moment?.after, replay.fresh]).toEqual([4, [line(2)]]);
    await replay.forward();
    expect([replay.moment, replay.fresh, replay.state?.events.length]).toEqual([null, [line(2)], 5]);
  });

  it("marks the whole move as new after a jump", async () => {
    await replay.go(4);
    await replay.go(2);
    expect(replay.fresh).toEqual([line(2), line(2), line(2)]);
  });

  it("queues quick steps", async () => {
    await Promise.all([replay.forward(), replay.forward(), replay.forward(), replay.forward()]);
    expect([place(), replay.busy]).toEqual(["?move=3", false]);
  });

  it("opens at a given moment, or at the move if there is no such moment", async () => {
    await replay.open(2, 2);
    expect([place(), replay.moment?.after]).toEqual(["?move=2&moment=2", 4]);
    await replay.open(2, 7);
    expect([place(), replay.moment]).toEqual(["?move=2", null]);
    await replay.open(3, 1);
    expect(place()).toBe("?move=3");
  });

  it("keeps its moment when the seat changes, and has a path for it", async () => {
    await replay.open(2, 1);
    await replay.viewFrom(1);
    expect(requested.at(-1)).toContain("seat=1");
    expect(momentPath(replay)).toBe("/table/t1?move=2&moment=1&seat=1");
  });
});
