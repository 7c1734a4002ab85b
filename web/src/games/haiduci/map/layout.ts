/** The positions of pieces in a territory: shield, pawns and haiduci side by side around its centre. */
import type { Point } from "../../../board/drawing";

const PAWN = 27;
const ROW = 37;
const MAX_IN_ROW = 3;
const SHIELD = 33;
const HAIDUC = 33;

export interface Layout {
  shield: Point;
  pawns: Point[];
  haiduci: Point[];
  /** The lower edge of the pieces, above the name. */
  foot: number;
}

/** Pawns in rows of three at most, the shield to their left, haiduci to their right. */
export function layout(capital: boolean, pawns: number, haiduci: number): Layout {
  const rows = Math.max(1, Math.ceil(pawns / MAX_IN_ROW));
  const wide = Math.ceil(pawns / rows);
  const left = -((capital ? SHIELD : 0) + wide * PAWN + haiduci * HAIDUC) / 2;
  const start = left + (capital ? SHIELD : 0);
  const lift = ((rows - 1) * ROW) / 2;
  return {
    shield: [left + SHIELD / 2, -4],
    pawns: Array.from({ length: pawns }, (_, index): Point => {
      const row = Math.floor(index / wide);
      const inRow = Math.min(wide, pawns - row * wide);
      return [start + (wide * PAWN) / 2 + ((index % wide) - (inRow - 1) / 2) * PAWN, row * ROW - lift - 2];
    }),
    haiduci: Array.from({ length: haiduci }, (_, index): Point => [start + wide * PAWN + (index + 0.5) * HAIDUC, -5]),
    foot: pawns || capital || haiduci ? lift + 18 : 4,
  };
}
