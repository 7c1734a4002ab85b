import { describe, expect, it } from "vitest";
import { spotFor } from "../../../src/features/preview/spot";
import type { Box } from "../../../src/lib/boxes";

const panel = { width: 100, height: 40 };
const board: Box = { left: 10, top: 20, width: 400, height: 300 };
const box = (left: number, top: number): Box => ({ left, top, width: 30, height: 30 });
const at = ({ left, top }: Box) => [left, top];

describe("the place of a preview", () => {
  it("is the lower left corner of a board on which nothing else matters", () => {
    expect(at(spotFor(panel, board, [], []))).toEqual([18, 272]);
  });

  it("leaves free what is chosen", () => {
    expect(at(spotFor(panel, board, [box(30, 280)], []))).toEqual([160, 272]);
    const below = [box(30, 280), box(200, 280), box(380, 280)];
    expect(at(spotFor(panel, board, below, []))).toEqual([18, 28]);
  });

  it("rather hides what could be chosen than what is", () => {
    const everywhere = [30, 180, 320].flatMap((left) => [box(left, 30), box(left, 280)]);
    expect(at(spotFor(panel, board, everywhere.slice(1), everywhere))).toEqual([18, 28]);
  });

  it("stays on a board that is smaller than the panel", () => {
    expect(at(spotFor({ width: 900, height: 900 }, board, [box(20, 30)], []))).toEqual([18, 28]);
  });
});
