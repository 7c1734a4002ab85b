import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { sameControl } from "../../../src/features/clocks/controls";
import { controlName, formatClock, formatSpent } from "../../../src/features/clocks/format";
import { leftAt, timeLeft } from "../../../src/features/clocks/serverTime.svelte";
import type { Control, SeatClock } from "../../../src/features/clocks/types";
import { i18n } from "../../../src/lib/i18n.svelte";

const LIVE: Control = { kind: "live", game: 300, move: 5 };
const SLOW: Control = { kind: "slow", hours: 24 };
const HOUR = 3_600_000;
const at = (time: string): number => Date.parse(`2027-01-15T${time}Z`);

const clock = (more: Partial<SeatClock> = {}): SeatClock => ({
  seat: 0,
  spent: 0,
  left: 300_000,
  since: "2027-01-15T12:00:00.000Z",
  deadline: "2027-01-15T12:05:00.000Z",
  absences: [],
  ...more,
});

beforeEach(async () => {
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("no network")));
  await i18n.use("en");
});

afterEach(() => vi.unstubAllGlobals());

describe("a clock", () => {
  it("runs from its start and stops at zero", () => {
    expect(leftAt(clock(), LIVE, at("12:01:00"))).toBe(240_000);
    expect(leftAt(clock(), LIVE, at("11:59:59"))).toBe(300_000);
    expect(leftAt(clock(), LIVE, at("13:00:00"))).toBe(0);
  });

  it("is stopped without a start, for bots, and for absent players", () => {
    expect(timeLeft(clock({ since: null, deadline: null }), LIVE)).toBe(300_000);
    expect(timeLeft(clock({ deadline: null }), LIVE)).toBe(300_000);
    expect(timeLeft(clock({ left: null, deadline: null }), LIVE)).toBeNull();
  });

  it("is paused during absences if it is slow", () => {
    const away = clock({ left: 24 * HOUR, absences: [{ from: "2027-01-15T13:00:00Z", to: "2027-01-15T15:00:00Z" }] });
    expect(leftAt(away, SLOW, at("14:00:00"))).toBe(23 * HOUR);
    expect(leftAt(away, SLOW, at("16:00:00"))).toBe(22 * HOUR);
    expect(leftAt({ ...away, left: 300_000 }, LIVE, at("12:01:00"))).toBe(240_000);
  });

  it.each([
    [LIVE, 300_000, "5:00"],
    [LIVE, 65_400, "1:06"],
    [LIVE, 10_000, "0:10"],
    [LIVE, 9_990, "9.9"],
    [LIVE, 0, "0.0"],
    [LIVE, 3_750_000, "1:02:30"],
    [SLOW, 28 * HOUR, "1 d 4 h"],
    [SLOW, 4 * HOUR + 600_000, "4 h 10 min"],
    [SLOW, HOUR - 1000, "59:59"],
  ])("with %o shows %i ms as %s", (control, time, face) => {
    expect(formatClock(time, control).replaceAll("\u00a0", " ")).toBe(face);
  });

  it("shows the time used in whole seconds", () => {
    expect(formatSpent(59_900)).toBe("0:59");
    expect(formatSpent(26 * HOUR).replaceAll("\u00a0", " ")).toBe("1 d 2 h");
  });
});

describe("a time control", () => {
  it("has a name", () => {
    const names = [null, LIVE, { ...LIVE, move: 0 }, { ...LIVE, game: 90 }, SLOW, { ...SLOW, hours: 36 }].map((each) => controlName(each));
    expect(names.map((name) => name.replaceAll("\u00a0", " "))).toEqual([
      "No limit",
      "5 min + 5 s per move",
      "5 min for the game",
      "90 s + 5 s per move",
      "1 day per move",
      "36 hours per move",
    ]);
  });

  it("is compared by all its numbers", () => {
    expect(sameControl(LIVE, { ...LIVE })).toBe(true);
    expect(sameControl(LIVE, { ...LIVE, move: 6 })).toBe(false);
    expect(sameControl(SLOW, LIVE)).toBe(false);
    expect(sameControl(SLOW, null)).toBe(false);
    expect(sameControl(null, null)).toBe(true);
  });
});
