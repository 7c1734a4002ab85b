import { describe, expect, it } from "vitest";
import { myTurns } from "../../../src/features/notices/myTurns.svelte";
import { LiveTable } from "../../../src/features/table/liveTable.svelte";
import type { State } from "../../../src/lib/types";
import { seats, state as table } from "../../fixtures";

function state(more: Partial<State>, absent: "bot" | null = null): State {
  return table(3, { seats: seats(true).map((seat) => ({ ...seat, absent })), ...more });
}

describe("the seat of an absent player", () => {
  it("has no moves to choose from until the player returns", () => {
    const table = new LiveTable("t");
    table.update(state({}));
    expect(table.narrowing).not.toBeNull();
    table.update(state({ changes: 1 }, "bot"));
    expect(table.narrowing).toBeNull();
    table.update(state({ changes: 2 }));
    expect(table.narrowing?.offers).toHaveLength(1);
  });

  it("is not reset by an older state", () => {
    const table = new LiveTable("t");
    table.update(state({ changes: 1 }, "bot"));
    table.update(state({}));
    expect(table.state?.changes).toBe(1);
  });

  it("does not count as the player's turn", () => {
    expect(myTurns.update(state({}))).toBe(true);
    expect(myTurns.withCount("Home")).toBe("(1) Home");
    expect(myTurns.update(state({}, "bot"))).toBe(false);
    expect(myTurns.withCount("Home")).toBe("Home");
  });
});
