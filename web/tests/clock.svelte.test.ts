import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { clockFace, controlName, leftAt, sameControl, spentFace, timeLeft } from "../src/lib/clock.svelte";
import { digestHours } from "../src/lib/notices.svelte";
import type { Control, SeatClock } from "../src/lib/types/time";
import { words } from "../src/lib/words.svelte";

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
  await words.use("en");
});

afterEach(() => vi.unstubAllGlobals());

describe("a clock", () => {
  it("runs from the moment the server has named, and not below nothing", () => {
    expect(leftAt(clock(), LIVE, at("12:01:00"))).toBe(240_000);
    expect(leftAt(clock(), LIVE, at("11:59:59"))).toBe(300_000);
    expect(leftAt(clock(), LIVE, at("13:00:00"))).toBe(0);
  });

  it("stands without a beginning, for bots, and for who is gone", () => {
    expect(timeLeft(clock({ since: null, deadline: null }), LIVE)).toBe(300_000);
    expect(timeLeft(clock({ deadline: null }), LIVE)).toBe(300_000);
    expect(timeLeft(clock({ left: null, deadline: null }), LIVE)).toBeNull();
  });

  it("stands while its owner is away, if it is slow", () => {
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
    expect(clockFace(time, control).replaceAll("\u00a0", " ")).toBe(face);
  });

  it("tells what was spent in whole seconds that have passed", () => {
    expect(spentFace(59_900)).toBe("0:59");
    expect(spentFace(26 * HOUR).replaceAll("\u00a0", " ")).toBe("1 d 2 h");
  });
});

describe("a time control", () => {
  it("has a name", () => {
    const names = [null, LIVE, { ...LIVE, move: 0 }, { ...LIVE, game: 90 }, SLOW, { ...SLOW, hours: 36 }].map((each) => controlName(each));
    expect(names.map((name) => name.replaceAll("\u00a0", " "))).toEqual([
      "No limit",
      "5 min + 5 s a move",
      "5 min for the game",
      "90 s + 5 s a move",
      "1 day for each move",
      "36 hours for each move",
    ]);
  });

  it("is the same only if all its numbers are", () => {
    expect(sameControl(LIVE, { ...LIVE })).toBe(true);
    expect(sameControl(LIVE, { ...LIVE, move: 6 })).toBe(false);
    expect(sameControl(SLOW, LIVE)).toBe(false);
    expect(sameControl(SLOW, null)).toBe(false);
    expect(sameControl(null, null)).toBe(true);
  });
});

describe("the hours of a digest", () => {
  it("are all hours of the day here, in their order", () => {
    const hours = digestHours("en-GB", new Date(2027, 0, 15));
    expect(hours.map(({ hour }) => hour).toSorted((one, other) => one - other)).toEqual(Array.from({ length: 24 }, (_, hour) => hour));
    expect(hours.map(({ name }) => Number.parseInt(name))).toEqual(Array.from({ length: 24 }, (_, hour) => hour));
  });
});
