import { Narrowing } from "../../board/narrowing.svelte";
import type { Offer, State } from "../../lib/types";
import { answerPuzzle, fetchPuzzle } from "./api";
import type { PuzzleShown, PuzzleSolved } from "./types";

/** A puzzle on the screen: its position, the user's choice, and the answer. */
export class PuzzleAttempt {
  readonly puzzle: PuzzleShown;
  state: State = $state.raw()!;
  solved: PuzzleSolved | null = $state.raw(null);
  narrowing: Narrowing | null = $state.raw(null);

  constructor(puzzle: PuzzleShown) {
    this.puzzle = puzzle;
    this.state = puzzle.state;
    this.solved = puzzle.solved;
    if (!this.solved) this.narrowing = new Narrowing(puzzle.state.legal);
  }

  /** The seat that has to decide. */
  get seat(): number {
    return this.puzzle.state.seat!;
  }

  async answer(offer: Offer): Promise<void> {
    this.solved = await answerPuzzle(this.puzzle.game, this.puzzle.id, offer.number);
    this.narrowing = null;
  }

  /** Show the position as a seat sees it; other seats only after the answer. */
  async viewFrom(seat: number): Promise<void> {
    this.state = seat === this.seat ? this.puzzle.state : (await fetchPuzzle(this.puzzle.game, this.puzzle.id, seat)).state;
  }
}
