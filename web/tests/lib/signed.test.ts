import { expect, it } from "vitest";
import { signed } from "../../src/lib/signed";

it("shows signed numbers with a proper minus", () => {
  expect([signed(-3, "en"), signed(2.25, "fr"), signed(0, "it")]).toEqual(["−3", "+2,3", "0"]);
});
