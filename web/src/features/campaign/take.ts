import { preferences } from "../../lib/preferences.svelte";
import { beginCampaignStep } from "./api";

/** Begin a step and return the path of its table. */
export async function takeStep(game: string, step: string): Promise<string> {
  const created = await beginCampaignStep(game, step, preferences.name.trim() || undefined);
  return `/table/${created.table}`;
}
