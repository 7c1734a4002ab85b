/** Moving, adding and removing corners.  Neighbours share the corners of their border, so these change in all outlines at once. */
import { distance, type Point } from "../../board/drawing";
import { valueAt, withValue, type BoardSchema, type File, type Geometry, type Path } from "./schema";

export const same = (one: Point, other: Point): boolean => one[0] === other[0] && one[1] === other[1];

/** A point on the grid of the file: whole numbers, or tenths. */
export function snapped([x, y]: Point, [width, height]: Point): Point {
  const within = (value: number, most: number) => Math.max(0, Math.min(most, Math.round(value)));
  return [within(x, width), within(y, height)];
}

/** All outlines of a file. */
export function outlines(schema: BoardSchema, file: File): Geometry[] {
  return schema.geometry(file, []).filter(({ format }) => format === "outline");
}

/** Change every outline that has a point. */
function changed(schema: BoardSchema, file: File, change: (points: Point[]) => Point[]): File {
  return outlines(schema, file).reduce((found, { path, points }) => {
    const after = change(points);
    return after === points ? found : withValue(found, path, after);
  }, file);
}

/** Move the point at a path.  A corner of an outline moves in all outlines that share it, and joins a corner that is near. */
export function movePoint(schema: BoardSchema, file: File, path: Path, to: Point, reach = 0): File {
  const from = valueAt(file, path) as Point;
  if (schema.at(path.slice(0, -1)).format !== "outline") return withValue(file, path, to);
  const own = valueAt(file, path.slice(0, -1)) as Point[];
  const near = reach > 0 ? nearestCorner(schema, file, to, reach, [from, ...own]) : null;
  const target = near ?? to;
  return changed(schema, file, (points) =>
    points.some((point) => same(point, from)) ? withoutTwins(points.map((point) => (same(point, from) ? target : point))) : points,
  );
}

const FOLLOW = 2.5; // the surroundings of a corner that is pulled: so many times its way, which bends a map but never folds it
const LEAST = 40; // and at least so many units

/** Move the corner at a path and what is around it: the nearer, the farther.  Houses, roads and names stay where they are in their lands. */
export function pullCorner(schema: BoardSchema, file: File, path: Path, to: Point): File {
  const from = valueAt(file, path) as Point;
  const way: Point = [to[0] - from[0], to[1] - from[1]];
  const range = Math.max(LEAST, FOLLOW * Math.hypot(...way));
  const sheet = file["size"] as Point;
  const bent = (point: Point): Point => {
    const away = distance(point, from);
    if (away >= range) return point;
    const part = (1 + Math.cos((Math.PI * away) / range)) / 2;
    const after: Point = [Math.round(point[0] + part * way[0]), Math.round(point[1] + part * way[1])];
    return isOn(sheet, point) ? snapped(after, sheet) : after;
  };
  return schema.geometry(file, []).reduce((found, { path: at, format, points }) => {
    if (at.length < 3) return found; // the size, and places beside the map such as a track
    const after = points.map(bent);
    if (after.every((point, index) => same(point, points[index]!))) return found;
    return withValue(found, at, format === "point" ? after[0]! : format === "outline" ? withoutTwins(after) : after);
  }, file);
}

const isOn = ([width, height]: Point, [x, y]: Point): boolean => x >= 0 && y >= 0 && x <= width && y <= height;

/** An outline in which a corner has been moved onto the one beside it has one of them. */
function withoutTwins(points: Point[]): Point[] {
  const kept = points.filter((point, index) => !same(point, points.at(index - 1)!));
  return kept.length >= 3 ? kept : points;
}

/** The corner of any outline that is nearest to a point, but for some. */
function nearestCorner(schema: BoardSchema, file: File, at: Point, reach: number, but: Point[]): Point | null {
  const corners = outlines(schema, file)
    .flatMap(({ points }) => points)
    .filter((point) => distance(point, at) <= reach && !but.some((one) => same(one, point)));
  return corners.toSorted((one, other) => distance(one, at) - distance(other, at))[0] ?? null;
}

/** Add a corner after the one at a path: in all outlines that have this side. */
export function addCorner(schema: BoardSchema, file: File, path: Path, at: Point): File {
  const points = valueAt(file, path.slice(0, -1)) as Point[];
  const index = Number(path.at(-1));
  const closed = schema.at(path.slice(0, -1)).format === "outline";
  const [a, b] = [points[index]!, points[(index + 1) % points.length]!];
  if (!closed) return withValue(file, path.slice(0, -1), points.toSpliced(index + 1, 0, at));
  return changed(schema, file, (outline) => {
    const side = outline.findIndex((point, place) => {
      const next = outline[(place + 1) % outline.length]!;
      return (same(point, a) && same(next, b)) || (same(point, b) && same(next, a));
    });
    return side < 0 ? outline : outline.toSpliced(side + 1, 0, at);
  });
}

/** Remove the corner at a path from all outlines that share it, as long as three are left. */
export function removeCorner(schema: BoardSchema, file: File, path: Path): File {
  const outer = path.slice(0, -1);
  const points = valueAt(file, outer) as Point[];
  const corner = points[Number(path.at(-1))]!;
  if (schema.at(outer).format !== "outline") return withValue(file, outer, points.toSpliced(Number(path.at(-1)), 1));
  return changed(schema, file, (outline) =>
    outline.length > 3 && outline.some((point) => same(point, corner)) ? outline.filter((point) => !same(point, corner)) : outline,
  );
}

/** The middle of the side after a corner. */
export function middleAfter(points: readonly Point[], index: number): Point {
  const [a, b] = [points[index]!, points[(index + 1) % points.length]!];
  return [Math.round((a[0] + b[0]) / 2), Math.round((a[1] + b[1]) / 2)];
}
