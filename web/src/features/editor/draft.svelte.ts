/** A board while it is edited: its file, and what can be undone. */
import type { Pen } from "./pen";
import type { File, Path } from "./schema";

const MOST = 200; // steps that can be undone

export class Draft {
  /** The file as it is drawn and checked. */
  file: File = $state.raw({});
  /** The thing, or the point of one, that is selected. */
  selected: Path | null = $state.raw(null);
  /** The new thing that is being drawn. */
  pen: Pen | null = $state.raw(null);
  /** What is around a corner follows it. */
  follows = $state(true);
  private past: File[] = $state.raw([]);
  private future: File[] = $state.raw([]);
  /** What the last step was about: further ones about the same join it. */
  private about = "";

  constructor(file: File) {
    this.file = file;
  }

  get canUndo(): boolean {
    return this.past.length > 0;
  }

  get canRedo(): boolean {
    return this.future.length > 0;
  }

  /** Replace the file; steps about the same, such as keys that move a point or letters of a name, are undone together. */
  change(file: File, about = ""): void {
    if (file === this.file) return;
    if (!about || about !== this.about || this.past.length === 0) this.past = [...this.past.slice(1 - MOST), this.file];
    this.about = about;
    this.future = [];
    this.file = file;
  }

  undo(): void {
    const before = this.past.at(-1);
    if (!before) return;
    this.future = [...this.future, this.file];
    this.past = this.past.slice(0, -1);
    this.file = before;
    this.about = "";
  }

  redo(): void {
    const after = this.future.at(-1);
    if (!after) return;
    this.past = [...this.past, this.file];
    this.future = this.future.slice(0, -1);
    this.file = after;
    this.about = "";
  }
}
