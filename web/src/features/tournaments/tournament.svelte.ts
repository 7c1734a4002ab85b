import { ApiError } from "../../lib/api";
import { fetchTournament } from "./api";
import type { Tournament } from "./types";

const OFTEN = 3_000; // milliseconds; a live round may end at any moment
const SELDOM = 15_000; // for slow games, and while nothing can happen

/** A tournament that is looked up again and again while its page is open. */
export class LiveTournament {
  shown: Tournament | null = $state.raw(null);
  failure: unknown = $state.raw(null);
  private latest = 0;

  constructor(private readonly id: string) {}

  poll(): () => void {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = (): void => {
      clearTimeout(timer);
      if (!document.hidden) void this.load();
      timer = setTimeout(look, pause(this.shown));
    };
    look();
    document.addEventListener("visibilitychange", look);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }

  async load(): Promise<void> {
    const number = ++this.latest;
    try {
      const found = await fetchTournament(this.id);
      if (number === this.latest) this.update(found);
    } catch (reason) {
      // A page that is shown stays while the server cannot be reached.
      if (number === this.latest && (!this.shown || reason instanceof ApiError)) this.failure = reason;
    }
  }

  /** Take over an answer; one that is already known changes nothing, so that nothing is drawn again. */
  update(found: Tournament): void {
    this.latest += 1;
    this.failure = null;
    if (JSON.stringify(found) !== JSON.stringify(this.shown)) this.shown = found;
  }
}

/** How long to wait before the next look. */
export function pause(shown: Tournament | null): number {
  if (!shown) return OFTEN;
  const settled = shown.state === "over" || shown.state === "dropped";
  return settled || (shown.state === "running" && shown.time.kind === "slow") ? SELDOM : OFTEN;
}
