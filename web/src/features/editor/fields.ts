/** What the fields of a file are called, and what a new thing looks like. */
import type { Point } from "../../board/drawing";
import { t } from "../../lib/i18n.svelte";
import { holding } from "./things";
import type { BoardSchema, File, Json, Key, Schema } from "./schema";

/** The name of a field in the user's language, or as the file has it. */
export function fieldName(key: Key): string {
  if (typeof key === "number") return String(key + 1);
  const id = `editor.field.${key}`;
  const text = t(id);
  return text === id ? key : text;
}

/** A value as its schema wants it: texts are empty, points lie around a place, names name what the place lies in, or the first thing. */
export function blank(schema: BoardSchema, form: Schema, file: File, [x, y]: Point): Json {
  const found = schema.resolve(form);
  if (found.default !== undefined) return structuredClone(found.default);
  if (found.format === "point") return [x, y];
  if (found.format === "outline") return [[x - 40, y - 30], [x + 40, y - 30], [x + 40, y + 30], [x - 40, y + 30]];
  if (found.format === "line") return [[x - 40, y], [x + 40, y]];
  if (found.anyOf) return blank(schema, found.anyOf[0]!, file, [x, y]);
  if (found.enum) return found.enum[0]!;
  if (found.examples) return found.examples[0]!;
  if (found["x-names"]) return holding(schema, file, found["x-names"], [x, y])[0] ?? Object.keys(file[found["x-names"]] as File)[0] ?? "";
  if (found.properties) {
    const needed = Object.entries(found.properties).filter(([name]) => found.required?.includes(name));
    return Object.fromEntries(needed.map(([name, part]) => [name, blank(schema, part, file, [x, y])]));
  }
  if (found.type === "object") return {};
  const of = typeof found.items === "object" ? found.items["x-names"] : undefined;
  if (of) return holding(schema, file, of, [x, y]);
  if (found.type === "array") return (found.prefixItems ?? []).map((part) => blank(schema, part, file, [x, y]));
  if (found.type === "boolean") return false;
  return found.type === "integer" || found.type === "number" ? (found.minimum ?? 0) : "";
}

/** An id for a new thing of a part, such as "spaces-48". */
export function freeId(file: File, part: string): string {
  const taken = Object.keys(file[part] as File);
  let number = taken.length + 1;
  while (taken.includes(`${part.replace(/s$/, "")}-${number}`)) number++;
  return `${part.replace(/s$/, "")}-${number}`;
}
