import { expect, it } from "vitest";
import { digestHours } from "../../../src/features/notices/notices.svelte";

it("lists all hours of the local day in order", () => {
  const hours = digestHours("en-GB", new Date(2027, 0, 15));
  expect(hours.map(({ hour }) => hour).toSorted((one, other) => one - other)).toEqual(Array.from({ length: 24 }, (_, hour) => hour));
  expect(hours.map(({ name }) => Number.parseInt(name))).toEqual(Array.from({ length: 24 }, (_, hour) => hour));
});
