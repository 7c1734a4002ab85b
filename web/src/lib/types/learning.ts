/** What the server says about learning a game: its rules to read, and its tutorial. */

import type { View } from "../types";

/** A few words: plain, strong, a term with its explanation, or a way to another section. */
export interface Run {
  text: string;
  strong?: boolean;
  term?: string;
  to?: string;
}

export type Block =
  | { kind: "text"; runs: Run[] }
  | { kind: "remark"; runs: Run[] }
  | { kind: "list"; items: Run[][] }
  | { kind: "table"; rows: Run[][][] }
  | { kind: "diagram"; id: string; caption: Run[] };

export interface Section {
  id: string;
  title: string;
  blocks: Block[];
}

export interface Term {
  name: string;
  means: string;
}

/** A prepared position, as its seat sees it. */
export interface Drawn {
  seats: number;
  seat: number | null;
  view: View;
}

/** All rules of a game in one language. */
export interface Reference {
  game: string;
  language: string;
  sections: Section[];
  terms: Record<string, Term>;
  diagrams: Record<string, Drawn>;
}

/** What a step of a tutorial says: page by page, to another move than the one it wants, and when it is done. */
export interface Said {
  title: string;
  say: string[];
  hint?: string;
  done?: string;
}

/** Where a tutorial stands.  `want` is empty while others move. */
export interface Lesson {
  step: number;
  steps: number;
  id: string;
  show: string[];
  want: string[];
  over: boolean;
}
