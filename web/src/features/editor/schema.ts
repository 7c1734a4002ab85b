/** Reading the JSON schema of a kind of boards: where a file has points to drag, names of other things, and fields to fill in. */
import type { Point } from "../../board/drawing";

export type Key = string | number;
export type Path = readonly Key[];
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };
export type File = { [key: string]: Json };

/** A schema, as far as an editor looks into it. */
export interface Schema {
  $ref?: string;
  $defs?: Record<string, Schema>;
  type?: string;
  format?: string;
  enum?: Json[];
  examples?: string[];
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  additionalProperties?: Schema | boolean;
  prefixItems?: Schema[];
  items?: Schema | boolean;
  required?: string[];
  default?: Json;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  /** Values of the field `kind` beside a line with which its points stand alone. */
  "x-symbols"?: string[];
  /** The keys that an object may have. */
  "x-keys"?: string[];
  /** A text that names a thing in this part of the file. */
  "x-names"?: string;
  /** A list of the things in this part of the file that are next to this one. */
  "x-neighbours"?: string;
}

/** Points of a thing: one, a line, or an outline. */
export interface Geometry {
  path: Path;
  format: "point" | "line" | "outline";
  points: Point[];
}

/** A list of a file whose entries join two things, such as roads. */
export interface Link {
  part: string;
  /** The part that the two things are in. */
  of: string;
}

export class BoardSchema {
  constructor(private readonly whole: Schema) {}

  /** A schema with its reference followed. */
  resolve(schema: Schema): Schema {
    if (!schema.$ref) return schema;
    return this.resolve(this.whole.$defs![schema.$ref.split("/").at(-1)!]!);
  }

  get root(): Schema {
    return this.resolve(this.whole);
  }

  /** The schema of a value inside another. */
  inside(schema: Schema, key: Key): Schema {
    const outer = this.resolve(schema);
    if (typeof key === "number") return this.resolve(outer.prefixItems?.[key] ?? (outer.items as Schema));
    return this.resolve(outer.properties?.[key] ?? (outer.additionalProperties as Schema));
  }

  at(path: Path): Schema {
    return path.reduce<Schema>((schema, key) => this.inside(schema, key), this.root);
  }

  /** The parts of a file that hold things: records by id, and lists of records or of links. */
  get parts(): string[] {
    return Object.keys(this.root.properties ?? {}).filter((name) => this.isPart(name));
  }

  private isPart(name: string): boolean {
    const schema = this.at([name]);
    const entry = schema.type === "array" ? schema.items : schema.additionalProperties;
    if (typeof entry !== "object") return false;
    const one = this.resolve(entry);
    return one.properties !== undefined || (one.prefixItems !== undefined && one.format !== "point") || one.format === "point";
  }

  /** Whether the things of a part have ids. */
  hasIds(part: string): boolean {
    return this.at([part]).type === "object";
  }

  /** Lists whose entries begin with the ids of two things. */
  get links(): Link[] {
    return this.parts.flatMap((part) => {
      const items = this.hasIds(part) ? undefined : this.inside(this.at([part]), 0).prefixItems;
      const of = items?.[0]?.["x-names"];
      return of !== undefined && of === items?.[1]?.["x-names"] ? [{ part, of }] : [];
    });
  }

  /** All points in a value, with their paths. */
  geometry(value: Json | undefined, path: Path): Geometry[] {
    if (value === undefined || value === null || typeof value !== "object") return [];
    const schema = this.at(path);
    const format = schema.format;
    if (format === "point") return [{ path, format, points: [value as Point] }];
    if (format === "outline" || format === "line") return [{ path, format, points: value as Point[] }];
    const entries: [Key, Json][] = Array.isArray(value) ? value.map((one, index) => [index, one]) : Object.entries(value);
    return entries.flatMap(([key, one]) => (this.knows(schema, key) ? this.geometry(one, [...path, key]) : []));
  }

  /** Whether the points at a path are joined by a line. */
  isJoined(file: File, path: Path): boolean {
    const kind = valueAt(file, [...path.slice(0, -1), "kind"]);
    return !this.at(path)["x-symbols"]?.includes(String(kind));
  }

  private knows(schema: Schema, key: Key): boolean {
    if (typeof key === "number") return schema.prefixItems?.[key] !== undefined || typeof schema.items === "object";
    return schema.properties?.[key] !== undefined || typeof schema.additionalProperties === "object";
  }
}

/** A value inside a file. */
export function valueAt(file: Json, path: Path): Json | undefined {
  return path.reduce<Json | undefined>((value, key) => {
    if (value === null || typeof value !== "object") return undefined;
    return (value as Record<Key, Json>)[key];
  }, file);
}

/** The same file with another value at a path; undefined removes what is there. */
export function withValue<Whole extends Json>(file: Whole, path: Path, value: Json | undefined): Whole {
  const [key, ...rest] = path;
  if (key === undefined) return value as Whole;
  if (Array.isArray(file)) {
    const copy: Json[] = [...file];
    if (rest.length === 0 && value === undefined) copy.splice(Number(key), 1);
    else copy[Number(key)] = withValue(copy[Number(key)] ?? null, rest, value);
    return copy as Whole;
  }
  const copy = { ...(file as Record<string, Json>) };
  if (rest.length === 0 && value === undefined) delete copy[key];
  else copy[key] = withValue(copy[key] ?? {}, rest, value);
  return copy as Whole;
}

export const samePath = (one: Path | null, other: Path | null): boolean =>
  one === other || (one !== null && other !== null && one.length === other.length && one.every((key, index) => key === other[index]));
