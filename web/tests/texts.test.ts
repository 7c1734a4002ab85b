import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Texts } from "../src/lib/phrase";
import { preferredLanguage } from "../src/lib/words.svelte";

const read = (language: string): Texts => JSON.parse(readFileSync(`text/${language}.json`, "utf-8")) as Texts;
const holes = (text: Texts[string]): string[] =>
  [...new Set(Object.values(typeof text === "string" ? [text] : text).flatMap((form) => form.match(/\{\w+\}/g) ?? []))].toSorted();
const english = read("en");

const sources = readdirSync("src", { recursive: true, encoding: "utf-8" })
  .filter((name) => /\.(svelte|ts)$/.test(name))
  .map((name) => readFileSync(join("src", name), "utf-8"))
  .join("\n");
const asked = [...sources.matchAll(/\bt\(\s*"([^"]+)"/g)].map((match) => match[1]!);
const chosen = [...sources.matchAll(/\? t\("([^"]+)"\) : t\("([^"]+)"\)/g)].flatMap((match) => [match[1]!, match[2]!]);
const beginnings = [...sources.matchAll(/`([a-z.]+\.)\$\{/g)].map((match) => match[1]!);
const pictures = readdirSync("src/games", { withFileTypes: true }).filter((entry) => entry.isDirectory());
const engine = ["seat"]; // said in the engine's words

describe("the client's texts", () => {
  for (const language of ["fr", "it"]) {
    it(`are all there in ${language}, with the same holes`, () => {
      const texts = read(language);
      expect(Object.keys(texts)).toEqual(Object.keys(english));
      for (const id of Object.keys(english)) expect([id, holes(texts[id]!)]).toEqual([id, holes(english[id]!)]);
    });
  }

  it("have every id that is asked for", () => {
    const missing = [...asked, ...chosen].filter((id) => !(id in english) && !engine.includes(id));
    expect(missing).toEqual([]);
  });

  it("have no id that nobody asks for", () => {
    const used = new Set([...asked, ...chosen]);
    const unused = Object.keys(english).filter((id) => !used.has(id) && !beginnings.some((start) => id.startsWith(start)));
    expect(unused).toEqual([]);
  });
});

describe.each(pictures.map((folder) => folder.name))("what the picture of %s says", (game) => {
  const readPicture = (language: string): Texts =>
    JSON.parse(readFileSync(`src/games/${game}/text.${language}.json`, "utf-8")) as Texts;

  it("is said in all languages, with the same holes", () => {
    const spoken = readPicture("en");
    for (const language of ["fr", "it"]) {
      const texts = readPicture(language);
      expect(Object.keys(texts)).toEqual(Object.keys(spoken));
      for (const id of Object.keys(spoken)) expect([id, holes(texts[id]!)]).toEqual([id, holes(spoken[id]!)]);
    }
  });

  it("is asked for somewhere", () => {
    const unused = Object.keys(readPicture("en")).filter((id) => !sources.includes(`"${id}"`) && !beginnings.some((start) => id.startsWith(start)));
    expect(unused).toEqual([]);
  });
});

describe("the language", () => {
  it("is the chosen one, else the browser's first that is known, else English", () => {
    expect(preferredLanguage("it", ["fr-CH"])).toBe("it");
    expect(preferredLanguage(null, ["de-AT", "fr-CH", "en"])).toBe("fr");
    expect(preferredLanguage(null, ["ja"])).toBe("en");
    expect(preferredLanguage("xx", ["it-IT"])).toBe("it");
  });
});
