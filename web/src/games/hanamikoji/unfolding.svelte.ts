import { tick } from "svelte";
import { glide, places, still } from "../../lib/flip";

/** Shows the stages of a moment one after the other, each for a while; the last one stays. */
export class Unfolding {
  /** Which stage is shown: from the first on for each moment that comes, the last at once where nothing shall move. */
  readonly at = $derived.by(() => {
    const last = this.stages() - 1;
    if (still()) return last;
    return this.seen.moment === this.moment() ? Math.min(this.seen.at, last) : 0;
  });

  private seen: { moment: string; at: number } = $state.raw({ moment: "", at: 0 });

  /** `moment` names what is shown, `pause` is how long the present stage stays, pieces of `region` glide. */
  constructor(
    private readonly moment: () => string,
    private readonly stages: () => number,
    pause: () => number,
    private readonly region: () => HTMLElement | undefined,
  ) {
    $effect(() => {
      const here = { moment: moment(), at: this.at };
      // Whoever leaves a moment and comes back to it sees it again.
      if (here.at === stages() - 1) this.seen = here;
      else {
        const timer = setTimeout(() => void this.show({ ...here, at: here.at + 1 }), pause());
        return () => clearTimeout(timer);
      }
    });
  }

  private async show(next: typeof this.seen): Promise<void> {
    const region = this.region();
    const before = region ? places(region) : new Map();
    this.seen = next;
    await tick();
    if (region) glide(region, before);
  }
}
