/** Drawing a new thing on the map: point by point, along the borders of what is there. */
import { distance, isInside, type Point } from "../../board/drawing";
import { withBorders } from "./borders";
import type { Draft } from "./draft.svelte";
import { blank, freeId } from "./fields";
import { outlines, same } from "./geometry";
import { withValue, type BoardSchema, type File, type Json, type Path, type Schema } from "./schema";

export interface Pen {
  part: string;
  form: "point" | "line" | "outline";
  points: Point[];
}

const APART = 40; // units between the places of a new thing, such as its dragon and its name

/** The fields of a new thing of a part; a bare point has none. */
function fieldsOf(schema: BoardSchema, part: string): [string, Schema][] {
  return Object.entries(schema.inside(schema.at([part]), schema.hasIds(part) ? "" : 0).properties ?? {});
}

/** The pen for a new thing of a part; null: things of this part have no place on the map. */
export function penFor(schema: BoardSchema, part: string): Pen | null {
  const formats = [schema.at([part, schema.hasIds(part) ? "" : 0]), ...fieldsOf(schema, part).map(([, field]) => field)].map(({ format }) => format);
  const form = (["outline", "line", "point"] as const).find((one) => formats.includes(one));
  return form ? { part, form, points: [] } : null;
}

/** How many points a pen needs at least. */
export const fewest = ({ form }: Pen): number => (form === "outline" ? 3 : 1);

/** The corner that is nearest to a place, else the nearest place on a side, else the place itself. */
export function caught(schema: BoardSchema, file: File, at: Point, reach: number): Point {
  const shapes = outlines(schema, file).map(({ points }) => points);
  const sides = shapes.flatMap((points) => points.map((point, index) => onSide(at, point, points[(index + 1) % points.length]!)));
  for (const found of [shapes.flat(), sides]) {
    const near = found.filter((point) => distance(point, at) <= reach);
    if (near.length) return near.toSorted((one, other) => distance(one, at) - distance(other, at))[0]!;
  }
  return at;
}

/** The whole place on a side that is nearest to a point. */
function onSide([x, y]: Point, a: Point, b: Point): Point {
  const [width, height] = [b[0] - a[0], b[1] - a[1]];
  const along = ((x - a[0]) * width + (y - a[1]) * height) / (width ** 2 + height ** 2 || 1);
  const part = Math.max(0, Math.min(1, along));
  return [Math.round(a[0] + part * width), Math.round(a[1] + part * height)];
}

/** The same file with corners where points lie on the sides of outlines. */
function withCorners(schema: BoardSchema, file: File, points: readonly Point[]): File {
  return points.reduce(
    (whole, point) =>
      outlines(schema, whole).reduce((found, { path, points: outline }) => {
        if (outline.some((corner) => same(corner, point))) return found;
        const side = outline.findIndex((corner, index) => same(onSide(point, corner, outline[(index + 1) % outline.length]!), point));
        return side < 0 ? found : withValue(found, path, outline.toSpliced(side + 1, 0, point));
      }, whole),
    file,
  );
}

/** An outline through some points; between two corners of neighbours it follows their borders. */
export function followed(schema: BoardSchema, file: File, points: readonly Point[], closed = true): Point[] {
  const next = nextCorners(outlines(schema, withCorners(schema, file, points)).map(({ points: outline }) => outline));
  return points.flatMap((point, index) => {
    const last = index === points.length - 1;
    return [point, ...(last && !closed ? [] : between(next, point, points[(index + 1) % points.length]!))];
  });
}

/** The corners beside each corner, by the corner's text. */
function nextCorners(shapes: readonly Point[][]): Map<string, Point[]> {
  const found = new Map<string, Point[]>();
  const put = (one: Point, other: Point) => found.set(one.join(), [...(found.get(one.join()) ?? []), other]);
  for (const outline of shapes) {
    for (const [index, point] of outline.entries()) {
      put(point, outline[(index + 1) % outline.length]!);
      put(outline[(index + 1) % outline.length]!, point);
    }
  }
  return found;
}

const DETOUR = 2.2; // a border is followed if it is at most so many times as long as the straight line

/** The corners of the shortest way along borders from one corner to another, without both; none if there is no way, or a long one. */
function between(next: Map<string, Point[]>, from: Point, to: Point): Point[] {
  const most = DETOUR * distance(from, to);
  const ways = new Map<string, { length: number; way: Point[] }>([[from.join(), { length: 0, way: [] }]]);
  const open = new Set<string>(ways.keys());
  while (open.size) {
    const here = [...open].toSorted((one, other) => ways.get(one)!.length - ways.get(other)!.length)[0]!;
    if (here === to.join()) return ways.get(here)!.way.slice(0, -1);
    open.delete(here);
    const { length, way } = ways.get(here)!;
    const at = way.at(-1) ?? from;
    for (const corner of next.get(here) ?? []) {
      const longer = length + distance(at, corner);
      if (longer + distance(corner, to) > most || longer >= (ways.get(corner.join())?.length ?? Infinity)) continue;
      ways.set(corner.join(), { length: longer, way: [...way, corner] });
      open.add(corner.join());
    }
  }
  return [];
}

/** The place inside an outline that is farthest from its corners, on a coarse grid. */
export function innermost(outline: readonly Point[]): Point {
  const [left, right] = [Math.min(...outline.map(([x]) => x)), Math.max(...outline.map(([x]) => x))];
  const [top, bottom] = [Math.min(...outline.map(([, y]) => y)), Math.max(...outline.map(([, y]) => y))];
  const steps = Array.from({ length: 15 }, (_, index) => (index + 1) / 16);
  const grid = steps.flatMap((x) => steps.map((y): Point => [Math.round(left + x * (right - left)), Math.round(top + y * (bottom - top))]));
  const room = (at: Point) => Math.min(...outline.map((corner, index) => distance(at, onSide(at, corner, outline[(index + 1) % outline.length]!))));
  const inside = grid.filter((at) => isInside(at, outline));
  return inside.toSorted((one, other) => room(other) - room(one))[0] ?? outline[0]!;
}

/** The file with the thing that a pen has drawn, and the path of the thing. */
export function drawn(schema: BoardSchema, file: File, { part, form, points }: Pen): { file: File; path: Path } {
  const path: Path = [part, schema.hasIds(part) ? freeId(file, part) : (file[part] as Json[]).length];
  const outline = form === "outline" ? followed(schema, file, points) : points;
  const whole = form === "outline" ? withCorners(schema, file, points) : file;
  const middle = form === "outline" ? innermost(outline) : points[0]!;
  const made = blank(schema, schema.at(path), file, middle);
  const fields = fieldsOf(schema, part);
  const places = fields.filter(([name, field]) => field.format === "point" && (made as File)[name] !== undefined).map(([name]) => name);
  const apart = places.slice(1).reduce((thing, name, index) => withValue(thing, [name], [middle[0], middle[1] + APART * (index + 1)]), made);
  const course = fields.find(([, field]) => field.format === form && form !== "point")?.[0];
  return { file: withValue(whole, path, course ? withValue(apart, [course], outline) : apart), path };
}

/** Put what the pen has drawn into the file, and select it. */
export function finish(schema: BoardSchema, draft: Draft): void {
  const made = drawn(schema, draft.file, draft.pen!);
  draft.change(withBorders(schema, draft.file, made.file));
  [draft.pen, draft.selected] = [null, made.path];
}

/** Take back the last point; without one the pen is put down. */
export function takeBack(draft: Draft): void {
  const { pen } = draft;
  if (pen) draft.pen = pen.points.length ? { ...pen, points: pen.points.slice(0, -1) } : null;
}
