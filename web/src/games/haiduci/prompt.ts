import type { Narrowing } from "../../board/narrowing.svelte";
import type { Phrase } from "../../lib/types";
import { named, type Edition } from "./boards";

/** What is asked after the first click of a move with two: the box for a card, the card for a box, the way of a haiduc. */
export function nextStep({ candidates, clicked }: Pick<Narrowing<"haiduci">, "candidates" | "clicked">, edition: Edition): Phrase | null {
  const [kind, id, box] = clicked[0]?.split(":") ?? [];
  if (!id || !candidates.some(({ touches }) => touches.length > 1)) return null;
  const name = named(edition, id);
  if (kind === "hand") return { id: "board.into", params: { card: name } };
  if (kind === "box") return box === "1" ? { id: "board.offer.which" } : { id: "board.join.which", params: { faction: name } };
  if (kind === "haiduc") return { id: "board.march.to", params: { haiduc: name } };
  return kind === "territory" ? { id: "board.march.who", params: { at: name } } : null;
}
