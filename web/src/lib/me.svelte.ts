import { kept } from "./kept.svelte";
import { fetchMe, postWishes } from "./people";
import type { Me, Wishes } from "./types/people";

/** Who this browser is, as far as it has asked the server. */
class Myself {
  known: Me | null = $state.raw(null);
  /** The panel about oneself lies over whatever page it is opened from. */
  asked = $state(false);
  /** How often this browser has become somebody else: all that is shown belongs to who it was before. */
  changes = $state(0);

  readonly name = $derived(this.known?.name ?? kept.name.trim());

  /** What one wears; who has no wish is shown in what the first seat has. */
  readonly dress = $derived({ colour: this.known?.colour ?? 0, pattern: this.known?.pattern ?? 0 });

  async load(): Promise<void> {
    this.learn(await fetchMe());
  }

  async wish(wishes: Wishes): Promise<void> {
    this.learn(await postWishes(wishes));
  }

  /** What the server has answered about the same person; the name is the same everywhere. */
  learn(known: Me): void {
    this.known = known;
    if (known.name) kept.name = known.name;
  }

  /** The browser is somebody else now; what the one before was called is forgotten. */
  become(known: Me): void {
    kept.name = known.name ?? "";
    this.known = known;
    this.changes += 1;
  }
}

export const me = new Myself();
