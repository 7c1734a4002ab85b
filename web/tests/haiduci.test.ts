import { flushSync, mount, unmount } from "svelte";
import { describe, expect, it, vi } from "vitest";
import boardFile from "../../src/guanxi/games/haiduci/board.json";
import cardsFile from "../../src/guanxi/games/haiduci/cards.json";
import Board from "../src/games/haiduci/Board.svelte";
import { frame, inks, loadEdition, told, unplayed, words, type Edition } from "../src/games/haiduci/boards";
import { layout } from "../src/games/haiduci/map/layout";
import { deed, family } from "../src/games/haiduci/piece/cards";
import { ASKED, CRESTS, DEEDS, KINDS } from "../src/games/haiduci/piece/signs";
import { stepsOf } from "../src/games/haiduci/show";
import { chronicle, combination, fresh, lines, present } from "../src/games/haiduci/story";
import english from "../src/games/haiduci/text.en.json";
import type { BoardFile, CardsFile, HaiduciView, PlayerView, StepView } from "../src/games/haiduci/types";
import { Narrowing } from "../src/lib/narrowing.svelte";
import { say as sayIn } from "../src/lib/phrase";
import type { Event, Offer, Parameter, Phrase, View } from "../src/lib/types";

const EDITION: Edition = { board: boardFile as unknown as BoardFile, cards: cardsFile as unknown as CardsFile };
const NAMES = ["Alex", "Barbara", "Chris", "Doris"];
const say = (phrase: Phrase) => sayIn(phrase, english, "en", NAMES);
const seat = (number: number): Phrase => ({ id: "player", params: { seat: number } });
const tell = (move: number, id: string, params: Record<string, Parameter> = {}): Event => ({ move, phrase: { id, params } });
const offer = (number: number, word: string, ...touches: string[]): Offer => ({ number, do: word, notation: "", touches, phrase: { id: touches.join(" ") } });
const step = (changes: Partial<StepView>): StepView => ({ task: "place", seat: 0, faction: "serbia", todo: 1, at: null, haiduc: null, ...changes });

const player = (faction: string, changes: Partial<PlayerView> = {}): PlayerView => ({
  faction, cards: 3, hand: null, leader: null, claimed: false, put: 0, points: { provinces: 10, captured: 0, emerged: 0, territories: 3 }, ...changes,
});

const LEADER = {
  name: "Karađorđe",
  conditions: [
    { word: "INDEP", text: { id: "condition.INDEP" }, province: null, needed: 3, reached: 2, met: false },
    { word: "EMG", text: { id: "condition.EMG" }, province: null, needed: 1, reached: 1, met: true },
  ],
};
const FACTIONS = Object.keys(EDITION.board.provinces);

const table = (changes: Partial<HaiduciView> = {}): HaiduciView => ({
  seat: 0, board: "balkans_1807", cards: "initiatives", leaders: "leaders_1807", first: 0, start: 1, season: 2, year: 1807, time: "autumn",
  phase: "offers", frozen: false, thawed: false, ending: false, to_move: [0], unplayed: null, pile: 20, discards: {},
  supply: Object.fromEntries(FACTIONS.map((id) => [id, 28])), step: null,
  territories: Object.keys(EDITION.board.territories).map((id) => ({ id, pawns: (id === "rudnik" ? { serbia: 2, ottoman: 1 } : {}) as Record<string, number>, control: id === "rudnik" ? "serbia" : null })),
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
    expect(["INDEP", "MAJ", "INFL", "EXT", "HAI", "EMG", "CAP"].filter((word) => !ASKED[word])).toEqual([]);
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
    const pair = { owner: 0, partner: 2, first: "army", second: "faith", key: "" };
    expect(lines(pair, combination(EDITION, "army", "faith")!).map(say)).toEqual([
      "Alex: place 1 pawn and remove 1 pawn",
      "Chris: place 1 pawn and remove 1 pawn",
    ]);
  });
});

describe("the seasons as they are told", () => {
  const season = (move: number, id = "event.season") => tell(move, id, { player: seat(0) });
  const agreed = tell(5, "event.agreed", { owner: seat(0), partner: seat(2), first: words(EDITION.cards.kinds["faith"]!.name), second: words("Ștefan Bujor") });

  it("know where conferences met and what was frozen", () => {
    const { frozen, conferences } = chronicle([season(0), season(4), tell(6, "event.conference"), season(7, "event.season.frozen"), season(9)], EDITION);
    expect([[...frozen], [...conferences]]).toEqual([[2], [1]]);
  });

  it("remember the last agreement of the season, and no longer", () => {
    expect(chronicle([season(0), agreed], EDITION).agreed).toMatchObject({ owner: 0, partner: 2, first: "faith", second: "stefan-bujor" });
    expect(chronicle([season(0), agreed, season(6)], EDITION).agreed).toBeNull();
  });

  it("show a complete pair while offers go on, and the one that is carried out", () => {
    expect(present(table(), [], null)).toMatchObject({ owner: 0, partner: 2, first: "army", second: "revolt" });
    expect(present(table({ phase: "agreements", step: step({}) }), [], null)).toMatchObject({ owner: 0, partner: 2 });
    expect(present(table({ phase: "frozen", frozen: true }), [], null)).toBeNull();
  });

  it("mark where something happened since one's own last deed", () => {
    const at = (name: string) => words(name);
    const events = [tell(1, "event.placed", { player: seat(1), at: at("Vidin") }), tell(2, "event.passed", { player: seat(0) }), tell(3, "event.placed", { player: seat(1), at: at("Rudnik") })];
    expect([...fresh(events, 0)]).toEqual(["Rudnik"]);
    expect([...fresh(events, null)]).toEqual(["Vidin", "Rudnik"]);
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
    const shown = stepsOf([tell(9, "event.claimed", { player: seat(0) })], over, EDITION);
    expect(shown.map(({ source }) => source)).toEqual(["claims", "provinces", "territories"]);
    expect(shown.at(-1)!.territories).toEqual(["vidin"]);
    expect(shown.at(-1)!.gains).toEqual([3, 3, 3, 3]);
    expect(stepsOf([], table(), EDITION)).toEqual([]);
  });
});

describe("the picture", { timeout: 20_000 }, () => {
  async function shown(view: HaiduciView, offers: Offer[], look: (target: HTMLElement, narrowing: Narrowing) => void, events: Event[] = []) {
    const target = document.body.appendChild(document.createElement("div"));
    const narrowing = new Narrowing(offers);
    const props = { view: view as unknown as View, seat: 0, names: NAMES, narrowing, say, events, previous: null };
    const board = mount(Board, { target, props });
    await vi.waitFor(() => expect(target.querySelector(".table")).not.toBeNull(), 15_000);
    look(target, narrowing);
    await unmount(board);
    target.remove();
  }
  const press = (element: Element | null) => {
    element!.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    flushSync();
  };

  it("joins another's offer with a card, and shows what would come of it", async () => {
    const offers = [offer(0, "join", "hand:army", "box:ottoman:2"), offer(1, "join", "hand:faith", "box:ottoman:2"), offer(2, "pass", "action:pass")];
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
    const view = table({ phase: "agreements", step: step({ task: "lead", at: "rudnik" }) });
    const offers = [offer(0, "place", "territory:rudnik"), offer(1, "remove", "pawn:rudnik:ottoman")];
    await shown(view, offers, (target, narrowing) => {
      expect(target.querySelectorAll(".panel button.touchable")).toHaveLength(2);
      press(target.querySelector('.panel [aria-label="pawn:rudnik:ottoman"]'));
      expect(narrowing.clicked).toEqual(["pawn:rudnik:ottoman"]);
      press(target.querySelector('.map g[role=button][aria-label^="Rudnik"]'));
      expect(narrowing.clicked).toEqual(["territory:rudnik"]);
    });
  });

  it("takes the land around a single pawn for that pawn", async () => {
    const view = table({ phase: "agreements", step: step({ task: "remove" }) });
    await shown(view, [offer(0, "remove", "pawn:rudnik:ottoman"), offer(1, "remove", "pawn:vidin:ottoman")], (target, narrowing) => {
      press(target.querySelector('.map [aria-label^="Rudnik"]'));
      expect(narrowing.clicked).toEqual(["pawn:rudnik:ottoman"]);
    });
  });

  it("moves a haiduc by pressing him and then where he goes", async () => {
    const offers = [offer(0, "march", "haiduc:iancu-jianu", "territory:sofya"), offer(1, "march", "haiduc:iancu-jianu", "territory:krajina")];
    await shown(table({ phase: "marches", boxes: [] }), offers, (target, narrowing) => {
      press(target.querySelector('[aria-label^="Iancu Jianu, at large"]'));
      press(target.querySelector('.map g[role=button][aria-label^="Sofya"]'));
      expect(narrowing.only?.number).toBe(0);
    });
  });

  it("freezes the whole table, and lets a captured haiduc be freed", async () => {
    const events = [0, 1].map((move) => tell(move, "event.season")).concat(tell(2, "event.season.frozen"));
    await shown(table({ phase: "frozen", frozen: true }), [offer(0, "free", "haiduc:stefan-bujor"), offer(1, "pass", "action:pass")], (target, narrowing) => {
      expect(target.querySelector(".frost")).not.toBeNull();
      expect(target.querySelector("[aria-current=step]")!.classList.contains("ice")).toBe(true);
      press(target.querySelector('[aria-label="Ștefan Bujor, captured by Alex"]'));
      expect(narrowing.only?.number).toBe(0);
    }, events);
  });

  it("offers six factions, as shields and on the map", async () => {
    const none = NAMES.map(() => ({ ...player("", { hand: [], points: {} }), faction: null }));
    const offers = FACTIONS.map((id, index) => offer(index, "faction", `faction:${id}`));
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
});
