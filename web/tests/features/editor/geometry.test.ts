import { describe, expect, it } from "vitest";
import type { Point } from "../../../src/board/drawing";
import { addCorner, middleAfter, movePoint, outlines, removeCorner, snapped } from "../../../src/features/editor/geometry";
import { valueAt, type File, type Path } from "../../../src/features/editor/schema";
import { borderDisputes, HAN, LOTUS, yuan } from "./fixtures";

const at = (file: File, path: Path) => valueAt(file, path) as Point;
const having = (file: File, [x, y]: Point) =>
  outlines(HAN, file).filter(({ points }) => points.some((one) => one[0] === x && one[1] === y)).length;

/** A corner of Wei that a neighbour shares. */
function shared(file: File): Path {
  const corners = valueAt(file, ["provinces", "wei", "outline"]) as Point[];
  const index = corners.findIndex((corner, place) => having(file, corner) === 2 && having(file, corners[(place + 1) % corners.length]!) === 2);
  return ["provinces", "wei", "outline", index];
}

describe("a corner", () => {
  it("moves in all outlines that share it", () => {
    const file = borderDisputes();
    const path = shared(file);
    const moved = movePoint(HAN, file, path, [401, 333]);
    expect(at(moved, path)).toEqual([401, 333]);
    expect(having(moved, [401, 333])).toBe(2);
    expect(having(moved, at(file, path))).toBe(0);
    expect(file).toEqual(borderDisputes());
  });

  it("joins a corner that it is dropped on", () => {
    const file = yuan();
    const path = ["provinces", "dadu", "outline", 0];
    const far = outlines(LOTUS, file).flatMap(({ points }) => points).find((point) => Math.hypot(point[0] - at(file, path)[0], point[1] - at(file, path)[1]) > 400)!;
    expect(at(movePoint(LOTUS, file, path, [far[0] + 3, far[1] - 2], 7), path)).toEqual(far);
    expect(at(movePoint(LOTUS, file, path, [far[0] + 3, far[1] - 2]), path)).toEqual([far[0] + 3, far[1] - 2]);
  });

  it("is added to both outlines of a side, and removed from both", () => {
    const file = borderDisputes();
    const path = shared(file);
    const middle = middleAfter(valueAt(file, path.slice(0, -1)) as Point[], Number(path.at(-1)));
    const added = addCorner(HAN, file, path, middle);
    expect(having(added, middle)).toBe(2);
    const next = [...path.slice(0, -1), Number(path.at(-1)) + 1];
    expect(at(added, next)).toEqual(middle);
    expect(removeCorner(HAN, added, next)).toEqual(file);
  });

  it("is not removed from a triangle", () => {
    const file: File = { ...borderDisputes(), provinces: { a: { outline: [[0, 0], [9, 0], [0, 9]] } } };
    expect(removeCorner(HAN, file, ["provinces", "a", "outline", 1])).toEqual(file);
  });
});

describe("a point", () => {
  it("moves alone, on whole units of the sheet", () => {
    const file = borderDisputes();
    const moved = movePoint(HAN, file, ["spaces", "wei-1", "at"], snapped([333.4, -8], [1000, 860]));
    expect(at(moved, ["spaces", "wei-1", "at"])).toEqual([333, 0]);
    expect(moved["provinces"]).toBe(file["provinces"]);
  });

  it("is added to a line and removed from it", () => {
    const file = borderDisputes();
    const river = (file["scenery"] as File[]).findIndex(({ kind }) => kind === "river");
    const path = ["scenery", river, "points", 0];
    const added = addCorner(HAN, file, path, [5, 6]);
    expect(at(added, ["scenery", river, "points", 1])).toEqual([5, 6]);
    expect(removeCorner(HAN, added, ["scenery", river, "points", 1])).toEqual(file);
  });
});
