/** The map and card files of the rules, and names of places and pieces. */
import type { Frame } from "../../board/drawing";
import { loadStoredBoard } from "../../board/storedBoards";
import type { Phrase } from "../../lib/types";
import type { BoardFile, CardsFile, HaiduciView, Name, TerritoryView } from "./types";

const boards = import.meta.glob<BoardFile>("../../../../src/guanxi/games/haiduci/board.json", { import: "default" });
const cards = import.meta.glob<CardsFile>("../../../../src/guanxi/games/haiduci/cards.json", { import: "default" });

export interface Edition {
  board: BoardFile;
  cards: CardsFile;
}

/** The files of a table; null if it uses cards of its own, which only the server has. */
export async function loadEdition(board: string, cardSet: string): Promise<Edition | null> {
  const [maps, decks] = await Promise.all([loadAll(boards), loadAll(cards)]);
  const map = maps.find(({ name }) => name === board) ?? (await loadStoredBoard<BoardFile>(board));
  const deck = decks.find(({ name }) => name === cardSet);
  return map && deck ? { board: map, cards: deck } : null;
}

const loadAll = <File>(files: Record<string, () => Promise<File>>): Promise<File[]> => Promise.all(Object.values(files).map((load) => load()));

export const words = (name: Name): Phrase => ({
  id: "words",
  params: typeof name === "string" ? { en: name, fr: name, it: name } : name,
});

/** The name of a territory, province, card or haiduc. */
export function named({ board, cards }: Edition, id: string): Phrase {
  const found = board.territories[id] ?? board.provinces[id] ?? cards.kinds[id];
  return words(found?.name ?? cards.haiduci[id] ?? id);
}

export const isHaiduc = ({ cards }: Edition, card: string): boolean => card in cards.haiduci;

/** The inks of the factions: that of the player, or one that is left over. */
export function inks(view: HaiduciView): Map<string, number> {
  const found = new Map<string, number>();
  for (const [seat, { faction }] of view.players.entries()) if (faction) found.set(faction, seat);
  if (view.phase === "choosing") return found;
  let spare = view.players.length;
  for (const { id } of view.provinces) if (!found.has(id)) found.set(id, spare++);
  return found;
}

export const unplayed = (view: HaiduciView): string[] => {
  const played = new Set(view.players.map(({ faction }) => faction));
  return view.phase === "choosing" ? [] : view.provinces.map(({ id }) => id).filter((id) => !played.has(id));
};

/** What the frame may cut off the sheet. */
const EDGE = 8;
/** The most that is added on a side. */
const MARGIN = 300;

/** The part of the map to show at an aspect ratio: the sheet and as much of the surroundings as fit. */
export function frame({ size }: BoardFile, ratio: number): Frame {
  const [width, height] = [size[0] - 2 * EDGE, size[1] - 2 * EDGE];
  const wider = Math.min(MARGIN, Math.max(0, height * ratio - width));
  const higher = Math.min(MARGIN / 2, Math.max(0, width / ratio - height));
  return {
    x: Math.round(EDGE - wider * 0.4),
    y: Math.round(EDGE - higher * 0.5),
    width: Math.round(width + wider),
    height: Math.round(height + higher),
  };
}

/** A territory with its province, pawns and control, for screen readers. */
export function territoryName(edition: Edition, view: TerritoryView): Phrase {
  const territory = edition.board.territories[view.id]!;
  const parts: Phrase[] = [words(territory.name)];
  const province = named(edition, territory.province);
  parts.push({ id: territory.capital ? "board.capital" : "board.part-of", params: { province } });
  for (const [faction, count] of Object.entries(view.pawns)) {
    parts.push({ id: "board.pawns", params: { faction: named(edition, faction), count } });
  }
  if (view.control) parts.push({ id: "board.control", params: { faction: named(edition, view.control) } });
  return parts.reduceRight((rest, part) => ({ id: "board.parts", params: { part, rest } }));
}
