import { untrack } from "svelte";
import { still } from "./flip";
import type { ShowStep } from "./show";

const LOOK = 650;
const LINE = 250; // so long it takes to read one more
const NOTHING = 320; // a step in which nobody gets anything

/** Where the final scoring is: steps before `at` are counted, the one before it is being looked at. */
export class Showing<Step extends ShowStep> {
  steps: Step[] = $state.raw([]);
  at = $state(0);
  private timer: ReturnType<typeof setTimeout> | undefined;

  readonly going = $derived(this.at < this.steps.length + 1 && this.steps.length > 0);
  readonly step = $derived(this.going ? (this.steps[this.at - 1] ?? null) : null);

  /** How many steps count already. */
  readonly counted = $derived(this.steps.length === 0 ? Infinity : Math.min(this.at, this.steps.length));

  start(steps: Step[]): void {
    this.stop();
    if (still()) return;
    this.steps = steps;
    this.wait();
  }

  skip(): void {
    clearTimeout(this.timer);
    this.at = this.steps.length + 1;
  }

  stop(): void {
    clearTimeout(this.timer);
    this.steps = [];
    this.at = 0;
  }

  private wait(): void {
    const lines = this.step?.lines.length;
    this.timer = setTimeout(
      () => {
        this.at += 1;
        if (this.going) this.wait();
      },
      lines === 0 ? NOTHING : LOOK + LINE * (lines ?? 1),
    );
  }
}

/**
 * The show of a board: who sees the game end sees it, once; who comes later can ask for it.  While it goes on, whoever
 * frames the table hears of it and keeps the result back.
 */
export function showAtEnd<Step extends ShowStep>(
  steps: () => Step[],
  over: () => boolean,
  region: () => HTMLElement | undefined,
): Showing<Step> {
  const showing = new Showing<Step>();
  let sawItGoOn = false;
  let shown = false;
  $effect(() => {
    if (!over()) {
      showing.stop();
      sawItGoOn = true;
    } else if (!shown && sawItGoOn && steps().length) untrack(() => showing.start(steps()));
    shown = over() && steps().length > 0;
  });
  $effect(() => () => showing.stop());
  $effect(() => {
    region()?.dispatchEvent(new CustomEvent("show", { bubbles: true, detail: showing.going }));
  });
  return showing;
}
