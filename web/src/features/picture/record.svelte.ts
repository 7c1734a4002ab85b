import { mount, tick, unmount } from "svelte";
import { loadBoardComponent } from "../../games";
import type { State } from "../../lib/types";
import { playerNames, sayFor } from "../characters/names";
import { fetchReplay } from "../replay/api";
import { drawn, pageStyles } from "./draw";
import { Gif } from "./gif";
import { Palette } from "./palette";
import { moveShot, movesShown, SIZE, titleShot, type Part, type Shot } from "./shots";
import Stage from "./Stage.svelte";

/** The size of the picture: large enough to read names, small enough for a message. */
export const PICTURE = { width: 640, height: Math.round((640 * SIZE.height) / SIZE.width) } as const;

/** Messengers turn down larger files. */
export const LARGEST = 8_000_000; // bytes

const SETTLING = 60; // milliseconds in which a board measures itself

/** What becomes of a recording. */
export interface Recorded {
  file: Blob;
  /** The file was full before the last moves; only the end was added. */
  shortened: boolean;
}

/** Records a game as an animated picture, position by position. */
export class Recording {
  /** How many of its pictures are done, and of how many. */
  done = $state(0);
  total = $state(0);
  private cancelled = false;

  constructor(
    private readonly last: State,
    private readonly seat: number | null,
    private readonly part: Part,
  ) {}

  cancel(): void {
    this.cancelled = true;
  }

  /** Draw all pictures; null if it was cancelled. */
  async run(): Promise<Recorded | null> {
    const moves = movesShown(this.last.moves, this.part);
    this.total = moves.length + 1;
    const stage = new OffStage(titleShot(this.last));
    try {
      await loadBoardComponent(this.last.game);
      await stage.settle();
      const styles = await pageStyles();
      const title = await stage.draw(styles);
      const samples = await this.samples(stage, styles, moves);
      if (!samples) return null;
      const gif = new Gif(PICTURE.width, PICTURE.height, new Palette([title, ...samples]));
      gif.add({ pixels: title, time: titleShot(this.last).time });
      this.done = 1;
      let shortened = false;
      for (const [index, move] of moves.entries()) {
        if (this.cancelled) return null;
        const isLast = index === moves.length - 1;
        if (gif.size < LARGEST || isLast) {
          const shot = await this.shot(move, isLast);
          gif.add({ pixels: await stage.show(shot, styles), time: shot.time });
        } else shortened = true;
        this.done += 1;
      }
      return { file: new Blob([gif.done()], { type: "image/gif" }), shortened };
    } finally {
      stage.close();
    }
  }

  /** Some pictures, whose colours are those of all. */
  private async samples(stage: OffStage, styles: string, moves: readonly number[]): Promise<Uint8ClampedArray[] | null> {
    const samples: Uint8ClampedArray[] = [];
    for (const move of new Set([moves[0]!, moves[moves.length >> 1]!, moves.at(-1)!])) {
      if (this.cancelled) return null;
      samples.push(await stage.show(await this.shot(move, false), styles));
    }
    return samples;
  }

  private async shot(move: number, isLast: boolean): Promise<Shot> {
    const state = move === this.last.moves && this.last.seat === this.seat ? this.last : await fetchReplay(this.last.table, move, this.seat ?? undefined);
    return moveShot(state, sayFor(state), isLast);
  }
}

/** The stage beside the page, and what is shown on it. */
class OffStage {
  private readonly holder: HTMLElement;
  private readonly props: { shot: Shot } = $state({ shot: null! });
  private readonly component: Record<string, unknown>;

  constructor(shot: Shot) {
    this.holder = document.createElement("div");
    this.holder.inert = true;
    this.holder.style.cssText = "position: fixed; left: -20000px; top: 0";
    document.body.append(this.holder);
    this.props.shot = shot;
    this.component = mount(Stage, { target: this.holder, props: this.props });
  }

  async show(shot: Shot, styles: string): Promise<Uint8ClampedArray> {
    this.props.shot = shot;
    return this.draw(styles);
  }

  async draw(styles: string): Promise<Uint8ClampedArray> {
    await this.settle();
    return drawn(this.holder.firstElementChild!, styles, SIZE, PICTURE);
  }

  async settle(): Promise<void> {
    await tick();
    // Boards are laid out by the room they find, which they measure.
    await new Promise((resolve) => setTimeout(resolve, SETTLING));
    await tick();
    await document.fonts.ready;
  }

  close(): void {
    void unmount(this.component);
    this.holder.remove();
  }
}

/** The name of the file. */
export function fileName(state: State): string {
  const players = playerNames(state).map((name) => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, "-"));
  return `${state.game}-${players.join("-")}.gif`.slice(0, 80);
}
