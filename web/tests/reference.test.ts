import { describe, expect, it } from "vitest";
import { excerpt, marked, plain, search, wanted } from "../src/lib/reference";
import type { Section } from "../src/lib/types/learning";

const sections: Section[] = [
  { id: "goal", title: "Le but", blocks: [{ kind: "text", runs: [{ text: "La province de " }, { text: "Ch’in", term: "chin" }, { text: " est à l’est." }] }] },
  { id: "gift", title: "Cadeau", blocks: [{ kind: "table", rows: [[[{ text: "Été" }], [{ text: "cartes" }]]] }, { kind: "remark", runs: [{ text: "Rien." }] }] },
  { id: "end", title: "Province", blocks: [{ kind: "list", items: [[{ text: "La fin d’été" }]] }] },
];
const found = (typed: string) => search(sections, wanted(typed)).map(({ section }) => section.id);
const shown = (text: string, typed: string) =>
  marked(text, wanted(typed)).map((piece) => (piece.marked ? `[${piece.text}]` : piece.text)).join("");

describe("a search in the rules", () => {
  it("knows no accents, capitals or kinds of apostrophe", () => {
    expect(plain("Été à Ch’in, Karađorđe, Požarevac")).toBe("ete a ch'in, karadorde, pozarevac");
    expect(found("ETE")).toEqual(["gift", "end"]);
    expect(found("ch'in")).toEqual(["goal"]);
  });

  it("asks for all words, wherever they stand in a section", () => {
    expect(found("été cadeau")).toEqual(["gift"]);
    expect(found("été chine")).toEqual([]);
    expect(found("  ")).toEqual([]);
  });

  it("puts first what has the words in its title", () => {
    expect(found("province")).toEqual(["end", "goal"]);
  });

  it("shows the line that says most of it", () => {
    expect(search(sections, ["ete"])[0]?.line).toBe("Été – cartes");
  });

  it("marks what was found in the text as it is written", () => {
    expect(shown("En été, l’été.", "ete")).toBe("En [été], l’[été].");
    expect(shown("L’été", "l'ete")).toBe("[L’été]");
    expect(shown("e\u0301te\u0301 fini", "ete")).toBe("[e\u0301te\u0301] fini");
    expect(shown("rien", "ete")).toBe("rien");
    expect(shown("abcd", "bc ab")).toBe("[abc]d");
  });

  it("cuts long beginnings before the first mark", () => {
    const long = `${"mot ".repeat(30)}été`;
    const said = excerpt(marked(long, ["ete"])).map(({ text }) => text).join("");
    expect(said.startsWith("…")).toBe(true);
    expect(said.endsWith("été")).toBe(true);
    expect(said.length).toBeLessThan(60);
  });
});
