/** A part of the page, in pixels. */
export interface Span {
  top: number;
  bottom: number;
}

export interface Column extends Span {
  left: number;
  right: number;
}

const GAP = 8;
/** A column narrower or lower than this has no room for the recap. */
const LEAST = { width: 250, height: 190 };

/** The highest free part of a column in which some things must stay visible; null if the column is too small. */
export function freePart({ left, right, top, bottom }: Column, kept: readonly Span[]): Column | null {
  const edges = [...kept, { top: bottom, bottom }].toSorted((one, other) => one.top - other.top);
  let best = { top, bottom: top };
  let from = top;
  for (const edge of edges) {
    if (edge.top - from > best.bottom - best.top) best = { top: from, bottom: edge.top };
    from = Math.max(from, edge.bottom);
  }
  const found = { left: left + GAP, right: right - GAP, top: best.top + GAP, bottom: best.bottom - GAP };
  return found.right - found.left >= LEAST.width && found.bottom - found.top >= LEAST.height ? found : null;
}

/**
 * Where the recap hides nothing of the map: in the empty column of the drawer, else in the column beside the map, where
 * the user's own things and whatever can be chosen stay visible, unless all of the column may be covered.
 */
export function spotBesideMap(main: Element, anywhere = false): Column | null {
  const around = main.getBoundingClientRect();
  const closed = main.parentElement?.querySelector("aside") === null;
  const drawer = closed ? freePart({ left: around.right, right: innerWidth, top: around.top, bottom: around.bottom }, []) : null;
  const table = main.querySelector(".table")?.getBoundingClientRect();
  const map = main.querySelector("[data-board]")?.getBoundingClientRect();
  if (drawer || !table || !map) return drawer;
  const kept = anywhere ? [] : [...main.querySelectorAll(".table > .own, .table > :is(.others, .over, .hand):has(.touchable)")];
  // On a phone in landscape the header and the dock lie over the column.
  const top = main.querySelector(".table > .others")?.getBoundingClientRect().top ?? map.top;
  const dock = main.querySelector(".foot")?.getBoundingClientRect().top ?? Infinity;
  const column = { left: map.right, right: table.right, top, bottom: Math.min(table.bottom, dock) };
  return freePart(
    column,
    kept.map((each) => each.getBoundingClientRect()),
  );
}
