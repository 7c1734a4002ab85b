/** Neighbours by their borders: where things name their neighbours, those are the things whose outlines share sides. */
import { distance, type Point } from "../../board/drawing";
import { valueAt, type BoardSchema, type File, type Path } from "./schema";
import { thingsOf, withNeighbours } from "./things";

const BORDER = 10; // units of a border that make neighbours, as the checks of the games want it

interface Bordering {
  part: string;
  outline: string;
  near: string;
}

/** The parts whose things have outlines and name their neighbours, with these fields. */
function bordering(schema: BoardSchema): Bordering[] {
  return schema.parts.flatMap((part) => {
    const fields = Object.entries((schema.hasIds(part) && schema.inside(schema.at([part]), "").properties) || {});
    const outline = fields.find(([, field]) => field.format === "outline")?.[0];
    const near = fields.find(([, field]) => field["x-neighbours"] === part)?.[0];
    return outline && near ? [{ part, outline, near }] : [];
  });
}

/** The neighbours of each thing in the drawing. */
function drawn(schema: BoardSchema, file: File, { part, outline }: Bordering): Map<string, Set<string>> {
  const sides = new Map<string, string[]>();
  const shared = new Map<string, number>();
  for (const { path } of thingsOf(schema, file, part)) {
    const id = String(path[1]);
    const points = (valueAt(file, [...path, outline]) ?? []) as Point[];
    for (const [index, point] of points.entries()) {
      const next = points[(index + 1) % points.length]!;
      const side = [point.join(), next.join()].toSorted().join(" ");
      for (const other of sides.get(side) ?? []) {
        for (const pair of [`${id} ${other}`, `${other} ${id}`]) shared.set(pair, (shared.get(pair) ?? 0) + distance(point, next));
      }
      sides.set(side, [...(sides.get(side) ?? []), id]);
    }
  }
  const found = new Map(thingsOf(schema, file, part).map(({ path }) => [String(path[1]), new Set<string>()]));
  for (const [pair, length] of shared) {
    const [one, other] = pair.split(" ") as [string, string];
    if (length >= BORDER && one !== other) found.get(one)!.add(other);
  }
  return found;
}

/** The same file after its outlines have changed: new borders make neighbours, and neighbours without a border any more are parted. */
export function withBorders(schema: BoardSchema, before: File, after: File): File {
  return bordering(schema).reduce((found, kind) => {
    if (before[kind.part] === after[kind.part]) return found;
    const [old, now] = [drawn(schema, before, kind), drawn(schema, after, kind)];
    return [...now].reduce((file, [id, beside]) => {
      const path: Path = [kind.part, id, kind.near];
      const named = (valueAt(file, path) ?? []) as string[];
      const lost = named.filter((other) => old.get(id)?.has(other) && !beside.has(other));
      const won = [...beside].filter((other) => !old.get(id)?.has(other) && !named.includes(other));
      if (lost.length + won.length === 0) return file;
      return withNeighbours(schema, file, path, [...named.filter((other) => !lost.includes(other)), ...won]);
    }, found);
  }, after);
}
