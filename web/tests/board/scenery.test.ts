import { describe, expect, it } from "vitest";
import type { Point } from "../../src/board/drawing";
import { shoreOf } from "../../src/board/scenery";

describe("the shore of a sea", () => {
  const sea: Point[] = [[500, 100], [900, 100], [2000, 100], [2000, 900], [900, 900], [500, 900]];

  it("ends far beyond the sheet", () => {
    expect(shoreOf(sea, [], [1000, 1000])).toEqual([[[500, 100], [900, 100], [2000, 100]], [[2000, 900], [900, 900], [500, 900], [500, 100]]]);
  });

  it("is not drawn under a land", () => {
    const land: Point[] = [[400, 50], [600, 50], [600, 950], [400, 950]];
    expect(shoreOf(sea, [land], [1000, 1000])).toEqual([[[500, 100], [900, 100], [2000, 100]], [[2000, 900], [900, 900], [500, 900]]]);
  });
});
