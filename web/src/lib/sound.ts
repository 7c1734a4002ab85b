import { preferences } from "./preferences.svelte";

let context: AudioContext | null = null;

/** Play a short wooden tick for a move, unless sounds are turned off. */
export function tick(pitch = 520): void {
  if (!preferences.sound || typeof AudioContext === "undefined") return;
  context ??= new AudioContext();
  const tone = context.createOscillator();
  const volume = context.createGain();
  const now = context.currentTime;
  tone.type = "triangle";
  tone.frequency.setValueAtTime(pitch, now);
  tone.frequency.exponentialRampToValueAtTime(pitch / 3, now + 0.07);
  volume.gain.setValueAtTime(0.18, now);
  volume.gain.exponentialRampToValueAtTime(0.001, now + 0.09);
  tone.connect(volume).connect(context.destination);
  tone.start(now);
  tone.stop(now + 0.1);
}
