import type { Narrowing } from "../../board/narrowing.svelte";
import type { Phrase } from "../../lib/types";

/** What is asked after the first clicks of a move: where the piece goes, or which cards pay for it. */
export function nextStep({ candidates, clicked }: Pick<Narrowing<"han">, "candidates" | "clicked">): Phrase | null {
  const kinds = [...new Set(candidates.map(({ move }) => move.do))];
  if (clicked.length === 0 || candidates.length === 0) return null;
  if (clicked.includes("action:discard")) return { id: "board.which.discard" };
  if (!clicked.some((place) => /^(space|dragon):/.test(place))) return { id: kinds.includes("discard") ? "board.where.discard" : "board.where" };
  const place = candidates[0]!.phrase.params?.["place"] ?? "";
  const what = kinds.length === 1 ? { id: `board.at.${kinds[0]}`, params: { place } } : place;
  const costs = new Set(candidates.map(({ touches }) => touches.length - 1));
  const [n] = costs;
  if (costs.size > 1 || n === 1) return { id: "board.pay", params: { what } };
  return { id: "board.pay.cards", params: { what, n: n!, chosen: clicked.length - 1 } };
}
