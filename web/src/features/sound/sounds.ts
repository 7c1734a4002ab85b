/** What the table sounds like, composed of materials and the instrument of the game. */
import type { Soundscape } from "../../games/types";
import { INSTRUMENTS, paper, seal, silk, wood, type Stage } from "./synth";

export type Sound = "card" | "piece" | "seal" | "turn" | "time" | "chat" | "won" | "ended";

/** Outside of a table: settings, games without sounds of their own. */
export const PLAIN: Soundscape = { wood: 520, instrument: "string", scale: [262, 294, 330, 392, 440], events: { ready: "seal" } };

/** Tones of the scale, each so many seconds after the one before. */
function melody(stage: Stage, at: number, { instrument, scale }: Soundscape, tones: readonly number[], pause: number, volume: number): void {
  for (const [index, tone] of tones.entries()) INSTRUMENTS[instrument](stage, at + index * pause, scale[tone]!, volume);
}

export const SOUNDS: Readonly<Record<Sound, (stage: Stage, at: number, game: Soundscape) => void>> = {
  card: (stage, at) => paper(stage, at),
  piece: (stage, at, game) => wood(stage, at, game.wood),
  seal: (stage, at) => seal(stage, at),
  turn: (stage, at, game) => melody(stage, at, game, [0, 3], 0.16, 0.5),
  time: (stage, at, game) => [0, 0.3, 0.6].forEach((pause) => wood(stage, at + pause, game.wood * 2)),
  chat: (stage, at, game) => {
    paper(stage, at, 0.6);
    melody(stage, at + 0.08, game, [4], 0, 0.3);
  },
  won: (stage, at, game) => {
    silk(stage, at);
    melody(stage, at + 0.1, game, [0, 1, 2, 3, 4, 2, 4], 0.19, 0.7);
  },
  ended: (stage, at, game) => melody(stage, at, game, [2, 1, 0], 0.34, 0.5),
};
