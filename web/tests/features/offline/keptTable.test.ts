import { beforeEach, describe, expect, it } from "vitest";
import { forgetTable, keepTable, keptTable } from "../../../src/features/offline/keptTable";
import { i18n } from "../../../src/lib/i18n.svelte";
import { state } from "../../fixtures";

describe("the table shown last", () => {
  beforeEach(() => localStorage.clear());

  it("is kept with its texts and without its decisions", () => {
    i18n.restore({ engine: { seat: "Player {number}" }, games: { hanamikoji: { name: "Hanamikoji" } } });
    const last = state(3);
    keepTable({ ...last, legal: [{ number: 1, move: { do: "secret", card: "fan" }, notation: "secret fan", touches: [], phrase: { id: "x" }, important: true }] });
    expect(keptTable(last.table)).toEqual({ ...last, legal: [], moments: [] });
    expect(i18n.say("hanamikoji", { id: "name" })).toBe("Hanamikoji");
  });

  it("is the only one", () => {
    expect(keptTable("other")).toBeNull();
    keepTable(state(3));
    expect(keptTable("other")).toBeNull();
  });

  it("is forgotten with its user", () => {
    keepTable(state(3));
    forgetTable();
    expect(keptTable(state(3).table)).toBeNull();
  });
});
