import { expect, it } from "vitest";
import { ratingScale } from "../../../src/features/people/ratings";

it("makes a scale with room for all ratings", () => {
  const rating = (points: number, uncertainty: number) => ({ rating: points, uncertainty, games: 1 });
  expect(ratingScale([])).toEqual({ from: 1000, to: 2000 });
  expect(ratingScale([rating(1500, 1000), rating(2600, 100)])).toEqual({ from: 500, to: 2700 });
});
