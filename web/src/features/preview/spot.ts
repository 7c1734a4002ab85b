import { overlap, type Box } from "../../lib/boxes";

const MARGIN = 8;
const CHOSEN = 8; // how much worse it is to hide what is chosen than anything else

/** Where a panel on a board hides least: below before above, left before right; what is chosen matters most. */
export function spotFor(panel: { width: number; height: number }, board: Box, chosen: readonly Box[], others: readonly Box[]): Box {
  const left = board.left + MARGIN;
  const right = Math.max(left, board.left + board.width - panel.width - MARGIN);
  const top = board.top + MARGIN;
  const bottom = Math.max(top, board.top + board.height - panel.height - MARGIN);
  const spots = [bottom, top].flatMap((y) => [left, (left + right) / 2, right].map((x): Box => ({ left: x, top: y, ...panel })));
  const hidden = (spot: Box) => CHOSEN * overlap(spot, chosen) + overlap(spot, others);
  return spots.reduce((best, spot) => (hidden(spot) < hidden(best) ? spot : best));
}
