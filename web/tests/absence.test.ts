import { describe, expect, it } from "vitest";
import { LiveTable } from "../src/lib/live.svelte";
import { turns } from "../src/lib/turns.svelte";
import type { State } from "../src/lib/types";
import { seats, state as table } from "./tables";

function state(more: Partial<State>, absent: "bot" | null = null): State {
  return table(3, { seats: seats(true).map((seat) => ({ ...seat, absent })), ...more });
}

describe("a seat whose player is gone", () => {
  it("is offered nothing until they are back", () => {
    const table = new LiveTable("t");
    table.learn(state({}));
    expect(table.narrowing).not.toBeNull();
    table.learn(state({ changes: 1 }, "bot"));
    expect(table.narrowing).toBeNull();
    table.learn(state({ changes: 2 }));
    expect(table.narrowing?.offers).toHaveLength(1);
  });

  it("is not shown as it was before a change that has come already", () => {
    const table = new LiveTable("t");
    table.learn(state({ changes: 1 }, "bot"));
    table.learn(state({}));
    expect(table.state?.changes).toBe(1);
  });

  it("does not count among the turns of its player", () => {
    expect(turns.see(state({}))).toBe(true);
    expect(turns.titled("Home")).toBe("(1) Home");
    expect(turns.see(state({}, "bot"))).toBe(false);
    expect(turns.titled("Home")).toBe("Home");
  });
});
