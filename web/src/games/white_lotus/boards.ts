/** The board files of the rules, loaded on demand, and names of provinces. */
import type { Frame } from "../../board/drawing";
import { loadStoredBoard } from "../../board/storedBoards";
import { list, player } from "../../lib/phrase";
import type { Phrase } from "../../lib/types";
import type { BoardFile, ProvinceView } from "./types";

const files = import.meta.glob<BoardFile>("../../../../src/guanxi/games/white_lotus/boards/*.json", { import: "default" });

export async function loadBoard(name: string): Promise<BoardFile | null> {
  const found = Object.entries(files).find(([path]) => path.endsWith(`/${name}.json`));
  return found ? await found[1]() : await loadStoredBoard<BoardFile>(name);
}

const MARGIN = 34;

/** The part of the map to show at an aspect ratio: all provinces in play, and as much of the west as fits. */
export function frame(board: BoardFile, ids: readonly string[], ratio: number): Frame {
  const points = ids.flatMap((id) => board.provinces[id]?.outline ?? []);
  const needed = Math.max(0, Math.min(...points.map(([x]) => x)) - MARGIN);
  const [right, height] = board.size;
  const left = Math.round(Math.max(-MARGIN, Math.min(needed, right - height * ratio)));
  return { x: left, y: 0, width: right - left, height };
}

const MARKS = { lotus: "board.lotus", dragon: "board.dragon" };

/** A province with its mark, building, owner and claims, for screen readers. */
export function provinceName(board: BoardFile, view: ProvinceView): Phrase {
  const mark = board.provinces[view.id]?.mark;
  const parts: Phrase[] = [{ id: "board.named", params: { province: view.name } }];
  if (mark) parts.push({ id: MARKS[mark] });
  if (view.building === null) parts.push({ id: "board.empty" });
  else parts.push({ id: `building.${view.building}` });
  if (view.owner !== null) parts.push({ id: "board.owner", params: { player: player(view.owner) } });
  else if (view.building !== null) parts.push({ id: "board.neutral" });
  if (view.claims.length) parts.push({ id: "board.claims", params: { players: list(view.claims.map(player)) } });
  return parts.reduceRight((rest, part) => ({ id: "board.parts", params: { part, rest } }));
}
