import { describe, expect, it } from "vitest";
import { LiveTable } from "../src/lib/live.svelte";
import { turns } from "../src/lib/turns.svelte";
import type { State } from "../src/lib/types";

function state(more: Partial<State>, absent: "bot" | null = null): State {
  const seat = { seat: 0, name: "Alex", kind: "person", bot: null, taken: true, open: false, yours: true, absent, profile: null, colour: 0, pattern: 0 } as const;
  const offer = { number: 1, do: "pass", notation: "pass", touches: [], phrase: { id: "move" } };
  const shown = { table: "t", seat: 0, seats: [seat], started: true, over: false, to_move: [0], legal: [offer], events: [], moves: 3, length: 3, changes: 0 };
  return { ...shown, ...more } as unknown as State;
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
