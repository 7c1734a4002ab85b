import { describe, expect, it } from "vitest";
import { reach, reviewedOf, smoothed } from "../../../src/features/insights/course";
import { sharedFeats } from "../../../src/features/insights/sharedFeats";
import { featsOf, shelf } from "../../../src/games";
import { pageOf } from "../../../src/lib/router.svelte";

describe("luck and own moves over time", () => {
  it("leaves out games without a review, and counts games out of 100", () => {
    const game = { at: "2026-01-01", won: true };
    const points = [
      { ...game, table: "a", skill: -0.12, luck: 0.3 },
      { ...game, table: "b", skill: null, luck: null },
    ];
    expect(reviewedOf(points)).toEqual([{ ...game, table: "a", skill: -12, luck: 30 }]);
  });

  it("is a mean of the last games", () => {
    expect(smoothed([10, 20, 30], 2)).toEqual([10, 15, 25]);
    expect(smoothed([])).toEqual([]);
  });

  it("has a scale that holds all numbers and does not magnify small ones", () => {
    expect(reach([3, -4])).toBe(20);
    expect(reach([3, -41])).toBe(50);
  });
});

describe("feats", () => {
  it("have a token and sketches in every game, none of them twice", () => {
    for (const game of shelf) {
      const drawn = featsOf(game)!;
      const sketches = [...Object.values(drawn.sketches), ...Object.values(sharedFeats)];
      expect(drawn.token).toBeTruthy();
      expect(new Set(sketches).size).toBe(sketches.length);
    }
  });
});

describe("addresses", () => {
  it("lead to one's own play and to a line of an opening", () => {
    expect(pageOf("/insights")).toEqual({ name: "insights", game: null });
    expect(pageOf("/insights/han")).toEqual({ name: "insights", game: "han" });
    expect(pageOf("/openings/han", "?line=a:b/c:d")).toEqual({ name: "openings", game: "han", line: "a:b/c:d" });
    expect(pageOf("/openings")).toEqual({ name: "lost" });
  });
});
