import { errorMessage } from "../../lib/errors";
import { fetchReview, postReview, stopReview } from "./api";
import type { PlayerReview, Review, ReviewShown } from "./types";

const POLL = 1000; // milliseconds
const ENDED: readonly ReviewShown["state"][] = ["done", "failed", "stopped"];

/** Requests the review of a finished game and polls until it is done; the findings so far are shown meanwhile. */
export class ReviewRequest {
  shown: ReviewShown | null = $state.raw(null);
  error = $state("");
  private timer: ReturnType<typeof setTimeout> | undefined;
  private closed = false;
  private readonly id: string;

  constructor(id: string) {
    this.id = id;
  }

  /** The whole review, or what is found so far. */
  readonly review = $derived(this.shown?.review ?? null);
  readonly done = $derived(this.shown?.state === "done");

  async open(): Promise<void> {
    await this.load(postReview);
  }

  /** Stop it on the server; it can be continued. */
  async stop(): Promise<void> {
    clearTimeout(this.timer);
    await this.load(stopReview);
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
  }

  private async load(send: (id: string) => Promise<ReviewShown>): Promise<void> {
    try {
      this.shown = await send(this.id);
      this.error = "";
    } catch (error) {
      this.error = errorMessage(error);
    }
    const ended = this.shown !== null && ENDED.includes(this.shown.state);
    if (this.closed || ended || (!this.shown && this.error)) return;
    this.timer = setTimeout(() => void this.load(fetchReview), POLL);
  }
}

/** All players' chances: before the first move, after each move, and at the end. */
export function chancesByMove(review: Review): number[][] {
  return [...review.decisions.map((decision) => decision.chances), review.end];
}

/** A time still to wait, rounded so that it does not flicker. */
export function remaining(seconds: number): { unit: "seconds" | "minutes"; n: number } {
  return seconds < 55 ? { unit: "seconds", n: Math.max(5, 5 * Math.round(seconds / 5)) } : { unit: "minutes", n: Math.round(seconds / 60) };
}

export const percent = (share: number): number => Math.round(100 * share);

/** A player's review in whole percent.  The parts add up: luck takes the rounding error. */
export function inPercent(player: PlayerReview) {
  const { start, skill, others, end } = player;
  const rounded = { start: percent(start), skill: percent(skill), others: percent(others), end: percent(end) };
  return { ...rounded, luck: rounded.end - rounded.start - rounded.skill - rounded.others };
}

/** Move labels apart: each stays as close to its wanted position as its neighbours allow. */
export function spreadLabels(wanted: readonly number[], spacing: number, least: number, most: number): number[] {
  const order = [...wanted.keys()].toSorted((one, other) => wanted[one]! - wanted[other]! || one - other);
  const placed = [...wanted];
  let next = least;
  for (const index of order) {
    placed[index] = Math.max(wanted[index]!, next);
    next = placed[index]! + spacing;
  }
  let last = most;
  for (const index of order.toReversed()) {
    placed[index] = Math.min(placed[index]!, last);
    last = placed[index]! - spacing;
  }
  return placed;
}
