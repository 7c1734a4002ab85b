import { describe, expect, it } from "vitest";
import { me } from "../../../src/features/people/me.svelte";
import type { Me } from "../../../src/features/people/types";
import { preferences } from "../../../src/lib/preferences.svelte";

const person = (name: string | null): Me => ({
  name,
  language: "en",
  profile: "p",
  account: null,
  colour: null,
  pattern: null,
  shown: true,
  devices: 1,
  played: [],
});

describe("the current user", () => {
  it("has the same name in the browser and on the server", () => {
    preferences.name = "Alex";
    me.update(person(null));
    expect(me.name).toBe("Alex");
    me.update(person("Bea"));
    expect(preferences.name).toBe("Bea");
  });

  it("leaves nothing behind when another user takes over", () => {
    const before = me.switches;
    me.update(person("Alex"));
    me.switchTo(person(null));
    expect([preferences.name, me.name, me.switches]).toEqual(["", "", before + 1]);
  });
});
