import { tick } from "svelte";
import { glide, measure } from "../../board/flip";
import { prefersReducedMotion } from "../../lib/motion";

/** Plays the stages of a moment one after the other; the last one stays. */
export class StagePlayer {
  /** The index of the shown stage.  Each new moment starts at the first one; with reduced motion only the last is shown. */
  readonly at = $derived.by(() => {
    const last = this.stages() - 1;
    if (prefersReducedMotion()) return last;
    return this.seen.moment === this.moment() ? Math.min(this.seen.at, last) : 0;
  });

  private seen: { moment: string; at: number } = $state.raw({ moment: "", at: 0 });

  /** `moment` identifies the moment, `pause` is the duration of the current stage; elements inside `region` are animated. */
  constructor(
    private readonly moment: () => string,
    private readonly stages: () => number,
    pause: () => number,
    private readonly region: () => HTMLElement | undefined,
  ) {
    $effect(() => {
      const current = { moment: moment(), at: this.at };
      // A moment that is left and visited again is played again.
      if (current.at === stages() - 1) this.seen = current;
      else {
        const timer = setTimeout(() => void this.show({ ...current, at: current.at + 1 }), pause());
        return () => clearTimeout(timer);
      }
    });
  }

  private async show(next: typeof this.seen): Promise<void> {
    const region = this.region();
    const before = region ? measure(region) : new Map();
    this.seen = next;
    await tick();
    if (region) glide(region, before);
  }
}
