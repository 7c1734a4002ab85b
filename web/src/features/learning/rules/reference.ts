import { fetchReference } from "../api";
import type { Block, Reference, Run, Section } from "../types";

const cache = new Map<string, Promise<Reference>>();

/** The rules of a game in a language, from the cache if they were loaded before. */
export function loadReference(game: string, language: string): Promise<Reference> {
  const key = `${game} ${language}`;
  const reference = cache.get(key) ?? fetchReference(game, language);
  cache.set(key, reference);
  reference.catch(() => cache.delete(key));
  return reference;
}

/** A text without accents and capitals, for searching. */
export function normalize(text: string): string {
  const bare = text.replaceAll("’", "'").toLowerCase().normalize("NFD").replace(/\p{M}/gu, "");
  return bare.replaceAll("đ", "d"); // The only letter of our names that normalization does not decompose.
}

/** The normalized words of a search. */
export function searchWords(typed: string): string[] {
  return normalize(typed).split(/\s+/).filter(Boolean);
}

export interface SearchResult {
  section: Section;
  /** The line with most of the words. */
  line: string;
}

/** The sections that contain every word; those with all of them in the title come first. */
export function search(sections: readonly Section[], words: readonly string[]): SearchResult[] {
  if (words.length === 0) return [];
  const found = sections.flatMap((section) => {
    const lines = section.blocks.flatMap(linesOf);
    const all = normalize([section.title, ...lines].join(" "));
    return words.every((word) => all.includes(word)) ? [{ section, line: bestLine(lines, words) }] : [];
  });
  const inTitle = ({ section }: SearchResult) => Number(hits(section.title, words) === words.length);
  return found.toSorted((one, other) => inTitle(other) - inTitle(one));
}

const hits = (text: string, words: readonly string[]): number => words.filter((word) => normalize(text).includes(word)).length;

function bestLine(lines: readonly string[], words: readonly string[]): string {
  return lines.reduce((best, line) => (hits(line, words) > hits(best, words) ? line : best), lines[0] ?? "");
}

/** The text of a block line by line; a row of a table is one line. */
function linesOf(block: Block): string[] {
  if (block.kind === "list") return block.items.map(plainText);
  if (block.kind === "table") return block.rows.map((row) => row.map(plainText).join(" – "));
  return [plainText(block.kind === "diagram" ? block.caption : block.runs)];
}

export const plainText = (runs: readonly Run[]): string => runs.map((run) => run.text).join("");

export interface Piece {
  text: string;
  marked: boolean;
}

/** A text cut into pieces, with the occurrences of the words marked. */
export function markMatches(text: string, words: readonly string[]): Piece[] {
  if (words.length === 0) return [{ text, marked: false }];
  const characters = [...text];
  const normalized = characters.map(normalize);
  const starts = normalized.map((_, index) => normalized.slice(0, index).join("").length);
  const all = normalized.join("");
  const matches = (at: number) => words.some((word) => isInMatch(all, word, at));
  const pieces: Piece[] = [];
  characters.forEach((character, index) => {
    const last = pieces.at(-1);
    // A combining accent belongs to the letter before it.
    const marked = normalized[index] === "" ? (last?.marked ?? false) : matches(starts[index]!);
    if (last?.marked === marked) last.text += character;
    else pieces.push({ text: character, marked });
  });
  return pieces;
}

/** Whether an index of a text lies inside an occurrence of a word. */
function isInMatch(text: string, word: string, at: number): boolean {
  const first = text.indexOf(word, Math.max(0, at - word.length + 1));
  return first >= 0 && first <= at;
}

/** Shorten a line to what is around its first match. */
export function excerpt(pieces: readonly Piece[], before = 40): Piece[] {
  const [first, ...rest] = pieces;
  if (!first || first.marked || first.text.length <= before) return [...pieces];
  const cut = first.text.indexOf(" ", first.text.length - before);
  return [{ text: `…${first.text.slice(Math.max(cut, 0))}`, marked: false }, ...rest];
}
