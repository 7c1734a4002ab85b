/** Wood, paper, silk and a few instruments, synthesised.  Times are seconds, pitches hertz, volumes at most 1. */

/** Where sounds are made; `noise` is a second of white noise. */
export interface Stage {
  context: AudioContext;
  out: AudioNode;
  noise: AudioBuffer;
}

const SILENT = 0.0001; // exponential ramps cannot reach zero
const MASTER_VOLUME = 0.4;

export function setStage(context: AudioContext): Stage {
  const out = context.createGain();
  out.gain.value = MASTER_VOLUME;
  out.connect(context.destination);
  const noise = context.createBuffer(1, context.sampleRate, context.sampleRate);
  const samples = noise.getChannelData(0);
  for (let index = 0; index < samples.length; index += 1) samples[index] = 2 * Math.random() - 1;
  return { context, out, noise };
}

/** A gain that rises to a volume and falls silent again. */
function envelope({ context, out }: Stage, at: number, attack: number, length: number, volume: number): GainNode {
  const gain = context.createGain();
  gain.gain.setValueAtTime(SILENT, at);
  gain.gain.exponentialRampToValueAtTime(volume, at + attack);
  gain.gain.exponentialRampToValueAtTime(SILENT, at + length);
  gain.connect(out);
  return gain;
}

/** A tone that falls from its pitch to a share of it. */
function tone(stage: Stage, type: OscillatorType, at: number, pitch: number, length: number, volume: number, fall = 1): void {
  const source = stage.context.createOscillator();
  source.type = type;
  source.frequency.setValueAtTime(pitch, at);
  source.frequency.exponentialRampToValueAtTime(pitch * fall, at + length);
  source.connect(envelope(stage, at, 0.004, length, volume));
  source.start(at);
  source.stop(at + length);
}

/** Filtered noise whose band moves from one pitch to another. */
function rustle(stage: Stage, type: BiquadFilterType, at: number, from: number, to: number, length: number, volume: number): void {
  const source = stage.context.createBufferSource();
  source.buffer = stage.noise;
  const filter = stage.context.createBiquadFilter();
  filter.type = type;
  filter.frequency.setValueAtTime(from, at);
  filter.frequency.exponentialRampToValueAtTime(to, at + length);
  source.connect(filter);
  filter.connect(envelope(stage, at, length / 4, length, volume));
  source.start(at);
  source.stop(at + length);
}

/** A piece set down on a table: a click and the short ring of the wood. */
export function wood(stage: Stage, at: number, pitch: number): void {
  rustle(stage, "bandpass", at, pitch * 5, pitch * 3, 0.02, 0.35);
  tone(stage, "sine", at, pitch, 0.11, 0.4, 0.9);
  tone(stage, "sine", at, pitch * 2.76, 0.05, 0.16);
}

/** A card that slides over paper. */
export function paper(stage: Stage, at: number, volume = 1): void {
  rustle(stage, "bandpass", at, 2300, 5200, 0.17, volume * 0.75);
  rustle(stage, "highpass", at + 0.1, 4200, 3600, 0.06, volume * 0.35);
}

/** A robe, a banner. */
export function silk(stage: Stage, at: number): void {
  rustle(stage, "lowpass", at, 500, 1400, 0.7, 0.16);
}

/** A seal pressed into wax. */
export function seal(stage: Stage, at: number): void {
  tone(stage, "sine", at, 120, 0.2, 0.5, 0.45);
  rustle(stage, "lowpass", at, 900, 300, 0.12, 0.2);
  paper(stage, at + 0.12, 0.4);
}

export const INSTRUMENTS = {
  string(stage: Stage, at: number, pitch: number, volume: number): void {
    tone(stage, "triangle", at, pitch, 0.9, volume * 0.5, 0.995);
    tone(stage, "sine", at, pitch * 2, 0.5, volume * 0.2);
    rustle(stage, "bandpass", at, pitch * 6, pitch * 4, 0.02, volume * 0.3);
  },
  bell(stage: Stage, at: number, pitch: number, volume: number): void {
    tone(stage, "sine", at, pitch, 1.5, volume * 0.45);
    tone(stage, "sine", at, pitch * 2.4, 0.8, volume * 0.14);
    tone(stage, "sine", at, pitch * 3.9, 0.35, volume * 0.06);
  },
  drum(stage: Stage, at: number, pitch: number, volume: number): void {
    tone(stage, "sine", at, pitch * 0.7, 0.35, volume * 0.7, 0.6);
    rustle(stage, "lowpass", at, pitch * 5, pitch * 2, 0.09, volume * 0.35);
  },
};
