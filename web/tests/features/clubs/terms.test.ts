import { beforeAll, describe, expect, it } from "vitest";
import { clubTerms } from "../../../src/features/clubs/terms";
import type { Club } from "../../../src/features/clubs/types";
import { i18n } from "../../../src/lib/i18n.svelte";

const QUICK = { kind: "live", game: 600, move: 10 } as const;
const LONG = { kind: "live", game: 1500, move: 10 } as const;

const club = (games: string[], clocks: Club["clocks"]): Club =>
  ({ id: "a", name: "Thursday", description: "", language: "en", games, clocks, open: false, members: 24, role: null });

const NAMES = { hanamikoji: "Hanamikoji", white_lotus: "The White Lotus", han: "Han" };
const plain = (terms: string): string => terms.replaceAll("\u00a0", " ");

beforeAll(async () => {
  await i18n.use("en");
  i18n.restore({ engine: {}, games: Object.fromEntries(Object.entries(NAMES).map(([game, name]) => [game, { name }])) });
});

describe("what a club says about itself", () => {
  it("names a clock that all its games have once", () => {
    const terms = clubTerms(club(["hanamikoji", "han"], { hanamikoji: QUICK, han: { ...QUICK } }));
    expect(plain(terms)).toBe("Hanamikoji and Han · 10 min + 10 s per move · English · 24 members");
  });

  it("names each game with its own clock, and one without", () => {
    const terms = clubTerms(club(["hanamikoji", "white_lotus", "han"], { hanamikoji: QUICK, white_lotus: LONG }), false);
    expect(plain(terms)).toBe("Hanamikoji (10 min + 10 s per move) · The White Lotus (25 min + 10 s per move) · Han · English");
  });

  it("leaves out what is not set", () => {
    expect(plain(clubTerms(club(["han"], {})))).toBe("Han · English · 24 members");
    expect(plain(clubTerms(club([], { han: QUICK })))).toBe("English · 24 members");
  });
});
