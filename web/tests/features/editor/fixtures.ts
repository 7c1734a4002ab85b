import { readFileSync } from "node:fs";
import { BoardSchema, type File, type Schema } from "../../../src/features/editor/schema";

const read = (path: string): unknown => JSON.parse(readFileSync(`../src/guanxi/${path}`, "utf-8"));

export const HAN = new BoardSchema(read("boards/schemas/han-board-1.json") as Schema);
export const LOTUS = new BoardSchema(read("boards/schemas/white-lotus-board-1.json") as Schema);
export const HAIDUCI = new BoardSchema(read("boards/schemas/haiduci-board-1.json") as Schema);
export const borderDisputes = (): File => read("games/han/boards/border_disputes.json") as File;
export const yuan = (): File => read("games/white_lotus/boards/yuan.json") as File;
export const balkans = (): File => read("games/haiduci/board.json") as File;
