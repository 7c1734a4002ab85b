import { Polled } from "../../lib/polled.svelte";
import { fetchExhibition } from "./api";
import type { Board, Exhibition } from "./types";

const OFTEN = 2_000; // milliseconds; a bot may move at any moment
const SELDOM = 30_000; // once all is over

/** An exhibition that is looked up again and again while its page, or that of one of its boards, is open. */
export class LiveExhibition extends Polled<Exhibition> {
  constructor(id: string) {
    super(() => fetchExhibition(id), (shown) => (shown && isOver(shown) ? SELDOM : OFTEN));
  }
}

export const isOver = ({ boards }: Exhibition): boolean => boards.every((board) => board.share !== null);

/** The boards that wait for the user first, then those that are being played, then finished ones. */
export function inOrder({ boards }: Exhibition): { board: Board; number: number }[] {
  const rank = ({ table, share }: Board): number => (share !== null ? 2 : table.your_turn ? 0 : 1);
  return boards.map((board, index) => ({ board, number: index + 1 })).toSorted((one, other) => rank(one.board) - rank(other.board));
}

/** The next board after a table that waits for the user; undefined if none does. */
export function nextBoard({ boards }: Exhibition, table: string): Board | undefined {
  const at = boards.findIndex((board) => board.table.table === table);
  return [...boards.slice(at + 1), ...boards.slice(0, Math.max(at, 0))].find((board) => board.table.your_turn);
}

export interface Score {
  won: number;
  shared: number;
  lost: number;
  playing: number;
}

/** How the person who plays at all boards is doing. */
export function scoreOf({ boards }: Exhibition): Score {
  const score: Score = { won: 0, shared: 0, lost: 0, playing: 0 };
  for (const { share } of boards) score[share === null ? "playing" : share === 1 ? "won" : share > 0 ? "shared" : "lost"] += 1;
  return score;
}
