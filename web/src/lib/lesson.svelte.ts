import { get, post } from "./api";
import type { Lesson, Said } from "./types/learning";
import type { Offer } from "./types";

/** What a tutorial says in a language, step by step. */
export const fetchTutorial = (game: string, language: string) =>
  get("/api/tutorials/{game}/{language}", { game, language });
export const beginTutorial = (game: string, name?: string) => post("/api/tutorials/{game}", { name }, { game });
export const postStep = (id: string, step: number) => post("/api/tables/{id}/tutorial", { step }, { id });

const LEAP = 8;

/** Where a learner is in what a tutorial says: the step, its page, and praise for the step before. */
export class Coaching {
  lesson: Lesson | null = $state.raw(null);
  page = $state(0);
  steps: Record<string, Said> = $state.raw({});
  /** The step just done, while it is still spoken of. */
  private before: string | null = $state(null);
  /** A move of this step has been made, and another one is wanted. */
  private begun = $state(false);
  /** How often time has passed: many moves at once. */
  leaps = $state(0);
  private moves = 0;

  readonly said = $derived(this.lesson ? (this.steps[this.lesson.id] ?? null) : null);
  readonly pages = $derived(this.said?.say ?? []);
  readonly last = $derived(this.page >= this.pages.length - 1);
  /** Others move: the learner looks on. */
  readonly watching = $derived(this.lesson !== null && !this.lesson.over && this.lesson.want.length === 0);
  readonly praise = $derived(
    (this.watching ? this.said?.done : this.page === 0 && this.before !== null ? this.steps[this.before]?.done : "") ?? "",
  );

  /** The places to look at: those of the step, or when it is half done those of the moves it wants now. */
  places(offers: readonly Offer[]): string[] {
    if (!this.lesson || this.watching) return [];
    const want = this.lesson.want;
    if (!this.begun) return this.lesson.show;
    return [...new Set(offers.filter(({ notation }) => want.includes(notation)).flatMap(({ touches }) => touches))];
  }

  /** A state of the table has come, after so many moves. */
  meet(lesson: Lesson | null, moves: number): void {
    const old = this.lesson;
    if (old && moves - this.moves > LEAP) this.leaps += 1;
    this.moves = moves;
    this.lesson = lesson;
    if (old?.step === lesson?.step) {
      this.begun ||= old !== null && lesson !== null && lesson.want.length > 0 && old.want.join() !== lesson.want.join();
      return;
    }
    this.before = old && lesson?.step === old.step + 1 ? old.id : null;
    this.begun = false;
    this.page = 0;
  }

  turn(by: number): void {
    this.page = Math.max(0, Math.min(this.page + by, this.pages.length - 1));
  }
}
