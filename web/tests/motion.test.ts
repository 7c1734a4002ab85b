/** Animations stop within five seconds (WCAG 2.2.2), which also spares the browser from redrawing maps all the time. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const LONGEST = 5; // seconds

const animations = readdirSync("src", { recursive: true, encoding: "utf-8" })
  .filter((name) => /\.(svelte|css)$/.test(name))
  .flatMap((name) => [...readFileSync(join("src", name), "utf-8").matchAll(/animation: ([^;]*?\d+m?s[^;]*);/g)].map((match) => `${name}: ${match[1]!}`));

function secondsOf(animation: string): number {
  const [duration, delay] = [...animation.matchAll(/ (\d+(?:\.\d+)?)(m?s)\b/g)].map(([, value, unit]) => Number(value) / (unit === "s" ? 1 : 1000));
  const times = / infinite\b/.test(animation) ? Infinity : Number(/ (\d+)(?= |$)/.exec(animation)?.[1] ?? 1);
  return duration! * times + (delay ?? 0);
}

it("finds the animations", () => {
  expect(animations.length).toBeGreaterThan(5);
});

it.each(animations)("stops: %s", (animation) => {
  expect(secondsOf(animation)).toBeLessThanOrEqual(LONGEST);
});
