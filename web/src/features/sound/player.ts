import { soundsOf } from "../../games";
import { preferences } from "../../lib/preferences.svelte";
import type { LogLine } from "../../lib/types";
import { PLAIN, SOUNDS, type Sound } from "./sounds";
import { setStage, type Stage } from "./synth";

const MOST_AT_ONCE = 4; // sounds of one move
const APART = 0.09; // seconds between them

/** Plays sounds if they are turned on, but never before the user has touched the page. */
export class SoundPlayer {
  private stage: Stage | null = null;
  private touched = false;

  constructor() {
    const touch = (): void => {
      this.touched = true;
      removeEventListener("pointerdown", touch, true);
      removeEventListener("keydown", touch, true);
    };
    addEventListener("pointerdown", touch, true);
    addEventListener("keydown", touch, true);
  }

  play(sound: Sound, game = "", after = 0): void {
    if (!preferences.sound || !this.touched || typeof AudioContext === "undefined") return;
    this.stage ??= setStage(new AudioContext());
    const { context } = this.stage;
    // Browsers suspend sound in pages that were left alone.
    if (context.state === "suspended") void context.resume();
    SOUNDS[sound](this.stage, context.currentTime + after, soundsOf(game) ?? PLAIN);
  }

  /** The sounds of a move, each kind once. */
  playEvents(lines: readonly LogLine[], game: string): void {
    const { events } = soundsOf(game) ?? PLAIN;
    const sounds = [...new Set(lines.flatMap(({ event }) => events[event.event] ?? []))];
    for (const [index, sound] of sounds.slice(0, MOST_AT_ONCE).entries()) this.play(sound, game, index * APART);
  }
}

export const soundPlayer = new SoundPlayer();
