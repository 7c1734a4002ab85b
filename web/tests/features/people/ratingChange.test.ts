import { beforeEach, describe, expect, it, vi } from "vitest";
import { me } from "../../../src/features/people/me.svelte";
import { RatingChange } from "../../../src/features/people/ratingChange.svelte";

const ratings = vi.fn<() => object[]>();

vi.mock("../../../src/features/people/api", () => ({
  fetchProfile: () => Promise.resolve({ ratings: ratings() }),
}));

const rating = (points: number, games: number) => ({ game: "han", rating: points, uncertainty: 100, games });

async function change(before: object[], after: object[]) {
  const found = new RatingChange();
  ratings.mockReturnValueOnce(before).mockReturnValueOnce(after);
  found.start("han");
  await found.finish("han");
  return found.result;
}

describe("the change of a rating", () => {
  beforeEach(() => {
    me.known = { name: null, language: "en", profile: "p", account: null, colour: null, pattern: null, shown: true, devices: 1, played: [] };
  });

  it("is the difference between before and after", async () => {
    expect(await change([rating(1500, 3)], [rating(1488, 4)])).toEqual({ rating: 1488, gain: -12 });
  });

  it("has no gain after a first game", async () => {
    expect(await change([], [rating(1530, 1)])).toEqual({ rating: 1530, gain: null });
  });

  it("is not told if the game did not count, or the user came after its end", async () => {
    expect(await change([rating(1500, 3)], [rating(1500, 3)])).toBeNull();
    const late = new RatingChange();
    await late.finish("han");
    expect(late.result).toBeNull();
  });
});
