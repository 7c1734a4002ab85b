import { fetchChallenges } from "./api";
import type { Challenge, Challenges } from "./types";

const POLL = 20_000; // milliseconds

/** The user's challenges and live games.  A page in sight asks for them, which shows others that the user is here. */
class MyChallenges {
  private known: Challenges = $state.raw({ received: [], sent: [], playing: [] });

  /** Those that wait for the user's answer. */
  readonly received = $derived(this.known.received);
  /** The user's own, answered or not. */
  readonly sent = $derived(this.known.sent);
  /** The user's own that were declined or not answered in time. */
  readonly answered = $derived(this.sent.filter((each) => each.answer !== "waiting"));

  /** Games with a running clock in which the user is expected. */
  readonly playing = $derived(this.known.playing);

  /** The user's challenge for which a table waits. */
  at(table: string): Challenge | undefined {
    return this.sent.find((each) => each.table.table === table);
  }

  /** Poll while the page is visible; returns a function that stops it. */
  poll(): () => void {
    const load = (): void => {
      if (!document.hidden) void this.load();
    };
    load();
    const timer = setInterval(load, POLL);
    document.addEventListener("visibilitychange", load);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", load);
    };
  }

  /** The page itself reports a server that cannot be reached. */
  async load(): Promise<void> {
    await fetchChallenges().then(
      (found) => (this.known = found),
      () => undefined,
    );
  }
}

export const challenges = new MyChallenges();
