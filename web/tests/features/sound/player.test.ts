import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { SoundPlayer } from "../../../src/features/sound/player";
import { SOUNDS, type Sound } from "../../../src/features/sound/sounds";
import { shelf, soundsOf } from "../../../src/games";
import { preferences } from "../../../src/lib/preferences.svelte";
import { line } from "../../fixtures";

interface Played {
  from: number;
  to: number;
}

/** An audio context without sound that notes when its sources play and how loud they become. */
class FakeAudioContext {
  static made: FakeAudioContext[] = [];
  readonly currentTime = 5;
  readonly sampleRate = 100;
  readonly destination = {};
  readonly played: Played[] = [];
  readonly volumes: number[] = [];
  state = "suspended";

  constructor() {
    FakeAudioContext.made.push(this);
  }

  resume(): Promise<void> {
    this.state = "running";
    return Promise.resolve();
  }

  private parameter(noted: number[] = []) {
    const note = (value: number, at: number) => {
      expect(value).toBeGreaterThan(0);
      expect(at).toBeGreaterThanOrEqual(this.currentTime);
      noted.push(value);
    };
    return { value: 0, setValueAtTime: note, exponentialRampToValueAtTime: note };
  }

  private source() {
    const played: Played = { from: 0, to: 0 };
    this.played.push(played);
    return {
      frequency: this.parameter(),
      connect: () => undefined,
      start: (at: number) => (played.from = at),
      stop: (at: number) => (played.to = at),
    };
  }

  createOscillator = () => this.source();
  createBufferSource = () => this.source();
  createBuffer = () => ({ getChannelData: () => new Float32Array(10) });
  createBiquadFilter = () => ({ frequency: this.parameter(), connect: () => undefined });
  createGain = () => ({ gain: this.parameter(this.volumes), connect: () => undefined });
}

const touch = () => dispatchEvent(new Event("pointerdown"));
const played = () => FakeAudioContext.made.flatMap((context) => context.played);

describe("sounds", () => {
  beforeEach(() => {
    FakeAudioContext.made = [];
    vi.stubGlobal("AudioContext", FakeAudioContext);
    preferences.sound = true;
  });

  afterEach(() => {
    vi.unstubAllGlobals();
    preferences.sound = false;
  });

  it("do not play before the user has touched the page", () => {
    const player = new SoundPlayer();
    player.play("turn", "han");
    expect(FakeAudioContext.made).toEqual([]);
    touch();
    player.play("turn", "han");
    expect(played().length).toBeGreaterThan(0);
    expect(FakeAudioContext.made[0]!.state).toBe("running");
  });

  it("do not play unless they are turned on", () => {
    const player = new SoundPlayer();
    preferences.sound = false;
    touch();
    player.play("piece", "han");
    expect(FakeAudioContext.made).toEqual([]);
  });

  it("share one context", () => {
    const player = new SoundPlayer();
    touch();
    player.play("piece", "han");
    player.play("card", "han");
    expect(FakeAudioContext.made.length).toBe(1);
  });

  it.each([...shelf, "another"].flatMap((game) => Object.keys(SOUNDS).map((sound) => [game, sound as Sound] as const)))(
    "of %s: %s is short and not loud",
    (game, sound) => {
      const player = new SoundPlayer();
      touch();
      player.play(sound, game);
      expect(played().length).toBeGreaterThan(0);
      for (const { from, to } of played()) expect([from >= 5, to > from, to < 5 + 4]).toEqual([true, true, true]);
      expect(Math.max(...FakeAudioContext.made[0]!.volumes)).toBeLessThanOrEqual(1);
    },
  );

  it("of a move: each kind once, one after the other", () => {
    const player = new SoundPlayer();
    touch();
    player.playEvents([line(1)], "hanamikoji");
    const one = played().length;
    player.playEvents([line(1), line(2), line(3)], "hanamikoji");
    expect(played().length).toBe(2 * one);
    player.playEvents([line(1, { event: { event: "won", winners: [0] } })], "hanamikoji");
    expect(played().length).toBe(2 * one);
  });

  it.each([...shelf])("of %s: cards, pieces and seals are all heard", (game) => {
    expect(new Set(Object.values(soundsOf(game)!.events))).toEqual(new Set(["card", "piece", "seal"]));
  });
});
