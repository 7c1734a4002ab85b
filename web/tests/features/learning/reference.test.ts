import { describe, expect, it } from "vitest";
import { excerpt, markMatches, normalize, search, searchWords } from "../../../src/features/learning/rules/reference";
import type { Section } from "../../../src/features/learning/types";

const sections: Section[] = [
  { id: "goal", title: "Le but", blocks: [{ kind: "text", runs: [{ text: "La province de " }, { text: "Ch’in", term: "chin" }, { text: " est à l’est." }] }] },
  { id: "gift", title: "Cadeau", blocks: [{ kind: "table", rows: [[[{ text: "Été" }], [{ text: "cartes" }]]] }, { kind: "remark", runs: [{ text: "Rien." }] }] },
  { id: "end", title: "Province", blocks: [{ kind: "list", items: [[{ text: "La fin d’été" }]] }] },
];
const found = (typed: string) => search(sections, searchWords(typed)).map(({ section }) => section.id);
const shown = (text: string, typed: string) =>
  markMatches(text, searchWords(typed)).map((piece) => (piece.marked ? `[${piece.text}]` : piece.text)).join("");

describe("a search in the rules", () => {
  it("ignores accents, capitals and kinds of apostrophe", () => {
    expect(normalize("Été à Ch’in, Karađorđe, Požarevac")).toBe("ete a ch'in, karadorde, pozarevac");
    expect(found("ETE")).toEqual(["gift", "end"]);
    expect(found("ch'in")).toEqual(["goal"]);
  });

  it("requires all words, anywhere in a section", () => {
    expect(found("été cadeau")).toEqual(["gift"]);
    expect(found("été chine")).toEqual([]);
    expect(found("  ")).toEqual([]);
  });

  it("puts sections with the words in their title first", () => {
    expect(found("province")).toEqual(["end", "goal"]);
  });

  it("shows the line with most of the words", () => {
    expect(search(sections, ["ete"])[0]?.line).toBe("Été – cartes");
  });

  it("marks matches in the original spelling", () => {
    expect(shown("En été, l’été.", "ete")).toBe("En [été], l’[été].");
    expect(shown("L’été", "l'ete")).toBe("[L’été]");
    expect(shown("e\u0301te\u0301 fini", "ete")).toBe("[e\u0301te\u0301] fini");
    expect(shown("rien", "ete")).toBe("rien");
    expect(shown("abcd", "bc ab")).toBe("[abc]d");
  });

  it("cuts long text before the first match", () => {
    const long = `${"mot ".repeat(30)}été`;
    const short = excerpt(markMatches(long, ["ete"])).map(({ text }) => text).join("");
    expect(short.startsWith("…")).toBe(true);
    expect(short.endsWith("été")).toBe(true);
    expect(short.length).toBeLessThan(60);
  });
});
