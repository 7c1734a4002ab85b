import type { Confirmation } from "../../lib/preferences.svelte";
import type { Offer } from "../../lib/types";

/** Whether a move waits for a confirmation once all its places are clicked; the server says which moves are important. */
export function isConfirmed(offer: Offer, confirm: Confirmation): boolean {
  return confirm === "always" || (confirm === "important" && offer.important);
}
