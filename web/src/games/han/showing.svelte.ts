import { still } from "../../lib/flip";
import type { Step } from "./show";

const PACE = 900;
const QUICK = 320; // an alliance that nobody scores

/** Where the final scoring is: steps before `at` are counted, the one before it is being looked at. */
export class Showing {
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
    this.at = 0;
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
    const pace = this.step && this.step.lines.length === 0 ? QUICK : PACE;
    this.timer = setTimeout(() => {
      this.at += 1;
      if (this.going) this.wait();
    }, pace);
  }
}
