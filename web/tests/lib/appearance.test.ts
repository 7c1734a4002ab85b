import { describe, expect, it } from "vitest";
import { inkVariables, pieceStyle, sixAppearances } from "../../src/lib/appearance";

const appearance = (colour: number, pattern = colour) => ({ colour, pattern });

describe("appearances", () => {
  it("follow the number of the seat by default", () => {
    expect(sixAppearances([appearance(0), appearance(1)])).toEqual([0, 1, 2, 3, 4, 5].map((number) => appearance(number)));
  });

  it("are distinct: what no player uses is left for other pieces", () => {
    const seats = [appearance(4, 2), appearance(1, 5), appearance(2, 0)];
    const all = sixAppearances(seats);
    for (const kind of ["colour", "pattern"] as const) {
      expect(all.map((each) => each[kind]).toSorted()).toEqual([0, 1, 2, 3, 4, 5]);
    }
    expect(all.slice(0, 3)).toEqual(seats);
  });

  it("combine any ink with any emblem", () => {
    expect(pieceStyle(appearance(4, 1))).toEqual({ ink: "var(--ink-4)", path: pieceStyle(appearance(1)).path });
    expect(inkVariables([appearance(4, 1)])).toMatch(/^--seat-0: var\(--ink-4\); --seat-1: var\(--ink-1\);/);
  });
});
