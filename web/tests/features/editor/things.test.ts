import { describe, expect, it } from "vitest";
import { blank, freeId } from "../../../src/features/editor/fields";
import { valueAt, type File, type Json } from "../../../src/features/editor/schema";
import { anchorOf, nameOf, thingsIn, thingsOf, withNeighbours, withoutThing } from "../../../src/features/editor/things";
import { balkans, borderDisputes, HAIDUCI, HAN, LOTUS, yuan } from "./fixtures";

describe("a schema", () => {
  it("says which parts hold things, and which of them join others", () => {
    expect(HAN.parts).toEqual(["provinces", "spaces", "roads", "alliances", "track", "scenery"]);
    expect(HAN.links).toEqual([{ part: "roads", of: "spaces" }, { part: "alliances", of: "provinces" }]);
    expect(LOTUS.parts).toEqual(["provinces", "scenery"]);
    expect(HAIDUCI.parts).toEqual(["provinces", "territories", "scenery"]);
  });

  it("finds every point of a thing", () => {
    const found = HAN.geometry(valueAt(borderDisputes(), ["provinces", "wei"]), ["provinces", "wei"]);
    expect(found.map(({ path, format }) => [path.at(-1), format])).toEqual([["dragon", "point"], ["label", "point"], ["outline", "outline"]]);
  });
});

describe("things", () => {
  it("are called by their names, their ends or their ids", () => {
    const file = borderDisputes();
    expect(nameOf(HAN, file, ["provinces", "wei"])).toBe("Wei");
    expect(nameOf(HAN, file, ["spaces", "wei-1"])).toBe("wei-1");
    const [start, end] = (file["roads"] as Json[][])[0]!;
    expect(nameOf(HAN, file, ["roads", 0])).toBe(`1: ${String(start)} – ${String(end)}`);
    expect(nameOf(HAIDUCI, balkans(), ["provinces", "russia"], "it")).toBe("Russia");
  });

  it("of scenery are lines or symbols, by their kind", () => {
    const kinds = (balkans()["scenery"] as File[]).map(({ kind }, index) => [kind, HAIDUCI.isJoined(balkans(), ["scenery", index, "points"])]);
    expect([Object.fromEntries(kinds)["river"], Object.fromEntries(kinds)["mountains"]]).toEqual([true, false]);
    expect(nameOf(HAIDUCI, balkans(), ["scenery", 0])).toMatch(/^1: .*sea$/);
    expect(nameOf(HAIDUCI, { scenery: [{ kind: "sea", name: {}, points: [] }] }, ["scenery", 0])).toMatch(/^1: .*sea$/);
  });

  it("are removed with all that names them", () => {
    const file = borderDisputes();
    const after = withoutThing(HAN, file, ["spaces", "wei-1"]);
    expect(valueAt(after, ["spaces", "wei-1"])).toBeUndefined();
    expect(JSON.stringify(after)).not.toContain('"wei-1"');
    expect((after["roads"] as Json[]).length).toBeLessThan((file["roads"] as Json[]).length);
    expect(JSON.stringify(withoutThing(LOTUS, yuan(), ["provinces", "dadu"]))).not.toContain('"dadu"');
  });

  it("have neighbours that know them", () => {
    const file = yuan();
    const near = valueAt(file, ["provinces", "dadu", "near"]) as string[];
    const other = thingsOf(LOTUS, file, "provinces").map(({ path }) => String(path[1])).find((id) => id !== "dadu" && !near.includes(id))!;
    const joined = withNeighbours(LOTUS, file, ["provinces", "dadu", "near"], [...near, other]);
    expect(valueAt(joined, ["provinces", other, "near"])).toContain("dadu");
    const parted = withNeighbours(LOTUS, joined, ["provinces", "dadu", "near"], near);
    expect(parted).toEqual(file);
  });

  it("are made new as the schema wants them", () => {
    const file = borderDisputes();
    const made = blank(HAN, HAN.inside(HAN.at(["spaces"]), "x"), file, [10, 20]);
    expect(made).toEqual({ at: [10, 20], provinces: [] });
    expect(freeId(file, "spaces")).toMatch(/^space-\d+$/);
    expect(anchorOf(HAN, { spaces: { a: made } } as File, ["spaces", "a"])).toEqual([10, 20]);
  });
});

describe("a sentence of a check", () => {
  it.each([
    ["wei-3 and wei-4 are 12 apart. Houses need 28.", ["spaces", "wei-3"]],
    ["The dragon of Wei lies at 1, 2, outside the province.", ["provinces", "wei"]],
    ["Alliance 3 joins Wei with itself. It needs two neighbours.", ["alliances", 2]],
    ["The track has 0 places. It needs 50, for 0 to 49 points.", undefined],
  ])("names a thing: %s", (sentence, path) => {
    expect(thingsIn(HAN, borderDisputes(), sentence)[0]).toEqual(path);
  });

  it("names a road by its ends", () => {
    const file = borderDisputes();
    const [start, end] = (file["roads"] as string[][])[4]!;
    expect(thingsIn(HAN, file, `The road from ${start} to ${end} runs through qi-1.`)[0]).toEqual(["roads", 4]);
  });
});
