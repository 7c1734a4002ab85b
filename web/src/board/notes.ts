/** Where a note may lie on a map: values of `place-items`. */
export type Corner = "start start" | "start center" | "start end" | "end start" | "end end";

export interface Rect {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** The first of the corners in which a note covers least of the places that it is about. */
export function quietestCorner(corners: readonly Corner[], note: { width: number; height: number }, area: Rect, about: readonly Rect[]): Corner {
  const covered = corners.map((corner) => {
    const rect = at(corner, note, area);
    return about.reduce((sum, place) => sum + shared(rect, place), 0);
  });
  return corners[covered.indexOf(Math.min(...covered))]!;
}

const PARTS = { start: 0, center: 0.5, end: 1 };

function at(corner: Corner, { width, height }: { width: number; height: number }, area: Rect): Rect {
  const [down, across] = corner.split(" ") as [keyof typeof PARTS, keyof typeof PARTS];
  return { left: area.left + (area.width - width) * PARTS[across], top: area.top + (area.height - height) * PARTS[down], width, height };
}

/** The area that two boxes have in common. */
function shared(one: Rect, other: Rect): number {
  const width = Math.min(one.left + one.width, other.left + other.width) - Math.max(one.left, other.left);
  const height = Math.min(one.top + one.height, other.top + other.height) - Math.max(one.top, other.top);
  return Math.max(0, width) * Math.max(0, height);
}
