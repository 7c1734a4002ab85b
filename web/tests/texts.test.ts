import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { i18n, preferredLanguage } from "../src/lib/i18n.svelte";
import type { Texts } from "../src/lib/phrase";

const read = (language: string): Texts => JSON.parse(readFileSync(`text/${language}.json`, "utf-8")) as Texts;
const placeholders = (text: Texts[string]): string[] =>
  [...new Set(Object.values(typeof text === "string" ? [text] : text).flatMap((form) => form.match(/\{\w+\}/g) ?? []))].toSorted();
const english = read("en");

const sources = readdirSync("src", { recursive: true, encoding: "utf-8" })
  .filter((name) => /\.(svelte|ts)$/.test(name))
  .map((name) => readFileSync(join("src", name), "utf-8"))
  .join("\n");
const asked = [...sources.matchAll(/\bt\(\s*"([^"]+)"/g)].map((match) => match[1]!);
const chosen = [...sources.matchAll(/\? t\("([^"]+)"\) : t\("([^"]+)"\)/g)].flatMap((match) => [match[1]!, match[2]!]);
const prefixes = [...sources.matchAll(/`([a-z.]+\.)\$\{/g)].map((match) => match[1]!);
const games = readdirSync("src/games", { withFileTypes: true }).filter((entry) => entry.isDirectory());
const engine = ["seat"]; // a text of the engine

describe("the client's texts", () => {
  for (const language of ["fr", "it"]) {
    it(`are complete in ${language}, with the same placeholders`, () => {
      const texts = read(language);
      expect(Object.keys(texts)).toEqual(Object.keys(english));
      for (const id of Object.keys(english)) expect([id, placeholders(texts[id]!)]).toEqual([id, placeholders(english[id]!)]);
    });
  }

  it("contain every id in use", () => {
    const missing = [...asked, ...chosen].filter((id) => !(id in english) && !engine.includes(id));
    expect(missing).toEqual([]);
  });

  it("contain no unused id", () => {
    const used = new Set([...asked, ...chosen]);
    const unused = Object.keys(english).filter((id) => !used.has(id) && !prefixes.some((start) => id.startsWith(start)));
    expect(unused).toEqual([]);
  });
});

describe.each(games.map((folder) => folder.name))("the texts of the board of %s", (game) => {
  const readBoardTexts = (language: string): Texts =>
    JSON.parse(readFileSync(`src/games/${game}/text.${language}.json`, "utf-8")) as Texts;

  it("are complete in all languages, with the same placeholders", () => {
    const reference = readBoardTexts("en");
    for (const language of ["fr", "it"]) {
      const texts = readBoardTexts(language);
      expect(Object.keys(texts)).toEqual(Object.keys(reference));
      for (const id of Object.keys(reference)) expect([id, placeholders(texts[id]!)]).toEqual([id, placeholders(reference[id]!)]);
    }
  });

  it("are all in use", () => {
    const unused = Object.keys(readBoardTexts("en")).filter((id) => !sources.includes(`"${id}"`) && !prefixes.some((start) => id.startsWith(start)));
    expect(unused).toEqual([]);
  });
});

describe("the language", () => {
  it("is the chosen one, else the browser's first supported one, else English", () => {
    expect(preferredLanguage("it", ["fr-CH"])).toBe("it");
    expect(preferredLanguage(null, ["de-AT", "fr-CH", "en"])).toBe("fr");
    expect(preferredLanguage(null, ["ja"])).toBe("en");
    expect(preferredLanguage("xx", ["it-IT"])).toBe("it");
  });
});

describe("the locale", () => {
  const locale = (language: "en" | "fr", ...browser: string[]) => {
    vi.stubGlobal("navigator", { languages: browser, language: browser[0] });
    i18n.language = language;
    const found = new Date(2027, 0, 15, 15, 30).toLocaleTimeString(i18n.locale, { timeStyle: "short" });
    vi.unstubAllGlobals();
    i18n.language = "en";
    return found.replaceAll("\u202f", " ");
  };

  it("has the hours of the browser, whatever the language of the page", () => {
    expect(locale("en", "en-US")).toBe("3:30 PM");
    expect(locale("en", "en-GB")).toBe("15:30");
    expect(locale("en", "de-DE", "en-US")).toBe("15:30");
    expect(locale("fr", "en-US")).toMatch(/^0?3:30 /);
  });
});
