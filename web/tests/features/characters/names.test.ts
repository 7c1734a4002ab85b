import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { characterAt, freeCharacters, nameOf } from "../../../src/features/characters/names";
import { castOf, shelf } from "../../../src/games";
import { leaderFace, leadersWithFaces } from "../../../src/games/haiduci/piece/leaders";
import type { Texts } from "../../../src/lib/phrase";
import { seats } from "../../fixtures";

const LONGEST_NAME = 6; // letters; a strip of a phone has room for so many beside the level
const MOST_SEATS = 6;

const bot = (seat: number, name: string | null = null) => ({ ...seats(false)[0]!, seat, name, kind: "bot" as const, bot: "skilled" });

describe.each([...shelf])("the cast of %s", (game) => {
  const names = Object.keys(castOf(game));

  it("is large enough for a table of bots, with short names", () => {
    expect(names.length).toBeGreaterThanOrEqual(MOST_SEATS);
    for (const name of names) expect(name.length, name).toBeLessThanOrEqual(LONGEST_NAME);
  });

  it("has faces that differ", () => {
    expect(new Set(Object.values(castOf(game)).map((face) => JSON.stringify(face))).size).toBe(names.length);
  });

  it.each(["en", "fr", "it"])("has habits in %s, and nobody else has", (language) => {
    const texts = JSON.parse(readFileSync(`src/games/${game}/text.${language}.json`, "utf-8")) as Texts;
    const told = Object.keys(texts).filter((id) => id.startsWith("habit."));
    expect(told).toEqual(names.map((name) => `habit.${name.toLowerCase()}`));
  });

  it("includes the rivals of the tutorial", () => {
    const script = JSON.parse(readFileSync(`../src/guanxi/games/${game}/tutorial/script.json`, "utf-8")) as { names: string[] };
    expect(names).toEqual(expect.arrayContaining(script.names.filter(Boolean)));
  });
});

describe("the characters of a table", () => {
  const at = (table: string) => [1, 2, 3, 4, 5].map((seat) => nameOf({ game: "haiduci", table }, bot(seat)));

  it("are all different, the same on every look, and others elsewhere", () => {
    expect(new Set(at("a1")).size).toBe(5);
    expect(at("a1")).toEqual(at("a1"));
    expect(at("a2")).not.toEqual(at("a1"));
  });

  it("stay with their seats in a rematch at another table", () => {
    const rival = (table: string, seat: number) => nameOf({ game: "haiduci", table }, { ...bot(seat), character: 17 });
    expect(rival("a1", 1)).toBe(rival("a2", 0));
  });

  it("keep the name that the server gives them", () => {
    expect(characterAt({ game: "white_lotus", table: "t" }, bot(1, "Chen"))?.name).toBe("Chen");
  });

  it("leave the others free, by the numbers that the server stores", () => {
    const [all, taken] = [Object.keys(castOf("han")), characterAt({ game: "han", table: "t" }, { ...bot(1), character: 10 })!];
    const free = freeCharacters({ game: "han", table: "t", seats: [...seats(true), { ...bot(1), character: 10 }] });
    expect(free.map(([, { name }]) => name)).toEqual(all.filter((name) => name !== taken.name));
    for (const [character, { name }] of free) expect(nameOf({ game: "han", table: "t" }, { ...bot(2), character })).toBe(name);
  });

  it("are no people, and a game without a cast has levels only", () => {
    expect(characterAt({ game: "han", table: "t" }, seats(true)[0]!)).toBeNull();
    expect(nameOf({ game: "unknown", table: "t" }, bot(1))).toBe("skilled");
  });
});

it("every leader of Haiduci has a face of its own", () => {
  type Leaders = Record<string, { name: string | { en: string } }[]>;
  const { leaders } = JSON.parse(readFileSync("../src/guanxi/games/haiduci/leaders.json", "utf-8")) as { leaders: Leaders };
  const listed = Object.entries(leaders).flatMap(([faction, all]) =>
    all.map(({ name }): [string, string] => [faction, typeof name === "string" ? name : name.en]),
  );
  expect(leadersWithFaces()).toEqual(listed);
  expect(new Set(listed.map(([faction, name]) => JSON.stringify(leaderFace(faction, name)))).size).toBe(listed.length);
});
