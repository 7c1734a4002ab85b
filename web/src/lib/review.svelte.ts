import { get, post } from "./api";
import { trouble } from "./trouble";
import type { MomentWanted, Review, ReviewShown } from "./types/review";

const POLL = 1000;

const fetchReview = (id: string) => get("/api/tables/{id}/review", { id });
const postReview = (id: string) => post("/api/tables/{id}/review", {}, { id });
export const continueFrom = (id: string, wish: MomentWanted) => post("/api/tables/{id}/continue", wish, { id });

/** The review of a finished game: asked for when somebody looks, and watched until it is there. */
export class Reviewing {
  shown: ReviewShown | null = $state.raw(null);
  trouble = $state("");
  private timer: ReturnType<typeof setTimeout> | undefined;
  private closed = false;
  private readonly id: string;

  constructor(id: string) {
    this.id = id;
  }

  readonly review = $derived(this.shown?.review ?? null);

  /** Have it computed, or take it if it has been. */
  async open(): Promise<void> {
    await this.look(postReview);
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
  }

  private async look(way: (id: string) => Promise<ReviewShown>): Promise<void> {
    try {
      this.shown = await way(this.id);
      this.trouble = "";
    } catch (reason) {
      this.trouble = trouble(reason);
    }
    const ended = this.shown?.state === "done" || this.shown?.state === "failed";
    if (!this.closed && !ended && (this.shown || !this.trouble)) this.timer = setTimeout(() => void this.look(fetchReview), POLL);
  }
}

/** Everybody's chances at each moment: before the first move, after each move, and at the end. */
export function course(review: Review): number[][] {
  return [...review.decisions.map((decision) => decision.chances), review.end];
}

/** Points of a hundred. */
export const points = (share: number): number => Math.round(100 * share);

/** A number with its sign, and a true minus. */
export function signed(number: number, language: string): string {
  const format = new Intl.NumberFormat(language, { signDisplay: "exceptZero", maximumFractionDigits: 1 });
  return format.format(number).replace("-", "−");
}

/** A player's way in whole points, whose parts add up to the end as they are read. */
export function inPoints(account: Review["players"][number]) {
  const [start, skill, others, end] = [account.start, account.skill, account.others, account.end].map(points) as [
    number,
    number,
    number,
    number,
  ];
  return { start, skill, others, luck: end - start - skill - others, end };
}

/** Heights for labels, each as near to where it belongs as the room between its neighbours lets it be. */
export function spread(wanted: readonly number[], room: number, least: number, most: number): number[] {
  const order = [...wanted.keys()].toSorted((one, other) => wanted[one]! - wanted[other]! || one - other);
  const placed = [...wanted];
  let next = least;
  for (const index of order) {
    placed[index] = Math.max(wanted[index]!, next);
    next = placed[index]! + room;
  }
  let last = most;
  for (const index of order.toReversed()) {
    placed[index] = Math.min(placed[index]!, last);
    last = placed[index]! - room;
  }
  return placed;
}
