import { kept } from "./kept.svelte";

let context: AudioContext | null = null;

/** A small wooden tick: somebody has moved.  Silent unless sounds are wanted. */
export function tick(pitch = 520): void {
  if (!kept.sound || typeof AudioContext === "undefined") return;
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
