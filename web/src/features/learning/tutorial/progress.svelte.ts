import type { Offer } from "../../../lib/types";
import type { CoachText, Lesson } from "../types";

/** More moves at once are announced as a leap in time. */
const LEAP = 8;

/** Where a learner is in a tutorial: the step, the page of its text, and the praise for the step before. */
export class TutorialProgress {
  lesson: Lesson | null = $state.raw(null);
  page = $state(0);
  /** What the coach says, by the id of the step. */
  texts: Record<string, CoachText> = $state.raw({});
  /** How many leaps in time there have been. */
  leaps = $state(0);
  /** The id of the step just completed, while it is praised. */
  private completed: string | null = $state(null);
  /** Part of this step is done, and another move is wanted. */
  private begun = $state(false);
  private moves = 0;

  readonly text = $derived(this.lesson ? (this.texts[this.lesson.id] ?? null) : null);
  readonly pages = $derived(this.text?.say ?? []);
  /** Not before the text has arrived: until then nobody knows how many pages there are. */
  readonly onLastPage = $derived(this.text !== null && this.page >= this.pages.length - 1);
  /** Others move, and the learner watches. */
  readonly watching = $derived(this.lesson !== null && !this.lesson.over && this.lesson.want.length === 0);
  readonly praise = $derived(
    (this.watching ? this.text?.done : this.page === 0 && this.completed !== null ? this.texts[this.completed]?.done : "") ?? "",
  );

  /**
   * The places to point at: what the text is about, and on the page that asks for a move what that move takes.  There
   * nothing is ringed that could be pressed but is not asked for, and a step of one page keeps what it is about.
   */
  places(offers: readonly Offer[]): string[] {
    if (!this.lesson || this.watching) return [];
    const { want, show, over } = this.lesson;
    if (over || (!this.begun && !this.onLastPage)) return show;
    const asked = offers.filter(({ notation }) => want.includes(notation)).flatMap(({ touches }) => touches);
    if (this.begun || this.pages.length > 1) return [...new Set(asked)];
    const pressable = new Set(offers.flatMap(({ touches }) => touches));
    return [...new Set([...asked, ...show.filter((place) => !pressable.has(place))])];
  }

  /** Take over the lesson of a new state of the table. */
  update(lesson: Lesson | null, moves: number): void {
    const old = this.lesson;
    if (old && moves - this.moves > LEAP) this.leaps += 1;
    this.moves = moves;
    this.lesson = lesson;
    if (old?.step === lesson?.step) {
      this.begun ||= old !== null && lesson !== null && lesson.want.length > 0 && old.want.join() !== lesson.want.join();
      return;
    }
    this.completed = old && lesson?.step === old.step + 1 ? old.id : null;
    this.begun = false;
    this.page = 0;
  }

  turnPage(by: number): void {
    this.page = Math.max(0, Math.min(this.page + by, this.pages.length - 1));
  }
}
