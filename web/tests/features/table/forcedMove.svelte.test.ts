import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Narrowing } from "../../../src/board/narrowing.svelte";
import { FORCED_PAUSE, ForcedMove } from "../../../src/features/table/forcedMove.svelte";
import { offer } from "../../fixtures";

const play = vi.fn();
let forced: ForcedMove;
const decision = () => new Narrowing([offer]);

beforeEach(() => {
  vi.useFakeTimers();
  play.mockClear();
  forced = new ForcedMove(play);
});

afterEach(() => {
  vi.useRealTimers();
});

describe("a forced move", () => {
  it("is shown for a moment and then played once", () => {
    forced.follow(decision());
    expect(forced.pending).toBe(offer);
    vi.advanceTimersByTime(FORCED_PAUSE - 1);
    expect(play).not.toHaveBeenCalled();
    vi.advanceTimersByTime(FORCED_PAUSE);
    expect(play.mock.calls).toEqual([[offer]]);
    expect(forced.pending).toBeNull();
  });

  it("can be played at once, and is then not played again", () => {
    forced.follow(decision());
    forced.playNow();
    vi.advanceTimersByTime(2 * FORCED_PAUSE);
    expect(play).toHaveBeenCalledTimes(1);
  });

  it("waits for the user who stops it, also when the table changes meanwhile", () => {
    const stopped = decision();
    const leave = forced.follow(stopped);
    forced.stop(stopped);
    leave();
    forced.follow(stopped);
    vi.advanceTimersByTime(2 * FORCED_PAUSE);
    expect(play).not.toHaveBeenCalled();
    forced.follow(decision());
    vi.advanceTimersByTime(FORCED_PAUSE);
    expect(play).toHaveBeenCalledTimes(1);
  });

  it("is not played once the decision is gone", () => {
    forced.follow(decision())();
    forced.follow(null);
    vi.advanceTimersByTime(2 * FORCED_PAUSE);
    expect(play).not.toHaveBeenCalled();
  });
});
