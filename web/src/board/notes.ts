import { overlap, type Box } from "../lib/boxes";

/** Where a note may lie on a map: values of `place-items`. */
export type Corner = "start start" | "start center" | "start end" | "end start" | "end end";

/** The first of the corners in which a note covers least of the places that it is about. */
export function quietestCorner(corners: readonly Corner[], note: { width: number; height: number }, area: Box, about: readonly Box[]): Corner {
  const covered = corners.map((corner) => overlap(at(corner, note, area), about));
  return corners[covered.indexOf(Math.min(...covered))]!;
}

const PARTS = { start: 0, center: 0.5, end: 1 };

function at(corner: Corner, { width, height }: { width: number; height: number }, area: Box): Box {
  const [down, across] = corner.split(" ") as [keyof typeof PARTS, keyof typeof PARTS];
  return { left: area.left + (area.width - width) * PARTS[across], top: area.top + (area.height - height) * PARTS[down], width, height };
}
