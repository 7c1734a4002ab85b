import type { Narrowing } from "../../board/narrowing.svelte";
import type { Phrase } from "../../lib/types";
import { ACTIONS } from "./types";

/** What is asked after the first clicks of a move: the cards of an action, or the action for some cards. */
export function nextStep({ candidates, clicked }: Pick<Narrowing<"hanamikoji">, "candidates" | "clicked">): Phrase | null {
  const action = ACTIONS.find((each) => clicked.includes(`action:${each}`));
  const n = (candidates[0]?.touches.length ?? 0) - 1;
  if (action && n > 0) return { id: "board.choosing", params: { action: { id: `action.${action}` }, n, chosen: clicked.length - 1 } };
  const cards = clicked.filter((place) => place.startsWith("hand:")).length;
  return !action && cards > 0 ? { id: "board.which-action", params: { n: cards } } : null;
}
