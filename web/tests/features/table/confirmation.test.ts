import { expect, it } from "vitest";
import { isConfirmed } from "../../../src/features/table/confirmation";
import { CONFIRMATIONS } from "../../../src/lib/preferences.svelte";
import { offer } from "../../fixtures";

it("is asked for never, for what the server calls important, or always", () => {
  const asked = (important: boolean) => CONFIRMATIONS.filter((confirm) => isConfirmed({ ...offer, important }, confirm));
  expect(asked(true)).toEqual(["important", "always"]);
  expect(asked(false)).toEqual(["always"]);
});
