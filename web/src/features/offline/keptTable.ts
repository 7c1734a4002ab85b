/** The table shown last, kept in this browser so that a reload without a connection shows it as it was. */

import { i18n, type ServedTexts } from "../../lib/i18n.svelte";
import { storage } from "../../lib/storage";
import type { State } from "../../lib/types";

const KEPT = "table";

interface Kept {
  state: State;
  texts: ServedTexts;
}

export function keepTable(state: State): void {
  const kept: Kept = { state, texts: i18n.served(state.game) };
  storage.set(KEPT, JSON.stringify(kept));
}

/** Forget it: another user must not see it. */
export function forgetTable(): void {
  storage.set(KEPT, null);
}

/** The table as it was, without its decisions; null if another one, or none, is kept. */
export function keptTable(id: string): State | null {
  const kept = JSON.parse(storage.get(KEPT) ?? "null") as Kept | null;
  if (kept?.state.table !== id) return null;
  i18n.restore(kept.texts);
  return { ...kept.state, legal: [], moments: [] };
}
