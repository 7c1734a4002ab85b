import { describe, expect, it } from "vitest";
import { say, type Texts } from "../../src/lib/phrase";
import type { Phrase } from "../../src/lib/types";

const texts: Texts = {
  seat: "Player {number}",
  "item.fan": "fan",
  "item.drum": "drum",
  "item.bowl": "tea bowl",
  took: "{player} takes {items}.",
  counted: { one: "{n} geisha", other: "{n} geishas" },
};
const item = (name: string): Phrase => ({ id: `item.${name}` });
const list = (...names: string[]): Phrase => ({ id: "list", params: { items: names.map(item) } });
const took = (items: Phrase, seat = 0): Phrase => ({ id: "took", params: { player: { id: "player", params: { seat } }, items } });

describe("phrases", () => {
  it("fill placeholders with numbers, names and other phrases", () => {
    expect(say(took(item("fan")), texts, "en", ["Alex", "Bea"])).toBe("Alex takes fan.");
  });

  it("name a player without a name by the seat", () => {
    expect(say(took(item("fan"), 1), texts, "en")).toBe("Player 2 takes fan.");
  });

  it("join lists as usual in the language", () => {
    const names = ["Alex"];
    expect(say(took(list("fan", "drum", "bowl")), texts, "en", names)).toBe("Alex takes fan, drum, and tea bowl.");
    expect(say(took(list("fan", "drum")), texts, "fr", names)).toBe("Alex takes fan et drum.");
    expect(say(took(list("fan", "drum")), texts, "it", names)).toBe("Alex takes fan e drum.");
  });

  it("choose the plural form of the language by n", () => {
    const counted = (n: number): Phrase => ({ id: "counted", params: { n } });
    expect(say(counted(1), texts, "en")).toBe("1 geisha");
    expect(say(counted(0), texts, "en")).toBe("0 geishas");
    expect(say(counted(0), texts, "fr")).toBe("0 geisha");
    expect(say(counted(2), texts, "fr")).toBe("2 geishas");
    expect(say(counted(1_000_000), texts, "fr")).toBe("1000000 geishas");
  });

  it("fall back to the id if the text is unknown", () => {
    expect(say({ id: "event.unknown" }, texts, "en")).toBe("event.unknown");
  });

  it("ignore placeholders in the names of players", () => {
    expect(say(took(item("fan")), texts, "en", ["{items}"])).toBe("{items} takes fan.");
  });
});
