import { flushSync, mount, unmount } from "svelte";
import { describe, expect, it, vi } from "vitest";
import yuan from "../../src/guanxi/games/white_lotus/boards/yuan.json";
import Board from "../src/games/white_lotus/Board.svelte";
import { asked, most, usual } from "../src/games/white_lotus/amounts";
import { frame, provinceName } from "../src/games/white_lotus/boards";
import { SHAPES } from "../src/games/white_lotus/piece/buildings";
import { stepsOf, worths } from "../src/games/white_lotus/show";
import { against, follow, fresh } from "../src/games/white_lotus/story";
import { BUILDINGS, type BoardFile, type Building, type LotusView, type PlayerView } from "../src/games/white_lotus/types";
import { Narrowing } from "../src/lib/narrowing.svelte";
import { say as sayIn } from "../src/lib/phrase";
import { pointsAfter, total } from "../src/lib/show";
import type { Event, Offer, Parameter, Phrase, View } from "../src/lib/types";
import english from "../src/games/white_lotus/text.en.json";

const BOARD = yuan as unknown as BoardFile;
const NAMES = ["Alex", "Barbara", "Chris"];
const say = (phrase: Phrase) => sayIn(phrase, english, "en", NAMES);
const seat = (number: number): Phrase => ({ id: "player", params: { seat: number } });
const tell = (move: number, id: string, params: Record<string, Parameter> = {}): Event => ({ move, phrase: { id, params } });
const offer = (number: number, ...touches: string[]): Offer => ({ number, do: "", notation: "", touches, phrase: { id: touches.join(" ") } });
const NONE = { village: 0, palace: 0, temple: 0, fortress: 0, rice: 0 };

const player = (changes: Partial<PlayerView> = {}): PlayerView => ({
  influence: 12, combat: 3, tokens: 0, buildings: NONE, territory: 0, points: { palaces: 0, tokens: 0 }, total: 0, ...changes,
});

const table = (changes: Partial<LotusView> = {}): LotusView => ({
  seat: 0, board: "yuan", year: 1, phase: 1, step: "claims", last: false, emperor: 1, to_move: [0], ready: [],
  provinces: [
    { id: "luoyang", name: "Luoyang", building: "palace", owner: null, claims: [1] },
    { id: "xian", name: "Xi’an", building: "village", owner: 2, claims: [] },
    { id: "dadu", name: "Dadu", building: null, owner: null, claims: [] },
  ],
  players: [player(), player({ influence: null, combat: null }), player()],
  unseen: { ...NONE, temple: 2 }, tile: null, palace: null, conflict: null, rebellion: null, offer: null, choice: null,
  ...changes,
});

const ROUND = [
  tell(3, "event.contested", { province: "Luoyang", players: { id: "list", params: { items: [seat(0), seat(1), seat(2)] } } }),
  tell(8, "event.played", { player: seat(0), target: seat(1), n: 4 }),
  tell(8, "event.played", { player: seat(1), target: seat(0), n: 1 }),
  tell(8, "event.played", { player: seat(2), target: seat(1), n: 2 }),
  tell(8, "event.ejected", { player: seat(1), province: "Luoyang", n: 1 }),
];

describe("the year as it is told", () => {
  it("opens the letters of a round and says who must leave", () => {
    const { round } = follow(ROUND);
    expect(round).toMatchObject({ move: 8, province: "Luoyang", ejected: 1, kept: 1, winner: null });
    expect([0, 1, 2].map((who) => against(round!.bids, who))).toEqual([1, 6, 0]);
  });

  it("keeps only the last round, and forgets it with the year", () => {
    const more = [...ROUND, tell(12, "event.played", { player: seat(0), target: seat(2), n: 0 }), tell(12, "event.tied", { players: { id: "list", params: { items: [seat(0), seat(2)] } } })];
    expect(follow(more).round).toMatchObject({ move: 12, tied: [0, 2], ejected: null, bids: [{ seat: 0, target: 2, influence: 0 }] });
    expect(follow([...more, tell(13, "event.year", { year: 2, player: seat(1) })]).round).toBeNull();
  });

  it("puts the camps against each other, under the emperor of that moment", () => {
    const events = [
      tell(0, "event.began", { player: seat(1) }),
      tell(5, "event.crowned", { player: seat(2) }),
      tell(6, "event.rose", { player: seat(0) }),
      tell(8, "event.camp.rebels", { player: seat(1) }),
      tell(11, "event.committed", { player: seat(0), n: 3 }),
      tell(11, "event.battle.rebels", { emperor: 2, rebels: 5 }),
      tell(12, "event.crowned", { player: seat(0) }),
    ];
    const { battle } = follow(events);
    expect(battle).toMatchObject({ emperor: 2, leader: 0, winner: "rebels", strength: [2, 5] });
    expect([0, 1, 2].map((who) => battle!.camps.get(who))).toEqual(["rebels", "rebels", "emperor"]);
    expect(battle!.combat.get(0)).toBe(3);
  });

  it("marks where something happened in the last round of moves", () => {
    const claims = ["Luoyang", "Dadu", "Xi’an"].map((province, index) => tell(index + 1, "event.claimed", { province, player: seat(index) }));
    expect([...fresh(claims, 3)]).toEqual(["Dadu", "Xi’an"]);
  });
});

describe("amounts", () => {
  it("are all offered while they are few, else in parts", () => {
    expect(usual(3)).toEqual([0, 1, 2, 3]);
    expect(usual(20)).toEqual([0, 1, 5, 10, 15, 20]);
  });

  it("are read from what may be touched", () => {
    expect(most([offer(0, "amount:0"), offer(1, "amount:12")])).toBe(12);
    expect([asked([offer(0, "amount:0")]), asked([offer(0, "player:1")])]).toEqual([true, false]);
  });
});

describe("the map", () => {
  it("shows the west only as far as there is room for it", () => {
    const light = Object.keys(BOARD.provinces).filter((id) => BOARD.provinces[id]!.zone === "light");
    expect(frame(BOARD, light, 0.5).x).toBeGreaterThan(100);
    expect(frame(BOARD, light, 1.1).x).toBeLessThan(10);
    expect(frame(BOARD, Object.keys(BOARD.provinces), 0.5).x).toBe(0);
  });

  it("says what is in a province", () => {
    const [luoyang, xian, dadu] = table().provinces;
    expect(say(provinceName(BOARD, luoyang!))).toBe("Luoyang, lotus, building.palace, neutral, claimed by Barbara");
    expect(say(provinceName(BOARD, xian!))).toBe("Xi’an, lotus, building.village, owned by Chris");
    expect(say(provinceName(BOARD, dadu!))).toBe("Dadu, empty");
  });

  it("has a silhouette for every building", () => {
    expect(BUILDINGS.filter((building) => SHAPES[building].fill.length > 40)).toHaveLength(5);
  });
});

describe("the picture", () => {
  async function shown(view: LotusView, offers: Offer[], events: Event[], look: (target: HTMLElement, narrowing: Narrowing) => void) {
    const target = document.body.appendChild(document.createElement("div"));
    const narrowing = new Narrowing(offers);
    const props = { view: view as unknown as View, seat: 0, names: NAMES, narrowing, say, events, previous: null };
    const board = mount(Board, { target, props });
    await vi.waitFor(() => expect(target.querySelector(".table")).not.toBeNull(), 5000);
    look(target, narrowing);
    await unmount(board);
    target.remove();
  }
  const press = (element: Element | null) => {
    element!.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    flushSync();
  };

  it("lets a cube be put on what glows, and on nothing else", async () => {
    await shown(table(), [offer(0, "province:luoyang")], [], (target, narrowing) => {
      expect(target.querySelectorAll("g[role=button]")).toHaveLength(1);
      press(target.querySelector("g[role=button]"));
      expect(narrowing.clicked).toEqual(["province:luoyang"]);
      expect(target.querySelectorAll("g.chosen .plan")).toHaveLength(1);
      expect(target.querySelector("[aria-current=step]")!.textContent).toContain("Claims");
    });
  });

  it("shows a conflict with its letters, and takes an amount", async () => {
    const conflict = { province: "luoyang", present: [0, 1, 2], bids: [], tied: [] };
    const view = table({ phase: 2, step: "conflict", conflict, ready: [1], choice: { target: 2, influence: null, camp: null, combat: null } });
    await shown(view, Array.from({ length: 13 }, (_, n) => offer(n, `amount:${n}`)), ROUND, (target, narrowing) => {
      expect(target.querySelectorAll(".sealed")).toHaveLength(2); // in the conflict and in the strip
      expect(target.querySelectorAll(".ejected")).toHaveLength(1);
      press(target.querySelector('[aria-label="amount:3"]'));
      press(target.querySelector('[aria-label="One more"]'));
      expect(narrowing.clicked).toEqual(["amount:4"]);
    });
  });

  it("shows two camps and lets one be chosen", async () => {
    const rebellion = { leader: 2, camps: [null, null, null], combat: null, strength: null, winner: null };
    const events = [tell(0, "event.began", { player: seat(1) }), tell(6, "event.rose", { player: seat(2) })];
    await shown(table({ phase: 4, step: "camps", rebellion }), [offer(0, "camp:emperor"), offer(1, "camp:rebels")], events, (target, narrowing) => {
      press(target.querySelector('[aria-label="camp:rebels"]'));
      expect(narrowing.clicked).toEqual(["camp:rebels"]);
      expect(target.querySelectorAll(".between li")).toHaveLength(1);
    });
  });
});

describe("the final scoring", () => {
  const points = [{ palaces: 3, others: 2, territory: 0, dragons: 0, tokens: 0 }, { palaces: 0, others: 1, territory: 3, dragons: 2, tokens: 1 }];
  const land = (id: string, building: Building, owner: number) => ({ id, name: id, building, owner, claims: [] });
  const view = table({
    step: "over",
    to_move: [],
    provinces: [land("luoyang", "palace", 0), land("fuzhou", "rice", 0), land("dadu", "village", 0), land("hangzhou", "fortress", 1), land("kunming", "temple", 1)],
    players: points.map((each) => player({ points: each })),
  });
  const counted = (source: string, who: number, n: number) => tell(9, `event.scored.${source}`, { player: seat(who), n });
  const events = [counted("palaces", 0, 3), counted("others", 0, 2), counted("others", 1, 1), counted("territory", 1, 3), counted("dragons", 1, 2), counted("tokens", 1, 1)];
  const steps = stepsOf(events, view, BOARD);
  const step = (source: string) => steps.find((each) => each.source === source)!;

  it("counts each source, and lights up what it counts", () => {
    expect(steps.map(({ source }) => source)).toEqual(["palaces", "others", "territory", "dragons", "tokens"]);
    expect(step("palaces").provinces).toEqual(["luoyang"]);
    expect(step("others").provinces).toEqual(["fuzhou", "dadu", "hangzhou"]);
    expect(step("dragons").provinces).toEqual(["hangzhou"]);
    expect(step("territory").provinces).toHaveLength(1);
    expect(step("tokens").provinces).toEqual([]);
  });

  it("says what one province is worth, but not one of a territory", () => {
    expect(worths(step("others"), view)).toEqual(new Map([["fuzhou", 1], ["dadu", 1], ["hangzhou", 1]]));
    expect(worths(step("territory"), view).size).toBe(0);
  });

  it("runs up to the totals of the table", () => {
    const totals = steps.map((_, shown) => pointsAfter(steps, shown, view.players).map(total));
    expect(totals).toEqual([[0, 0], [3, 0], [5, 1], [5, 4], [5, 6]]);
    expect(pointsAfter(steps, Infinity, view.players).map(total)).toEqual([5, 7]);
  });

  it("is nothing while the game goes on", () => {
    expect(stepsOf(events, { ...view, step: "battle" }, BOARD)).toEqual([]);
  });
});
