import { expect, it } from "vitest";
import { placesOf, turnsSince } from "../../../src/features/story/recap";
import type { LogLine } from "../../../src/lib/types";
import { line } from "../../fixtures";

const by = (move: number, seat: number, more: Partial<LogLine> = {}) => line(move, { event: { event: "drew", seat, item: null }, ...more });

it("a recap begins after the user's own last turn and leaves out routine", () => {
  const events = [by(1, 0), by(2, 1), by(3, 0), by(4, 1), by(5, 2), by(6, 1, { routine: true }), by(7, 1)];
  expect(turnsSince(events, 0).map(({ seat }) => seat)).toEqual([1, 2, 1]);
  expect(turnsSince(events, 1)).toEqual([]);
});

it("a recap of a game in which the user has not moved yet begins at its beginning", () => {
  expect(turnsSince([by(1, 1), by(2, 2)], 0)).toHaveLength(2);
});

it("a recap is about the places of all its turns, but not of routine", () => {
  const events = [by(1, 0), by(2, 1, { touches: ["land:a"] }), by(3, 1, { touches: ["pile"], routine: true }), by(4, 2, { touches: ["land:b"] })];
  expect(turnsSince(events, 0).flatMap(placesOf)).toEqual(["land:a", "land:b"]);
});
