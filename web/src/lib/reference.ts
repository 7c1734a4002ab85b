import { get } from "./api";
import type { Block, Reference, Run, Section } from "./types/learning";

const books = new Map<string, Promise<Reference>>();

/** The rules of a game in a language; asked for once. */
export function fetchRules(game: string, language: string): Promise<Reference> {
  const title = `${game} ${language}`;
  const book = books.get(title) ?? get("/api/rules/{game}/{language}", { game, language });
  books.set(title, book);
  book.catch(() => books.delete(title));
  return book;
}

/** A text without accents and capitals, for searching. */
export function plain(text: string): string {
  const bare = text.replaceAll("’", "'").toLowerCase().normalize("NFD").replace(/\p{M}/gu, "");
  return bare.replaceAll("đ", "d"); // the one letter of our names that no accent is taken from
}

/** The words that a search asks for. */
export function wanted(typed: string): string[] {
  return plain(typed).split(/\s+/).filter(Boolean);
}

export interface Found {
  section: Section;
  /** The line that says most of what was asked for. */
  line: string;
}

/** The sections in which every word occurs; those that have them in their titles come first. */
export function search(sections: readonly Section[], words: readonly string[]): Found[] {
  if (words.length === 0) return [];
  const found = sections.flatMap((section) => {
    const lines = linesOf(section);
    const all = plain([section.title, ...lines].join(" "));
    return words.every((word) => all.includes(word)) ? [{ section, line: best(lines, words) }] : [];
  });
  const titled = ({ section }: Found) => Number(hits(section.title, words) === words.length);
  return found.toSorted((one, other) => titled(other) - titled(one));
}

const hits = (text: string, words: readonly string[]): number => words.filter((word) => plain(text).includes(word)).length;

function best(lines: readonly string[], words: readonly string[]): string {
  return lines.reduce((kept, line) => (hits(line, words) > hits(kept, words) ? line : kept), lines[0] ?? "");
}

/** What a section says, line by line; a row of a table is one. */
function linesOf(section: Section): string[] {
  return section.blocks.flatMap(linesOfBlock);
}

function linesOfBlock(block: Block): string[] {
  if (block.kind === "list") return block.items.map(spoken);
  if (block.kind === "table") return block.rows.map((row) => row.map(spoken).join(" – "));
  return [spoken(block.kind === "diagram" ? block.caption : block.runs)];
}

export const spoken = (runs: readonly Run[]): string => runs.map((run) => run.text).join("");

export interface Piece {
  text: string;
  marked: boolean;
}

/** A text cut into pieces, those apart in which a word is found. */
export function marked(text: string, words: readonly string[]): Piece[] {
  if (words.length === 0) return [{ text, marked: false }];
  const signs = [...text];
  const bare = signs.map(plain);
  const starts = bare.map((_, index) => bare.slice(0, index).join("").length);
  const all = bare.join("");
  const within = (at: number) => words.some((word) => covers(all, word, at));
  const pieces: Piece[] = [];
  signs.forEach((sign, index) => {
    const last = pieces.at(-1);
    const lit = bare[index] === "" ? (last?.marked ?? false) : within(starts[index]!);
    if (last?.marked === lit) last.text += sign;
    else pieces.push({ text: sign, marked: lit });
  });
  return pieces;
}

/** Does a place in a text lie in an occurrence of a word? */
function covers(text: string, word: string, at: number): boolean {
  const first = text.indexOf(word, Math.max(0, at - word.length + 1));
  return first >= 0 && first <= at;
}

/** A line shortened to what is around its first mark. */
export function excerpt(pieces: readonly Piece[], before = 40): Piece[] {
  const [first, ...rest] = pieces;
  if (!first || first.marked || first.text.length <= before) return [...pieces];
  const cut = first.text.indexOf(" ", first.text.length - before);
  return [{ text: `…${first.text.slice(Math.max(cut, 0))}`, marked: false }, ...rest];
}
