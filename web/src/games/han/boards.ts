/** The board files of the rules, loaded on demand, and names of places. */
import { loadStoredBoard } from "../../board/storedBoards";
import { list, player } from "../../lib/phrase";
import type { Phrase } from "../../lib/types";
import type { BoardFile, Colour, ProvinceView, SpaceView } from "./types";

const files = import.meta.glob<BoardFile>("../../../../src/guanxi/games/han/boards/*.json", { import: "default" });

export async function loadBoard(name: string): Promise<BoardFile | null> {
  const found = Object.entries(files).find(([path]) => path.endsWith(`/${name}.json`));
  return found ? await found[1]() : await loadStoredBoard<BoardFile>(name);
}

const PIECES = {
  house: "board.piece.house",
  fortification: "board.piece.fortification",
  market: "board.piece.market",
};
const FREE = { house: "board.free", port: "board.free.port", border: "board.free.border" };

/** The provinces that a card of a colour pays for. */
export function provincesOf(board: BoardFile, colour: Colour): string[] {
  return Object.values(board.provinces)
    .filter((province) => province.colour === colour)
    .map((province) => province.name);
}

/** The name of a house space: its province and number, or the two provinces of a border. */
export function placeName(board: BoardFile, id: string): Phrase {
  const space = board.spaces[id]!;
  const [first, second] = space.provinces.map((province) => board.provinces[province]!.name);
  if (second !== undefined) return { id: "board.border", params: { first: first!, second } };
  return { id: "board.place", params: { province: first!, number: id.split("-").at(-1)! } };
}

/** A house space with the piece on it, for screen readers. */
export function spaceName(board: BoardFile, id: string, piece: SpaceView | undefined): Phrase {
  const place = placeName(board, id);
  if (piece) {
    return { id: "board.taken", params: { place, piece: { id: PIECES[piece.piece] }, player: player(piece.seat) } };
  }
  return { id: FREE[board.spaces[id]!.kind], params: { place } };
}

/** A province with the number of its house spaces that are taken, by the pieces on all spaces. */
export function provinceName(board: BoardFile, id: string, pieces: ReadonlyMap<string, SpaceView>): Phrase {
  const spaces = Object.entries(board.spaces).filter(([, space]) => space.provinces.includes(id));
  const taken = spaces.filter(([space]) => pieces.has(space)).length;
  return { id: "board.province", params: { province: board.provinces[id]!.name, taken, spaces: spaces.length } };
}

/** A dragon with its emissaries and the room left, for screen readers. */
export function dragonName(name: string, { emissaries, room }: ProvinceView): Phrase {
  const there = emissaries.flatMap((count, seat): Phrase[] =>
    count ? [{ id: "board.emissaries", params: { count, player: player(seat) } }] : [],
  );
  const who: Phrase = there.length ? list(there) : { id: "board.nobody" };
  return { id: "board.dragon", params: { province: name, emissaries: who, n: room } };
}
