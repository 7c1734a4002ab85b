/** The draft that this browser keeps. */
import { storage } from "../../lib/storage";
import type { File } from "./schema";

export const DRAFT = "editor.draft";
/** Screens on which boards are only shown. */
export const TOO_SMALL = "(max-width: 700px) or (max-height: 440px)";

export function savedDraft(): File | null {
  return fileFrom(storage.get(DRAFT) ?? "");
}

/** A board from a text; null if it is none. */
export function fileFrom(text: string): File | null {
  try {
    const file: unknown = JSON.parse(text);
    return typeof file === "object" && file !== null && "guanxi" in file && "size" in file ? (file as File) : null;
  } catch {
    return null;
  }
}

/** The title of a board in a language. */
export function titleOf(file: File, language: string): string {
  const title = (file["title"] ?? {}) as Record<string, string>;
  return title[language] ?? title["en"] ?? String(file["name"] ?? "");
}
