import { Polled } from "../../lib/polled.svelte";
import { fetchTournament } from "./api";
import type { Tournament } from "./types";

const OFTEN = 3_000; // milliseconds; a live round may end at any moment
const SELDOM = 15_000; // for slow games, and while nothing can happen

/** A tournament that is looked up again and again while its page is open. */
export class LiveTournament extends Polled<Tournament> {
  constructor(id: string) {
    super(() => fetchTournament(id), pause);
  }
}

/** How long to wait before the next look. */
export function pause(shown: Tournament | null): number {
  if (!shown) return OFTEN;
  const settled = shown.state === "over" || shown.state === "dropped";
  return settled || (shown.state === "running" && shown.time.kind === "slow") ? SELDOM : OFTEN;
}
