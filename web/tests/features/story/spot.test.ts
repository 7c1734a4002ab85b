import { expect, it } from "vitest";
import { freePart } from "../../../src/features/story/spot";

const COLUMN = { left: 900, right: 1280, top: 50, bottom: 700 };

it("the recap fills a column in which nothing must stay visible", () => {
  expect(freePart(COLUMN, [])).toEqual({ left: 908, right: 1272, top: 58, bottom: 692 });
});

it("the recap takes the highest part beside what must stay visible", () => {
  const kept = [
    { top: 560, bottom: 700 },
    { top: 50, bottom: 150 },
  ];
  expect(freePart(COLUMN, kept)).toEqual({ left: 908, right: 1272, top: 158, bottom: 552 });
});

it("there is no room in a column that is too narrow or too full", () => {
  expect(freePart({ ...COLUMN, right: 1100 }, [])).toBeNull();
  expect(freePart(COLUMN, [{ top: 200, bottom: 600 }])).toBeNull();
});
