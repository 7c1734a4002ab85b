/** The things of a board: what they are called, what names them, and what goes with them when they are removed. */
import { isInside, type Point } from "../../board/drawing";
import { LANGUAGES } from "../../lib/i18n.svelte";
import { fieldName } from "./fields";
import { outlines } from "./geometry";
import { valueAt, withValue, type BoardSchema, type File, type Json, type Key, type Link, type Path, type Schema } from "./schema";

export interface Thing {
  path: Path;
  name: string;
}

/** All things of a part. */
export function thingsOf(schema: BoardSchema, file: File, part: string, language = "en"): Thing[] {
  const entries = file[part];
  if (entries === undefined || entries === null || typeof entries !== "object") return [];
  const keys: Key[] = schema.hasIds(part) ? Object.keys(entries) : [...(entries as Json[]).keys()];
  return keys.map((key) => ({ path: [part, key], name: nameOf(schema, file, [part, key], language) }));
}

/** What a thing is called: its name, its two ends, or its id. */
export function nameOf(schema: BoardSchema, file: File, path: Path, language = "en"): string {
  const value = valueAt(file, path);
  const key = path.at(-1)!;
  const number = typeof key === "number" ? `${key + 1}` : key;
  if (Array.isArray(value) && typeof value[0] === "string") {
    const of = schema.at([...path, 0])["x-names"];
    const [one, other] = [value[0], value[1] as string].map((id) => (of ? nameOf(schema, file, [of, id], language) : id));
    return `${number}: ${one} – ${other}`;
  }
  if (typeof value === "object" && value !== null && !Array.isArray(value)) {
    const name = value["name"];
    if (typeof name === "string" && name) return name;
    const said = typeof name === "object" && name !== null && !Array.isArray(name) ? (name[language] ?? name["en"]) : null;
    if (said) return String(said);
  }
  const kind = valueAt(file, [...path, "kind"]);
  return typeof kind === "string" && typeof key === "number" ? `${number}: ${fieldName(kind)}` : number;
}

/** The same file without a thing, and without what names it: links are removed, lists lose the name. */
export function withoutThing(schema: BoardSchema, file: File, path: Path): File {
  const [part, id] = path;
  const rest = withValue(file, path, undefined);
  return typeof id === "string" ? (purged(schema, rest, schema.root, String(part), id) as File) : rest;
}

const GONE = Symbol("gone");

function purged(schema: BoardSchema, value: Json, form: Schema, part: string, id: string): Json | typeof GONE {
  const found = schema.resolve(form);
  if (found["x-names"] === part && value === id) return GONE;
  if (value === null || typeof value !== "object") return value;
  if (Array.isArray(value)) {
    if (found["x-neighbours"] === part) return value.filter((one) => one !== id);
    const kept = value.map((one, index) => (found.format ? one : purged(schema, one, schema.inside(found, index), part, id)));
    if (found.prefixItems && kept.includes(GONE as never)) return GONE;
    return kept.filter((one): one is Json => one !== GONE);
  }
  const entries = Object.entries(value).flatMap(([key, one]): [string, Json][] => {
    const known = found.properties?.[key] ?? found.additionalProperties;
    const after = typeof known === "object" ? purged(schema, one, known, part, id) : one;
    return after === GONE ? [[key, ""]] : [[key, after]];
  });
  return Object.fromEntries(entries);
}

/** The things that a sentence of a check names: by name, by id, or by number such as "alliance 7". */
export function thingsIn(schema: BoardSchema, file: File, sentence: string): Path[] {
  const found: { path: Path; at: number; length: number }[] = [];
  for (const part of schema.parts) {
    for (const { path, name } of thingsOf(schema, file, part)) {
      const id = path[1]!;
      const words = typeof id === "string" ? [name, id] : [`${part.replace(/s$/, "")} ${id + 1}`];
      for (const word of words) {
        const at = wordAt(sentence, word);
        if (at >= 0) found.push({ path, at, length: word.length });
      }
    }
  }
  for (const { part } of schema.links) {
    for (const [index, link] of (file[part] as Json[]).entries()) {
      const [one, other] = link as [string, string];
      const at = sentence.indexOf(`from ${one} to ${other}`);
      if (at >= 0) found.push({ path: [part, index], at: at - 1, length: sentence.length });
    }
  }
  // The first that is named; of those at the same place the longest name.
  const sorted = found.toSorted((one, other) => one.at - other.at || other.length - one.length);
  return sorted.map(({ path }) => path);
}

function wordAt(sentence: string, word: string): number {
  if (!word) return -1;
  const escaped = word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return sentence.search(new RegExp(`(?<![\\p{L}\\p{N}-])${escaped}(?![\\p{L}\\p{N}-])`, "iu"));
}

/** The place of a thing: its first point, or the middle of its outline. */
export function anchorOf(schema: BoardSchema, file: File, path: Path): Point | null {
  const found = schema.geometry(valueAt(file, path), path);
  const point = found.find(({ format }) => format === "point")?.points[0];
  if (point) return point;
  const points = found[0]?.points ?? [];
  if (points.length === 0) return null;
  const middle = (axis: 0 | 1) => Math.round(points.reduce((sum, one) => sum + one[axis], 0) / points.length);
  return [middle(0), middle(1)];
}

/** The same file with other neighbours of a thing: each of them names it, too, and those that no longer are do not. */
export function withNeighbours(schema: BoardSchema, file: File, path: Path, names: string[]): File {
  const [part, id, field] = path as [string, string, string];
  const of = schema.at(path)["x-neighbours"];
  if (of !== part) return withValue(file, path, names);
  return Object.keys(file[part] as File).reduce((found, other) => {
    const there = [part, other, field];
    const theirs = (valueAt(found, there) ?? []) as string[];
    if (other === id || theirs.includes(id) === names.includes(other)) return found;
    return withValue(found, there, names.includes(other) ? [...theirs, id] : theirs.filter((one) => one !== id));
  }, withValue(file, path, names));
}

/** The ids of the things of a part whose outlines hold a place. */
export function holding(schema: BoardSchema, file: File, part: string, at: Point): string[] {
  return outlines(schema, file).flatMap(({ path, points }) => (path[0] === part && isInside(at, points) ? [String(path[1])] : []));
}

/** Whether an entry of a list joins two things, in either order. */
const joins = (link: Json, one: string, other: string): boolean => [`${one} ${other}`, `${other} ${one}`].includes((link as string[]).slice(0, 2).join(" "));

/** The same file with a new entry that joins two things, with its own places halfway between them; null if they are joined. */
export function withLink(schema: BoardSchema, file: File, { part, of }: Link, one: string, other: string): File | null {
  const entries = file[part] as Json[];
  if (one === other || entries.some((link) => joins(link, one, other))) return null;
  const [a, b] = [one, other].map((id) => anchorOf(schema, file, [of, id]) ?? [0, 0]) as [Point, Point];
  const middle: Point = [Math.round((a[0] + b[0]) / 2), Math.round((a[1] + b[1]) / 2)];
  const rest = (schema.at([part, entries.length]).prefixItems ?? []).slice(2);
  return withValue(file, [part, entries.length], [one, other, ...rest.map((form) => (form.format === "line" ? [] : middle))]);
}

/** A file with all its parts: one that is left out is empty. */
export function complete(schema: BoardSchema, file: File): File {
  const missing = schema.parts.filter((part) => file[part] === undefined);
  return { ...file, ...Object.fromEntries(missing.map((part) => [part, schema.hasIds(part) ? {} : []])) };
}

/** A file with a title in all languages and nothing on its map; a track beside the map stays. */
export function emptied(schema: BoardSchema, file: File, title: string): File {
  const titles = Object.fromEntries(LANGUAGES.map((language) => [language, title]));
  return schema.parts.reduce<File>((found, part) => {
    // Things with an id and nothing but the course of a name are known to other files, too: they stay.
    const placed = schema.geometry(file[part], [part]).some(({ path, format }) => path.length > 2 && (format !== "line" || !schema.hasIds(part)));
    return placed ? { ...found, [part]: schema.hasIds(part) ? {} : [] } : found;
  }, { ...file, title: titles, reconstruction: "" });
}
