import { expect, it } from "vitest";
import { freePart, spotBesideMap } from "../../../src/features/story/spot";

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

/** An element with a place on the page. */
function placed(className: string, { left, right, top, bottom }: typeof COLUMN): HTMLElement {
  const element = document.createElement("div");
  element.className = className;
  element.getBoundingClientRect = () => new DOMRect(left, top, right - left, bottom - top);
  return element;
}

/** A page with a map, a column beside it whose hand is to be played from, and a dock. */
function fullPage(): Element {
  const main = placed("", { left: 0, right: 1280, top: 50, bottom: 768 });
  const table = placed("table", { left: 0, right: 1280, top: 50, bottom: 700 });
  const map = placed("map", { ...COLUMN, left: 0, right: 900 });
  map.dataset["board"] = "";
  const others = placed("others", { ...COLUMN, bottom: 200 });
  const hand = placed("hand", { ...COLUMN, top: 200 });
  hand.innerHTML = "<button class='touchable'></button>";
  table.append(map, others, hand);
  main.append(table, placed("foot", { left: 0, right: 1280, top: 680, bottom: 768 }));
  document.body.replaceChildren(main, document.createElement("aside"));
  return main;
}

it("the recap keeps off a full column, but the user can open it there, above the dock", () => {
  const main = fullPage();
  expect(spotBesideMap(main)).toBeNull();
  expect(spotBesideMap(main, true)).toEqual({ left: 908, right: 1272, top: 58, bottom: 672 });
});
