import { describe, expect, it } from "vitest";
import { isInside, type Point } from "../../../src/board/drawing";
import { withBorders } from "../../../src/features/editor/borders";
import { Draft } from "../../../src/features/editor/draft.svelte";
import { pullCorner } from "../../../src/features/editor/geometry";
import { caught, drawn, finish, followed, innermost, penFor, takeBack } from "../../../src/features/editor/pen";
import { valueAt, type File } from "../../../src/features/editor/schema";
import { complete, emptied, withLink, withoutThing } from "../../../src/features/editor/things";
import { balkans, borderDisputes, HAIDUCI, HAN, LOTUS, yuan } from "./fixtures";

const square = (x: number, y: number, near: string[] = []): File => ({ name: "a", zone: "light", at: [x + 50, y + 50], near, outline: [[x, y], [x + 100, y], [x + 100, y + 100], [x, y + 100]] });
const sheet = (provinces: File): File => ({ guanxi: "white lotus board 1", size: [1000, 900], provinces, scenery: [] });
const outlineOf = (file: File, id: string) => valueAt(file, ["provinces", id, "outline"]) as Point[];

describe("a pen", () => {
  it("is for what the things of a part are: outlines, lines or points", () => {
    expect(["provinces", "spaces", "track", "scenery"].map((part) => penFor(HAN, part)?.form)).toEqual(["outline", "point", "point", "line"]);
    expect(penFor(HAIDUCI, "provinces")?.form).toBe("line");
  });

  it("catches corners, then sides", () => {
    const file = sheet({ a: square(100, 100) });
    expect(caught(LOTUS, file, [103, 96], 8)).toEqual([100, 100]);
    expect(caught(LOTUS, file, [150, 104], 8)).toEqual([150, 100]);
    expect(caught(LOTUS, file, [150, 150], 8)).toEqual([150, 150]);
  });

  it("follows the borders between the corners that are pressed", () => {
    const file = yuan();
    const whole = outlineOf(file, "kaifeng");
    const hole = withoutThing(LOTUS, file, ["provinces", "kaifeng"]);
    expect(followed(LOTUS, hole, whole.filter((_, index) => index % 3 === 0))).toEqual(whole);
  });

  it("draws a province with its neighbours, which get the corners of the common border", () => {
    const file = sheet({ a: square(100, 100) });
    const { file: after, path } = drawn(LOTUS, file, { part: "provinces", form: "outline", points: [[200, 120], [300, 120], [300, 180], [200, 180]] });
    const joined = withBorders(LOTUS, file, after);
    const id = String(path[1]);
    expect(outlineOf(joined, "a")).toEqual([[100, 100], [200, 100], [200, 120], [200, 180], [200, 200], [100, 200]]);
    expect([valueAt(joined, ["provinces", "a", "near"]), valueAt(joined, ["provinces", id, "near"])]).toEqual([[id], ["a"]]);
    expect(isInside(valueAt(joined, ["provinces", id, "at"]) as Point, outlineOf(joined, id))).toBe(true);
  });

  it("puts a house into the province that it is pressed in", () => {
    const { file, path } = drawn(HAN, borderDisputes(), { part: "spaces", form: "point", points: [[430, 350]] });
    expect(valueAt(file, path)).toEqual({ at: [430, 350], provinces: ["wei"] });
  });

  it("takes back its points one by one, and is put down then", () => {
    const draft = new Draft(sheet({}));
    draft.pen = { part: "provinces", form: "outline", points: [[1, 1], [9, 9]] };
    takeBack(draft);
    expect(draft.pen).toEqual({ part: "provinces", form: "outline", points: [[1, 1]] });
    takeBack(draft);
    takeBack(draft);
    expect(draft.pen).toBeNull();
  });

  it("puts what it has drawn into the file, to be undone at once", () => {
    const draft = new Draft(sheet({ a: square(100, 100) }));
    draft.pen = { part: "provinces", form: "outline", points: [[200, 120], [300, 120], [300, 180], [200, 180]] };
    finish(LOTUS, draft);
    expect([draft.pen, draft.selected?.[0], Object.keys(draft.file["provinces"] as File)]).toEqual([null, "provinces", ["a", draft.selected?.[1]]]);
    draft.undo();
    expect(draft.file).toEqual(sheet({ a: square(100, 100) }));
  });

  it("finds the middle of a shape whose centre lies outside", () => {
    const hook: Point[] = [[0, 0], [100, 0], [100, 20], [20, 20], [20, 100], [0, 100]];
    expect(isInside(innermost(hook), hook)).toBe(true);
  });
});

describe("borders", () => {
  it("part neighbours that lose theirs, and leave those alone that had none", () => {
    const before = sheet({ a: square(100, 100, ["b", "far"]), b: square(200, 100, ["a"]), far: square(600, 600, ["a"]) });
    const after = { ...before, provinces: { ...(before["provinces"] as File), b: square(220, 100, ["a"]) } };
    const found = withBorders(LOTUS, before, after);
    expect(["a", "b", "far"].map((id) => valueAt(found, ["provinces", id, "near"]))).toEqual([["far"], [], ["a"]]);
  });

  it("of a shipped map are its neighbours", () => {
    for (const [schema, file, part] of [[LOTUS, yuan(), "provinces"], [HAIDUCI, balkans(), "territories"]] as const) {
      const apart = Object.fromEntries(Object.entries(file[part] as File).map(([id, one]) => [id, { ...(one as File), near: [], outline: [] }]));
      const bare = Object.fromEntries(Object.entries(file[part] as File).map(([id, one]) => [id, { ...(one as File), near: [] }]));
      const found = withBorders(schema, { ...file, [part]: apart }, { ...file, [part]: bare });
      for (const id of Object.keys(bare)) {
        expect((valueAt(found, [part, id, "near"]) as string[]).toSorted()).toEqual((valueAt(file, [part, id, "near"]) as string[]).toSorted());
      }
    }
  });
});

describe("a corner that is pulled", () => {
  const file = borderDisputes();
  const path = ["provinces", "wei", "outline", 40];
  const [x, y] = valueAt(file, path) as Point;

  it("takes along what is near, and leaves what is far and the track", () => {
    const after = pullCorner(HAN, file, path, [x + 30, y - 30]);
    expect(valueAt(after, path)).toEqual([x + 30, y - 30]);
    const [nx, ny] = valueAt(file, ["provinces", "wei", "outline", 41]) as Point;
    const [mx, my] = valueAt(after, ["provinces", "wei", "outline", 41]) as Point;
    expect([mx - nx > 20, ny - my > 20]).toEqual([true, true]);
    expect(valueAt(after, ["provinces", "chu"])).toEqual(valueAt(file, ["provinces", "chu"]));
    expect(after["track"]).toEqual(file["track"]);
    expect(after["size"]).toEqual(file["size"]);
  });

  it("keeps common borders common", () => {
    const near = (one: File) => withBorders(LOTUS, yuan(), one);
    const moved = pullCorner(LOTUS, yuan(), ["provinces", "kaifeng", "outline", 3], [700, 520]);
    expect(near(moved)).toEqual(moved);
  });
});

describe("links", () => {
  it("join two things once, in either order", () => {
    const [roads] = HAN.links;
    const after = withLink(HAN, borderDisputes(), roads!, "wei-1", "wei-3")!;
    expect((after["roads"] as File[]).at(-1)).toEqual(["wei-1", "wei-3", []]);
    expect([withLink(HAN, after, roads!, "wei-3", "wei-1"), withLink(HAN, after, roads!, "wei-1", "wei-1")]).toEqual([null, null]);
  });
});

describe("an empty sheet", () => {
  it("has the track and the numbers of a board, and nothing on the map", () => {
    const file = emptied(HAN, borderDisputes(), "Avalon");
    expect([file["provinces"], file["roads"], file["alliances"], file["scenery"]]).toEqual([{}, [], [], []]);
    expect([(file["track"] as Point[]).length, file["title"]]).toEqual([50, { en: "Avalon", fr: "Avalon", it: "Avalon" }]);
    expect(Object.keys(emptied(HAIDUCI, balkans(), "Avalon")["provinces"] as File)).toHaveLength(6);
  });
});

describe("a file of an older form", () => {
  it("gets the parts that it lacks", () => {
    const { scenery: _scenery, ...older } = balkans();
    const file = complete(HAIDUCI, older);
    expect([file["scenery"], file["territories"]]).toEqual([[], older["territories"]]);
  });
});
