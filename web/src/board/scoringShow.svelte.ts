import { untrack } from "svelte";
import { prefersReducedMotion } from "../lib/motion";
import type { ScoringStep } from "./scoringSteps";

// Milliseconds that a step stays on the board.
const STEP = 650;
const PER_LINE = 250;
const EMPTY_STEP = 320;

/** The progress of the final scoring: the first `at` steps are counted, the last of them is on show. */
export class ScoringShow<Step extends ScoringStep> {
  steps: Step[] = $state.raw([]);
  at = $state(0);
  private timer: ReturnType<typeof setTimeout> | undefined;

  readonly running = $derived(this.at < this.steps.length + 1 && this.steps.length > 0);
  readonly step = $derived(this.running ? (this.steps[this.at - 1] ?? null) : null);

  /** How many steps are counted; all of them while no show runs. */
  readonly counted = $derived(this.steps.length === 0 ? Infinity : Math.min(this.at, this.steps.length));

  start(steps: Step[]): void {
    this.stop();
    if (prefersReducedMotion()) return;
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
        if (this.running) this.wait();
      },
      lines === 0 ? EMPTY_STEP : STEP + PER_LINE * (lines ?? 1),
    );
  }
}

/**
 * The scoring show of a board.  It starts by itself once, when the player sees the game end; later it runs on request.
 * The region dispatches a `show` event when it starts and stops, so that the table delays the result.
 */
export function showScoringAtEnd<Step extends ScoringStep>(
  steps: () => Step[],
  over: () => boolean,
  region: () => HTMLElement | undefined,
): ScoringShow<Step> {
  const show = new ScoringShow<Step>();
  let sawRunning = false;
  let shown = false;
  $effect(() => {
    if (!over()) {
      show.stop();
      sawRunning = true;
    } else if (!shown && sawRunning && steps().length) untrack(() => show.start(steps()));
    shown = over() && steps().length > 0;
  });
  $effect(() => () => show.stop());
  $effect(() => {
    region()?.dispatchEvent(new CustomEvent("show", { bubbles: true, detail: show.running }));
  });
  return show;
}
