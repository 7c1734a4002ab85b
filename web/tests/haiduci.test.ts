import { flushSync, mount, unmount } from "svelte";
import { describe, expect, it, vi } from "vitest";
import Board from "../src/games/haiduci/Board.svelte";
import { frame, inks, loadEdition, told, unplayed } from "../src/games/haiduci/boards";
import { layout } from "../src/games/haiduci/map/layout";
import { deed, family } from "../src/games/haiduci/piece/cards";
import { ASKED, CRESTS, DEEDS, KINDS } from "../src/games/haiduci/piece/signs";
import { stepsOf } from "../src/games/haiduci/show";
import { chronicle, claimant, combination, done, happened, lines, present, type Pair } from "../src/games/haiduci/story";
import english from "../src/games/haiduci/text.en.json";
import type { HaiduciEvent, HaiduciLine, HaiduciMoment, HaiduciView, LeaderView, PlayerView, StepView } from "../src/games/haiduci/types";
import { Narrowing } from "../src/lib/narrowing.svelte";
import { say as sayIn } from "../src/lib/phrase";
import type { MoveOf, Offer, Phrase } from "../src/lib/types";

const EDITION = (await loadEdition("balkans_1807", "initiatives"))!;
const NAMES = ["Alex", "Barbara", "Chris", "Doris"];
const say = (phrase: Phrase) => sayIn(phrase, english, "en", NAMES);
const tell = (...events: HaiduciEvent[]): HaiduciLine[] => events.map((event, move) => ({ move, event, phrase: { id: `event.${event.event}` } }));
const offer = (number: number, move: MoveOf<"haiduci">, ...touches: string[]): Offer<"haiduci"> => ({ number, move, notation: "", touches, phrase: { id: touches.join(" ") } });
const PASS = (number: number) => offer(number, { do: "pass" }, "action:pass");
const step = (changes: Partial<StepView>): StepView => ({ task: "place", seat: 0, faction: "serbia", todo: 1, at: null, haiduc: null, ...changes });

const player = (faction: string, changes: Partial<PlayerView> = {}): PlayerView => ({
  faction, cards: 3, hand: null, leader: null, claimed: false, put: 0, points: { provinces: 10, captured: 0, emerged: 0, territories: 3 }, ...changes,
});

const LEADER: LeaderView = {
  name: "Karađorđe",
  conditions: [
    { word: "INDEP", text: { id: "condition.INDEP" }, province: null, needed: 3, reached: 2, met: false },
    { word: "EMG", text: { id: "condition.EMG" }, province: null, needed: 1, reached: 1, met: true },
  ],
};
const FACTIONS = Object.keys(EDITION.board.provinces);

const pawnsAt = (id: string): Record<string, number> => (id === "rudnik" ? { serbia: 2, ottoman: 1 } : {});

const table = (changes: Partial<HaiduciView> = {}): HaiduciView => ({
  game: "haiduci", seat: 0, board: "balkans_1807", cards: "initiatives", leaders: "leaders_1807", first: 0, start: 1, season: 2, year: 1807, time: "autumn",
  phase: "offers", frozen: false, thawed: false, ending: false, to_move: [0], unplayed: null, pile: 20, discards: {},
  supply: Object.fromEntries(FACTIONS.map((id) => [id, 28])), agreement: null, step: null,
  territories: Object.keys(EDITION.board.territories).map((id) => ({ id, pawns: pawnsAt(id), control: id === "rudnik" ? "serbia" : null })),
  provinces: FACTIONS.map((id) => ({ id, pawns: {}, control: id === "serbia" ? "serbia" : null })),
  haiduci: [
    { id: "iancu-jianu", at: "rudnik", emerged_by: 1, captured_by: null },
    { id: "stefan-bujor", at: null, emerged_by: null, captured_by: 0 },
  ],
  boxes: [
    { faction: "ottoman", first: "faith", second: null, partner: null },
    { faction: "serbia", first: "army", second: "revolt", partner: 2 },
    { faction: "moldavia", first: null, second: null, partner: null },
    { faction: "russia", first: null, second: null, partner: null },
  ],
  players: [player("serbia", { hand: ["army", "faith", "faith", "ustym-karmaliuk"], leader: LEADER }), player("ottoman"), player("moldavia"), player("russia")],
  ...changes,
});

describe("factions", () => {
  it("have an ink each: that of their player, or one that is left over", () => {
    expect(Object.fromEntries(inks(table()))).toEqual({ serbia: 0, ottoman: 1, moldavia: 2, russia: 3, transylvania: 4, wallachia: 5 });
    expect(unplayed(table())).toEqual(["transylvania", "wallachia"]);
  });

  it("that nobody has chosen yet have none", () => {
    const choosing = table({ phase: "choosing", players: [player("serbia"), { ...player(""), faction: null }] });
    expect([...inks(choosing).keys()]).toEqual(["serbia"]);
    expect(unplayed(choosing)).toEqual([]);
  });

  it("have a crest, cards a sign, and conditions one too", () => {
    expect(FACTIONS.filter((id) => !CRESTS[id])).toEqual([]);
    expect(Object.keys(EDITION.cards.kinds).filter((id) => !KINDS[id])).toEqual([]);
    expect(Object.values(ASKED).filter((path) => path === undefined)).toEqual([]);
  });
});

describe("pairs of cards", () => {
  it("do the same whichever lies first", () => {
    expect(combination(EDITION, "army", "faith")).toEqual(combination(EDITION, "faith", "army"));
    expect(combination(EDITION, "army", "iancu-jianu")!.partner).toEqual(["capture"]);
  });

  it("are sealed with what they do", () => {
    const seals = [["commerce", "commerce"], ["army", "revolt"], ["army", "faith"], ["diplomacy", "diplomacy"], ["faith", "iancu-jianu"]] as const;
    expect(seals.map(([first, second]) => deed(EDITION, first, second))).toEqual(["+3", "−2", "±1", "conference", "emergence"]);
    expect(deed(EDITION, "army", null)).toBeNull();
  });

  it("have all a seal that can be drawn", () => {
    const cards = [...Object.keys(EDITION.cards.kinds), "iancu-jianu"];
    const seals = cards.flatMap((first) => cards.map((second) => deed(EDITION, first, second))).filter((seal) => seal !== null);
    expect(seals.filter((seal) => !DEEDS[seal] && !/^[+−±]\d$/.test(seal))).toEqual([]);
  });

  it("come from two families, and haiduci are a third", () => {
    expect(["commerce", "faith", "diplomacy"].map((card) => family(EDITION, card))).toEqual(["placing", "placing", "placing"]);
    expect(["army", "revolt", "intrigue"].map((card) => family(EDITION, card))).toEqual(["removing", "removing", "removing"]);
    expect(family(EDITION, "iancu-jianu")).toBe("outlaw");
  });

  it("are told by who does what", () => {
    const pair: Pair = { faction: "serbia", owner: 0, partner: 2, first: "army", second: "faith", key: "" };
    expect(lines(pair, combination(EDITION, "army", "faith")!).map(({ phrase }) => say(phrase))).toEqual([
      "Alex: place 1 pawn and remove 1 pawn",
      "Chris: place 1 pawn and remove 1 pawn",
    ]);
  });
});

describe("the seasons as they are told", () => {
  const season = (number: number, frozen = false): HaiduciEvent => ({ event: "season", seat: 0, season: number, frozen });
  const placed = (seat: number, faction: string, at: string, own = true): HaiduciEvent => ({ event: "placed", seat, faction, at, own });
  const agreed: HaiduciEvent = { event: "agreed", seat: 0, partner: 2, faction: "serbia", first: "faith", second: "stefan-bujor" };
  const drew: HaiduciEvent = { event: "drew", seat: 1, card: null };

  it("know where conferences met and what was frozen", () => {
    const { frozen, conferences } = chronicle(tell(season(0), season(1), { event: "conference", seat: 1 }, season(2, true), season(3)));
    expect([[...frozen], [...conferences]]).toEqual([[2], [1]]);
  });

  it("remember the last agreement of the season, and no longer", () => {
    expect(chronicle(tell(season(0), agreed)).agreed).toMatchObject({ faction: "serbia", owner: 0, partner: 2, first: "faith", second: "stefan-bujor" });
    expect(chronicle(tell(season(0), agreed, season(1))).agreed).toBeNull();
  });

  it("tell what an agreement has done, counted, and nothing that came after it", () => {
    const log = tell(
      season(0), placed(1, "ottoman", "vidin"), agreed, placed(0, "serbia", "rudnik"), placed(0, "serbia", "rudnik"), { event: "claimed", seat: 0, faction: "serbia", leader: 1 },
      { event: "removed", seat: 2, faction: "serbia", at: "rudnik" }, { event: "captured", seat: 2, haiduc: "iancu-jianu", at: null }, drew, placed(1, "ottoman", "sofya"),
    );
    expect(chronicle(log).deeds).toEqual([
      { seat: 0, word: "placed", piece: "serbia", at: "rudnik", count: 2 },
      { seat: 2, word: "removed", piece: "serbia", at: "rudnik", count: 1 },
      { seat: 2, word: "captured", piece: "iancu-jianu", at: null, count: 1 },
    ]);
    expect(chronicle(tell(season(0), agreed, placed(0, "wallachia", "arges", false))).deeds).toEqual([]);
  });

  it("say it in words, each side in a line", () => {
    const pair: Pair = { faction: "serbia", owner: 0, partner: 2, first: "army", second: "faith", key: "" };
    const log = tell(season(0), agreed, placed(0, "serbia", "rudnik"), { event: "removed", seat: 0, faction: "ottoman", at: "vidin" });
    const said = done(pair, combination(EDITION, "army", "faith")!, chronicle(log).deeds, EDITION);
    expect(said.map(({ phrase }) => say(phrase))).toEqual(["Alex: +1 Rudnik and −1 Vidin", "Chris: nothing"]);
    const conference = done({ ...pair, first: "diplomacy", second: "diplomacy" }, combination(EDITION, "diplomacy", "diplomacy")!, [], EDITION);
    expect(conference.map(({ phrase }) => say(phrase))).toEqual(["Alex: an international conference; the game freezes"]);
  });

  it("show a complete pair while offers go on, the one that is carried out, and then the one just done", () => {
    expect(present(table(), [], null)).toMatchObject({ owner: 0, partner: 2, first: "army", second: "revolt" });
    expect(present(table({ phase: "agreements", agreement: "serbia" }), [], null)).toMatchObject({ owner: 0, partner: 2 });
    expect(present(table({ phase: "frozen", frozen: true }), [], null)).toBeNull();
    const last = chronicle(tell(season(2), agreed)).agreed;
    expect(present(table({ phase: "marches" }), [], last)).toBe(last);
  });

  it("show the pair that was joined last", () => {
    const boxes = table().boxes.map((box) => (box.faction === "ottoman" ? { ...box, second: "army", partner: 3 } : box));
    const joined = (seat: number, faction: string): HaiduciEvent => ({ event: "joined", seat, faction, card: "army" });
    expect(present(table({ boxes }), tell(joined(2, "serbia"), joined(3, "ottoman")), null)).toMatchObject({ faction: "ottoman", partner: 3 });
    expect(present(table({ boxes }), tell(joined(3, "ottoman"), joined(2, "serbia")), null)).toMatchObject({ faction: "serbia", partner: 2 });
  });

  it("mark where something happened since one's own last decision", () => {
    const log = tell(placed(1, "ottoman", "vidin"), { event: "passed", seat: 0 }, placed(1, "ottoman", "rudnik"), { ...drew, seat: 0 }, agreed);
    expect([...happened(log, 0)]).toEqual(["rudnik"]);
    expect([...happened(log, null)]).toEqual(["vidin", "rudnik"]);
  });

  it("know who has claimed victory last", () => {
    const claim = (seat: number): HaiduciEvent => ({ event: "claimed", seat, faction: "serbia", leader: 0 });
    expect(claimant(tell(claim(2), claim(1), drew))).toBe(1);
    expect(claimant([])).toBeNull();
  });
});

describe("the map", () => {
  it("is known by the name of its file; somebody's own has no picture", async () => {
    expect((await loadEdition("balkans_1807", "initiatives"))?.board.name).toBe("balkans_1807");
    expect(await loadEdition("my-own", "initiatives")).toBeNull();
  });

  it("shows every territory in a room of any shape", () => {
    const points = Object.values(EDITION.board.territories).flatMap(({ outline }) => outline);
    for (const shape of [0.5, 1, 1.2, 2]) {
      const { x, y, width, height } = frame(shape);
      expect(points.filter(([px, py]) => px < x || py < y || px > x + width || py > y + height)).toEqual([]);
    }
  });

  it("says what is in a territory", () => {
    const at = (id: string) => say(told(EDITION, table().territories.find((one) => one.id === id)!));
    expect(at("rudnik")).toBe("Rudnik, in Serbia, Serbia: 2, Ottoman Empire: 1, controlled by Serbia");
    expect(at("iasi")).toBe("Iași, capital of Moldavia");
  });

  it("puts the pieces of a territory side by side, not on each other", () => {
    for (const [capital, pawns, haiduci] of [[true, 3, 1], [false, 6, 2], [true, 0, 0]] as const) {
      const places = layout(capital, pawns, haiduci);
      const all = [...(capital ? [places.shield] : []), ...places.pawns, ...places.haiduci];
      const close = all.filter((one, index) => all.slice(index + 1).some((other) => Math.hypot(one[0] - other[0], one[1] - other[1]) < 25));
      expect(close).toEqual([]);
    }
  });
});

describe("the end", () => {
  it("is shown claims first, then source by source, with the territories that count", () => {
    const territories = table().territories.map((one) => (one.id === "vidin" ? { ...one, control: "serbia" } : one));
    const over = table({ phase: "over", territories });
    const shown = stepsOf(tell({ event: "claimed", seat: 0, faction: "serbia", leader: 0 }), over, EDITION);
    expect(shown.map(({ source }) => source)).toEqual(["claims", "provinces", "territories"]);
    expect(shown.at(-1)!.territories).toEqual(["vidin"]);
    expect(shown.at(-1)!.gains).toEqual([3, 3, 3, 3]);
    expect(stepsOf([], table(), EDITION)).toEqual([]);
  });
});

describe("the picture", { timeout: 20_000 }, () => {
  type Look = (target: HTMLElement, narrowing: Narrowing<"haiduci">) => void;

  async function shown(view: HaiduciView, offers: Offer<"haiduci">[], look: Look, events: HaiduciLine[] = [], moment: HaiduciMoment | null = null) {
    const target = document.body.appendChild(document.createElement("div"));
    const narrowing = new Narrowing<"haiduci">(offers);
    const props = { view, seat: 0, names: NAMES, narrowing: moment ? null : narrowing, say, events, fresh: events, moment, previous: null };
    const board = mount(Board, { target, props });
    await vi.waitFor(() => expect(target.querySelector(".table")).not.toBeNull(), 15_000);
    look(target, narrowing);
    await unmount(board);
    target.remove();
  }
  const remove = (number: number, at: string) => offer(number, { do: "remove", at, faction: "ottoman" }, `pawn:${at}:ottoman`);
  const momentOf = (kind: string, view: HaiduciView, after: number): HaiduciMoment => ({ kind, phrase: { id: `moment.${kind}` }, after, view });
  const press = (element: Element | null) => {
    element!.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    flushSync();
  };

  it("joins another's offer with a card, and shows what would come of it", async () => {
    const join = (number: number, card: string) => offer(number, { do: "join", faction: "ottoman", card }, `hand:${card}`, "box:ottoman:2");
    const offers = [join(0, "army"), join(1, "faith"), PASS(2)];
    await shown(table(), offers, (target, narrowing) => {
      press(target.querySelector('[aria-label="faith, 2 cards"]'));
      press(target.querySelector('button[aria-label^="Alliance boxes of Ottoman Empire"]'));
      expect(narrowing.only?.number).toBe(1);
      expect(target.querySelector('[aria-label="Barbara and Alex would agree"]')!.textContent).toContain("lead in the own province");
    });
  });

  it("shows one's leader with the progress of both conditions, and keeps those of the others face down", async () => {
    await shown(table(), [], (target) => {
      expect(target.querySelector('[aria-label="Your leader"]')!.textContent).toContain("Karađorđe");
      expect(target.querySelectorAll(".pips .full")).toHaveLength(3);
      expect(target.querySelectorAll('[aria-label$="is secret"]')).toHaveLength(3);
    });
  });

  it("lets a pawn be added or removed with large buttons where one has to lead", async () => {
    const view = table({ phase: "agreements", agreement: "serbia", step: step({ task: "lead", at: "rudnik" }) });
    const offers = [offer(0, { do: "place", at: "rudnik" }, "territory:rudnik"), remove(1, "rudnik")];
    await shown(view, offers, (target, narrowing) => {
      expect(target.querySelectorAll(".panel button.touchable")).toHaveLength(2);
      press(target.querySelector('.panel [aria-label="pawn:rudnik:ottoman"]'));
      expect(narrowing.clicked).toEqual(["pawn:rudnik:ottoman"]);
      press(target.querySelector('.map g[role=button][aria-label^="Rudnik"]'));
      expect(narrowing.clicked).toEqual(["territory:rudnik"]);
    });
  });

  it("takes the land around a single pawn for that pawn", async () => {
    const view = table({ phase: "agreements", agreement: "serbia", step: step({ task: "remove" }) });
    await shown(view, [remove(0, "rudnik"), remove(1, "vidin")], (target, narrowing) => {
      press(target.querySelector('.map [aria-label^="Rudnik"]'));
      expect(narrowing.clicked).toEqual(["pawn:rudnik:ottoman"]);
    });
  });

  it("moves a haiduc by pressing him and then where he goes", async () => {
    const offers = ["sofya", "krajina"].map((to, number) => offer(number, { do: "march", haiduc: "iancu-jianu", to }, "haiduc:iancu-jianu", `territory:${to}`));
    await shown(table({ phase: "marches", boxes: [] }), offers, (target, narrowing) => {
      press(target.querySelector('[aria-label^="Iancu Jianu, at large"]'));
      press(target.querySelector('.map g[role=button][aria-label^="Sofya"]'));
      expect(narrowing.only?.number).toBe(0);
    });
  });

  it("freezes the whole table, and lets a captured haiduc be freed", async () => {
    const events = tell(...[0, 1, 2].map((season): HaiduciEvent => ({ event: "season", seat: 0, season, frozen: season === 2 })));
    const free = offer(0, { do: "free", haiduc: "stefan-bujor" }, "haiduc:stefan-bujor");
    await shown(table({ phase: "frozen", frozen: true }), [free, PASS(1)], (target, narrowing) => {
      expect(target.querySelector(".frost")).not.toBeNull();
      expect(target.querySelector("[aria-current=step]")!.classList.contains("ice")).toBe(true);
      press(target.querySelector('[aria-label="Ștefan Bujor, captured by Alex"]'));
      expect(narrowing.only?.number).toBe(0);
    }, events);
  });

  it("offers six factions, as shields and on the map", async () => {
    const none = NAMES.map(() => ({ ...player("", { hand: [], points: {} }), faction: null }));
    const offers = FACTIONS.map((id, index) => offer(index, { do: "faction", faction: id }, `faction:${id}`));
    await shown(table({ phase: "choosing", boxes: [], haiduci: [], players: none }), offers, (target, narrowing) => {
      expect(target.querySelectorAll(".panel button.touchable")).toHaveLength(6);
      press(target.querySelector('.map g[role=button][aria-label="Russia"]'));
      expect(narrowing.only?.number).toBe(5);
    });
  });

  it("turns all leaders up at the end", async () => {
    const players = table().players.map((one, index) => ({ ...one, leader: LEADER, claimed: index === 1, points: { conditions: 15, ...one.points } }));
    await shown(table({ phase: "over", to_move: [], boxes: [], players }), [], (target) => {
      const rows = target.querySelectorAll('[aria-label="The leaders"] > li');
      expect(rows).toHaveLength(4);
      expect(rows[0]!.textContent).toMatch(/Barbara.*claims victory/s);
      expect(target.querySelectorAll('[aria-label="met"]')).toHaveLength(4);
    });
  });

  const carriedOut: HaiduciEvent[] = [
    { event: "season", seat: 0, season: 2, frozen: false },
    { event: "agreed", seat: 0, partner: 2, faction: "serbia", first: "army", second: "revolt" },
    { event: "removed", seat: 0, faction: "ottoman", at: "rudnik" },
    { event: "removed", seat: 0, faction: "ottoman", at: "rudnik" },
    { event: "removed", seat: 2, faction: "russia", at: "vidin" },
  ];

  it("shows an agreement that was carried out: both cards, what each did, and where", async () => {
    const view = table({ phase: "agreements", agreement: "serbia", to_move: [] });
    const look: Look = (target) => {
      const treaty = target.querySelector('[aria-label="Alex and Chris agree"]')!;
      expect(treaty.querySelector(".joined .stamp")).not.toBeNull();
      expect([...treaty.querySelectorAll(".words p")].map((line) => line.textContent)).toEqual(["Alex: −2 Rudnik", "Chris: −1 Vidin"]);
      expect([...target.querySelectorAll(".trace text")].map((text) => text.textContent)).toEqual(["−1", "−2"]);
      expect([...target.querySelectorAll(".map .fresh")].map((land) => land.getAttribute("data-place")).toSorted()).toEqual(["territory:rudnik", "territory:vidin"]);
      expect(target.querySelectorAll(".boxes .current")).toHaveLength(1);
    };
    // What came later is in the log, but not in the moment.
    const events = tell(...carriedOut, { event: "placed", seat: 1, faction: "ottoman", at: "sofya", own: true });
    await shown(view, [], look, events, momentOf("agreement", view, 5));
  });

  it("strikes out the agreements that a conference undoes", async () => {
    const boxes = table().boxes.map((box) => (box.faction === "ottoman" ? { ...box, first: "diplomacy", second: "diplomacy", partner: 3 } : box));
    const view = table({ phase: "agreements", agreement: "ottoman", to_move: [], boxes });
    const events = tell({ event: "season", seat: 0, season: 2, frozen: false }, { event: "agreed", seat: 1, partner: 3, faction: "ottoman", first: "diplomacy", second: "diplomacy" }, { event: "conference", seat: 1 });
    await shown(view, [], (target) => {
      expect(target.querySelector(".boxes .undone")!.getAttribute("aria-label")).toContain("Serbia");
      expect(target.querySelectorAll(".boxes .undone")).toHaveLength(1);
      expect(target.querySelector('[aria-label="Barbara and Doris agree"]')!.textContent).toContain("an international conference");
    }, events, momentOf("conference", view, 3));
  });

  it("turns up the leader of somebody who claims victory", async () => {
    const met = LEADER.conditions.map((condition) => ({ ...condition, reached: condition.needed, met: true }));
    const players = table().players.map((one, index) => (index === 2 ? { ...one, claimed: true, leader: { name: "Tudor Vladimirescu", conditions: met } } : one));
    const view = table({ phase: "agreements", agreement: "serbia", to_move: [], ending: true, players });
    const events = tell(...carriedOut, { event: "claimed", seat: 2, faction: "moldavia", leader: 1 });
    await shown(view, [], (target) => {
      const claim = target.querySelector('[aria-label="Chris claims victory"]')!;
      expect(claim.textContent).toContain("Tudor Vladimirescu");
      expect(claim.querySelectorAll("li.met")).toHaveLength(2);
      expect(target.querySelectorAll(".trace")).toHaveLength(0);
    }, events, momentOf("claim", view, 6));
  });

  it("has every place that the log speaks of", async () => {
    await shown(table(), [], (target) => {
      const places = new Set([...target.querySelectorAll("[data-place]")].flatMap((drawn) => drawn.getAttribute("data-place")!.split(" ")));
      const wanted = [
        "territory:rudnik", "haiduc:iancu-jianu", "haiduc:stefan-bujor", "box:serbia:1", "box:serbia:2", "box:ottoman:1", "box:ottoman:2",
        "season:0", "season:27", "province:russia", "faction:serbia", "leader:0", "leader:3",
      ];
      expect(wanted.filter((place) => !places.has(place))).toEqual([]);
    });
  });
});
