import { describe, expect, it, vi } from "vitest";
import { chancesByMove, inPercent, remaining, ReviewRequest, spreadLabels } from "../../../src/features/review/review.svelte";
import type { Review } from "../../../src/features/review/types";

describe("a review", () => {
  it("has chances before each move and at the end", () => {
    const decision = { chances: [0.4, 0.6] } as Review["decisions"][number];
    const review = { iterations: 1, decisions: [decision], end: [1, 0], turns: [], players: [] };
    expect(chancesByMove(review)).toEqual([[0.4, 0.6], [1, 0]]);
  });

  it("has whole percentages that add up", () => {
    const row = inPercent({ seat: 0, start: 0.334, skill: -0.126, others: 0.247, luck: 0.545, end: 1, mistakes: 0 });
    expect(row).toEqual({ start: 33, skill: -13, others: 25, luck: 55, end: 100 });
    expect(row.start + row.skill + row.others + row.luck).toBe(row.end);
  });

  it("tells the time it still takes in round numbers", () => {
    expect(remaining(1)).toEqual({ unit: "seconds", n: 5 });
    expect(remaining(23)).toEqual({ unit: "seconds", n: 25 });
    expect(remaining(100)).toEqual({ unit: "minutes", n: 2 });
  });

  it("is polled until it is stopped", async () => {
    vi.useFakeTimers();
    const states = ["waiting", "running", "stopped"];
    const fetched = vi.spyOn(globalThis, "fetch").mockImplementation(() => Promise.resolve(Response.json({ state: states.shift(), review: null })));
    const request = new ReviewRequest("abc");
    await request.open();
    await vi.advanceTimersByTimeAsync(1000);
    expect([request.shown?.state, request.done]).toEqual(["running", false]);
    await request.stop();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(fetched.mock.calls.map(([url]) => String(url).split("/").at(-1))).toEqual(["review", "review", "stop"]);
    fetched.mockRestore();
    vi.useRealTimers();
  });

  it("keeps labels apart and inside the chart", () => {
    expect(spreadLabels([100, 0, 100, 100], 20, 0, 110)).toEqual([70, 0, 90, 110]);
    expect(spreadLabels([50], 20, 0, 110)).toEqual([50]);
  });
});
