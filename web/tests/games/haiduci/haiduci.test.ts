import { describe, expect, it } from "vitest";
import { frame, inks, loadEdition, territoryName, unplayed } from "../../../src/games/haiduci/boards";
import { chronicle, claimant, combination, outcome, recentTerritories, shownPair, terms, type Pair } from "../../../src/games/haiduci/log";
import { layout } from "../../../src/games/haiduci/map/layout";
import { deed, family } from "../../../src/games/haiduci/piece/cards";
import { ASKED, CRESTS, DEEDS, KINDS } from "../../../src/games/haiduci/piece/signs";
import { stepsOf } from "../../../src/games/haiduci/scoring";
import type { HaiduciEvent } from "../../../src/games/haiduci/types";
import { EDITION, FACTIONS, logOf, player, say, table } from "./fixtures";

describe("factions", () => {
  it("have the ink of their player, or one that is left over", () => {
    expect(Object.fromEntries(inks(table()))).toEqual({ serbia: 0, ottoman: 1, moldavia: 2, russia: 3, transylvania: 4, wallachia: 5 });
    expect(unplayed(table())).toEqual(["transylvania", "wallachia"]);
  });

  it("have no ink before they are chosen", () => {
    const choosing = table({ phase: "choosing", players: [player("serbia"), { ...player(""), faction: null }] });
    expect([...inks(choosing).keys()]).toEqual(["serbia"]);
    expect(unplayed(choosing)).toEqual([]);
  });

  it("have a crest, as cards and conditions have an icon", () => {
    expect(FACTIONS.filter((id) => !CRESTS[id])).toEqual([]);
    expect(Object.keys(EDITION.cards.kinds).filter((id) => !KINDS[id])).toEqual([]);
    expect(Object.values(ASKED).filter((path) => path === undefined)).toEqual([]);
  });
});

describe("pairs of cards", () => {
  it("have the same effect in either order", () => {
    expect(combination(EDITION, "army", "faith")).toEqual(combination(EDITION, "faith", "army"));
    expect(combination(EDITION, "army", "iancu-jianu")!.partner).toEqual(["capture"]);
  });

  it("have a seal that shows their effect", () => {
    const seals = [["commerce", "commerce"], ["army", "revolt"], ["army", "faith"], ["diplomacy", "diplomacy"], ["faith", "iancu-jianu"]] as const;
    expect(seals.map(([first, second]) => deed(EDITION, first, second))).toEqual(["+3", "−2", "±1", "conference", "emergence"]);
    expect(deed(EDITION, "army", null)).toBeNull();
  });

  it("all have a seal that can be drawn", () => {
    const cards = [...Object.keys(EDITION.cards.kinds), "iancu-jianu"];
    const seals = cards.flatMap((first) => cards.map((second) => deed(EDITION, first, second))).filter((seal) => seal !== null);
    expect(seals.filter((seal) => !DEEDS[seal] && !/^[+−±]\d$/.test(seal))).toEqual([]);
  });

  it("consist of placing cards, removing cards and outlaws", () => {
    expect(["commerce", "faith", "diplomacy"].map((card) => family(EDITION, card))).toEqual(["placing", "placing", "placing"]);
    expect(["army", "revolt", "intrigue"].map((card) => family(EDITION, card))).toEqual(["removing", "removing", "removing"]);
    expect(family(EDITION, "iancu-jianu")).toBe("outlaw");
  });

  it("are described by who does what", () => {
    const pair: Pair = { faction: "serbia", owner: 0, partner: 2, first: "army", second: "faith", key: "" };
    expect(terms(pair, combination(EDITION, "army", "faith")!).map(({ phrase }) => say(phrase))).toEqual([
      "Alex: place 1 pawn and remove 1 pawn",
      "Chris: place 1 pawn and remove 1 pawn",
    ]);
  });
});

describe("the log", () => {
  const season = (number: number, frozen = false): HaiduciEvent => ({ event: "season", seat: 0, season: number, frozen });
  const placed = (seat: number, faction: string, at: string, own = true): HaiduciEvent => ({ event: "placed", seat, faction, at, own });
  const agreed: HaiduciEvent = { event: "agreed", seat: 0, partner: 2, faction: "serbia", first: "faith", second: "stefan-bujor" };
  const drew: HaiduciEvent = { event: "drew", seat: 1, card: null };

  it("tells frozen seasons and those with a conference", () => {
    const { frozen, conferences } = chronicle(logOf(season(0), season(1), { event: "conference", seat: 1 }, season(2, true), season(3)));
    expect([[...frozen], [...conferences]]).toEqual([[2], [1]]);
  });

  it("tells the last agreement of the season", () => {
    expect(chronicle(logOf(season(0), agreed)).agreed).toMatchObject({ faction: "serbia", owner: 0, partner: 2, first: "faith", second: "stefan-bujor" });
    expect(chronicle(logOf(season(0), agreed, season(1))).agreed).toBeNull();
  });

  it("tells the effects of an agreement, but nothing that came later", () => {
    const log = logOf(
      season(0), placed(1, "ottoman", "vidin"), agreed, placed(0, "serbia", "rudnik"), placed(0, "serbia", "rudnik"), { event: "claimed", seat: 0, faction: "serbia", leader: 1 },
      { event: "removed", seat: 2, faction: "serbia", at: "rudnik" }, { event: "captured", seat: 2, haiduc: "iancu-jianu", at: null }, drew, placed(1, "ottoman", "sofya"),
    );
    expect(chronicle(log).deeds).toEqual([
      { seat: 0, word: "placed", piece: "serbia", at: "rudnik", count: 2 },
      { seat: 2, word: "removed", piece: "serbia", at: "rudnik", count: 1 },
      { seat: 2, word: "captured", piece: "iancu-jianu", at: null, count: 1 },
    ]);
    expect(chronicle(logOf(season(0), agreed, placed(0, "wallachia", "arges", false))).deeds).toEqual([]);
  });

  it("describes them in a line per player", () => {
    const pair: Pair = { faction: "serbia", owner: 0, partner: 2, first: "army", second: "faith", key: "" };
    const log = logOf(season(0), agreed, placed(0, "serbia", "rudnik"), { event: "removed", seat: 0, faction: "ottoman", at: "vidin" });
    const said = outcome(pair, combination(EDITION, "army", "faith")!, chronicle(log).deeds, EDITION);
    expect(said.map(({ phrase }) => say(phrase))).toEqual(["Alex: +1 Rudnik and −1 Vidin", "Chris: nothing"]);
    const conference = outcome({ ...pair, first: "diplomacy", second: "diplomacy" }, combination(EDITION, "diplomacy", "diplomacy")!, [], EDITION);
    expect(conference.map(({ phrase }) => say(phrase))).toEqual(["Alex: an international conference; the game is frozen"]);
  });

  it("tells which pair to show: a complete one, the one being carried out, then the last one", () => {
    expect(shownPair(table(), [], null)).toMatchObject({ owner: 0, partner: 2, first: "army", second: "revolt" });
    expect(shownPair(table({ phase: "agreements", agreement: "serbia" }), [], null)).toMatchObject({ owner: 0, partner: 2 });
    expect(shownPair(table({ phase: "frozen", frozen: true }), [], null)).toBeNull();
    const last = chronicle(logOf(season(2), agreed)).agreed;
    expect(shownPair(table({ phase: "marches" }), [], last)).toBe(last);
  });

  it("prefers the pair that was joined last", () => {
    const boxes = table().boxes.map((box) => (box.faction === "ottoman" ? { ...box, second: "army", partner: 3 } : box));
    const joined = (seat: number, faction: string): HaiduciEvent => ({ event: "joined", seat, faction, card: "army" });
    expect(shownPair(table({ boxes }), logOf(joined(2, "serbia"), joined(3, "ottoman")), null)).toMatchObject({ faction: "ottoman", partner: 3 });
    expect(shownPair(table({ boxes }), logOf(joined(3, "ottoman"), joined(2, "serbia")), null)).toMatchObject({ faction: "serbia", partner: 2 });
  });

  it("tells the territories with changes since the user's last decision", () => {
    const log = logOf(placed(1, "ottoman", "vidin"), { event: "passed", seat: 0 }, placed(1, "ottoman", "rudnik"), { ...drew, seat: 0 }, agreed);
    expect([...recentTerritories(log, 0)]).toEqual(["rudnik"]);
    expect([...recentTerritories(log, null)]).toEqual(["vidin", "rudnik"]);
  });

  it("tells who claimed victory last", () => {
    const claim = (seat: number): HaiduciEvent => ({ event: "claimed", seat, faction: "serbia", leader: 0 });
    expect(claimant(logOf(claim(2), claim(1), drew))).toBe(1);
    expect(claimant([])).toBeNull();
  });
});

describe("the map", () => {
  it("is loaded by name; a custom one is unknown to the client", async () => {
    expect((await loadEdition("balkans_1807", "initiatives"))?.board.name).toBe("balkans_1807");
    expect(await loadEdition("my-own", "initiatives")).toBeNull();
  });

  it("shows every territory at any aspect ratio", () => {
    const points = Object.values(EDITION.board.territories).flatMap(({ outline }) => outline);
    for (const shape of [0.5, 1, 1.2, 2]) {
      const { x, y, width, height } = frame(EDITION.board, shape);
      expect(points.filter(([px, py]) => px < x || py < y || px > x + width || py > y + height)).toEqual([]);
    }
  });

  it("shows the whole sheet of a board of another size", () => {
    const { x, y, width, height } = frame({ ...EDITION.board, size: [1500, 900] }, 1.2);
    expect([x <= 10, y <= 10, x + width >= 1490, y + height >= 890]).toEqual([true, true, true, true]);
  });

  it("describes the contents of a territory", () => {
    const at = (id: string) => say(territoryName(EDITION, table().territories.find((one) => one.id === id)!));
    expect(at("rudnik")).toBe("Rudnik, province: Serbia, Serbia: 2, Ottoman Empire: 1, control: Serbia");
    expect(at("iasi")).toBe("Iași, capital: Moldavia");
  });

  it("places the pieces of a territory without overlap", () => {
    for (const [capital, pawns, haiduci] of [[true, 3, 1], [false, 6, 2], [true, 0, 0]] as const) {
      const places = layout(capital, pawns, haiduci);
      const all = [...(capital ? [places.shield] : []), ...places.pawns, ...places.haiduci];
      const close = all.filter((one, index) => all.slice(index + 1).some((other) => Math.hypot(one[0] - other[0], one[1] - other[1]) < 25));
      expect(close).toEqual([]);
    }
  });
});

describe("the final scoring", () => {
  it("starts with claims, then counts by source with the territories", () => {
    const territories = table().territories.map((one) => (one.id === "vidin" ? { ...one, control: "serbia" } : one));
    const over = table({ phase: "over", territories });
    const shown = stepsOf(logOf({ event: "claimed", seat: 0, faction: "serbia", leader: 0 }), over, EDITION);
    expect(shown.map(({ source }) => source)).toEqual(["claims", "provinces", "territories"]);
    expect(shown.at(-1)!.territories).toEqual(["vidin"]);
    expect(shown.at(-1)!.gains).toEqual([3, 3, 3, 3]);
    expect(stepsOf([], table(), EDITION)).toEqual([]);
  });
});
