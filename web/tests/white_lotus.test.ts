import { flushSync, mount, unmount } from "svelte";
import { describe, expect, it, vi } from "vitest";
import yuan from "../../src/guanxi/games/white_lotus/boards/yuan.json";
import Board from "../src/games/white_lotus/Board.svelte";
import { asked, most, usual } from "../src/games/white_lotus/amounts";
import { frame, provinceName } from "../src/games/white_lotus/boards";
import { SHAPES } from "../src/games/white_lotus/piece/buildings";
import { stepsOf, worths } from "../src/games/white_lotus/show";
import { against, lately, outcome, settled } from "../src/games/white_lotus/story";
import {
  BUILDINGS,
  type BoardFile,
  type Building,
  type ConflictView,
  type Line,
  type LotusView,
  type Moment,
  type PlayerView,
  type RebellionView,
  type Source,
} from "../src/games/white_lotus/types";
import { Narrowing } from "../src/lib/narrowing.svelte";
import { say as sayIn } from "../src/lib/phrase";
import { pointsAfter, total } from "../src/lib/show";
import type { Offer, Phrase } from "../src/lib/types";
import english from "../src/games/white_lotus/text.en.json";

const BOARD = yuan as unknown as BoardFile;
const NAMES = ["Alex", "Barbara", "Chris"];
const say = (phrase: Phrase) => sayIn(phrase, english, "en", NAMES);
const tell = (move: number, event: Line["event"]): Line => ({ move, event, phrase: { id: `event.${event.event}` } });
type Move = Offer<"white_lotus">["move"];
const offer = (number: number, move: Move, ...touches: string[]): Offer<"white_lotus"> => ({ number, move, notation: "", touches, phrase: { id: touches.join(" ") } });
const amount = (points: number) => offer(points, { do: "influence", points }, `amount:${points}`);
const NONE = { village: 0, palace: 0, temple: 0, fortress: 0, rice: 0 };
const NO_POINTS = { palaces: 0, temples: 0, others: 0, territory: 0, dragons: 0, tokens: 0 };

const player = (changes: Partial<PlayerView> = {}): PlayerView => ({
  influence: 12, combat: 3, tokens: 0, buildings: NONE, territory: 0, points: NO_POINTS, total: 0, ...changes,
});

const table = (changes: Partial<LotusView> = {}): LotusView => ({
  game: "white_lotus", seat: 0, board: "yuan", year: 1, phase: 1, step: "claims", last: false, emperor: 1, to_move: [0], ready: [],
  provinces: [
    { id: "luoyang", name: "Luoyang", building: "palace", owner: null, claims: [1] },
    { id: "xian", name: "Xi’an", building: "village", owner: 2, claims: [] },
    { id: "dadu", name: "Dadu", building: null, owner: null, claims: [] },
  ],
  players: [player(), player({ influence: null, combat: null }), player()],
  unseen: { ...NONE, temple: 2 }, tile: null, palace: null, conflict: null, rebellion: null, offer: null, choice: null,
  ...changes,
});

const BIDS = [
  { seat: 0, target: 1, influence: 4 },
  { seat: 1, target: 0, influence: 1 },
  { seat: 2, target: 1, influence: 2 },
];
const conflict = (changes: Partial<ConflictView> = {}): ConflictView => ({ province: "luoyang", present: [0, 1, 2], bids: [], tied: [], ...changes });
const rebellion = (changes: Partial<RebellionView> = {}): RebellionView => ({
  leader: 2, camps: [null, "emperor", "rebels"], combat: null, strength: null, winner: null, ...changes,
});
const ROUND = [
  tell(3, { event: "contested", province: "luoyang", players: [0, 1, 2] }),
  ...BIDS.map((bid) => tell(8, { event: "played", ...bid })),
];
const EJECTED = tell(8, { event: "ejected", seat: 1, province: "luoyang", influence: 1 });

describe("the story", () => {
  it("adds up what was played against each", () => {
    expect([0, 1, 2].map((who) => against(BIDS, who))).toEqual([1, 6, 0]);
  });

  it("says what came of the letters, until the next conflict begins", () => {
    expect(outcome(ROUND)).toEqual([]);
    expect(outcome([...ROUND, EJECTED, tell(9, { event: "ready", seat: 0 })])).toEqual([EJECTED]);
    const tied = tell(8, { event: "tied", players: [0, 1], emperor: 2 });
    expect(outcome([...ROUND, tied])).toEqual([tied]);
    expect(outcome([...ROUND, tied, EJECTED])).toEqual([EJECTED]);
    expect(outcome([...ROUND, EJECTED, tell(9, { event: "contested", province: "xian", players: [0, 2] })])).toEqual([]);
  });

  it("gathers by player what nobody contested", () => {
    const alone = (seat: number, province: string) => tell(5, { event: "controlled", seat, province });
    const events = [tell(4, { event: "controlled", seat: 1, province: "jinan" }), alone(2, "xian"), alone(0, "dadu"), alone(2, "luoyang")];
    expect(settled(events)).toEqual(new Map([[2, ["xian", "luoyang"]], [0, ["dadu"]]]));
  });

  it("marks where something happened in the last round of moves", () => {
    const claims = ["luoyang", "dadu", "xian"].map((province, index) => tell(index + 1, { event: "claimed", province, seat: index }));
    expect([...lately(claims, 3)]).toEqual(["dadu", "xian"]);
  });
});

describe("amounts", () => {
  it("are all offered while they are few, else in parts", () => {
    expect(usual(3)).toEqual([0, 1, 2, 3]);
    expect(usual(20)).toEqual([0, 1, 5, 10, 15, 20]);
  });

  it("are read from the moves", () => {
    expect(most([amount(0), amount(12)])).toBe(12);
    expect([asked([amount(0)]), asked([offer(0, { do: "against", player: 1 }, "player:1")])]).toEqual([true, false]);
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
  interface Shown {
    offers?: Offer<"white_lotus">[];
    events?: Line[];
    moment?: Moment["kind"];
    previous?: LotusView;
  }
  async function shown(view: LotusView, { offers = [], events = [], moment, previous }: Shown, look: (target: HTMLElement, narrowing: Narrowing) => void) {
    const target = document.body.appendChild(document.createElement("div"));
    const narrowing = new Narrowing<"white_lotus">(offers);
    const props = {
      view, previous: previous ?? null, events, fresh: events, seat: 0, names: NAMES, say,
      moment: moment ? { kind: moment, phrase: { id: `moment.${moment}` }, after: events.length, view } : null,
      narrowing: moment ? null : narrowing,
    };
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
  const rows = (target: HTMLElement) => [...target.querySelectorAll(".present > li")];
  const texts = (target: HTMLElement, selector: string) => [...target.querySelectorAll(selector)].map((element) => element.textContent?.trim());

  it("lets a cube be put on what glows, and on nothing else", async () => {
    await shown(table(), { offers: [offer(0, { do: "claim", at: "luoyang" }, "province:luoyang")] }, (target, narrowing) => {
      expect(target.querySelectorAll("g[role=button]")).toHaveLength(1);
      press(target.querySelector("g[role=button]"));
      expect(narrowing.clicked).toEqual(["province:luoyang"]);
      expect(target.querySelectorAll("g.chosen .plan")).toHaveLength(1);
      expect(target.querySelector("[aria-current=step]")!.textContent).toContain("Claims");
    });
  });

  it("has a place for all that events touch", async () => {
    await shown(table({ phase: 4, step: "camps", rebellion: rebellion() }), {}, (target) => {
      const places = ["province:luoyang", "province:dadu", "player:0", "player:2", "camp:emperor", "camp:rebels"];
      expect(places.filter((place) => !target.querySelector(`[data-place="${place}"]`))).toEqual([]);
    });
  });

  it("shows a conflict with its letters, and takes an amount", async () => {
    const view = table({ phase: 2, step: "conflict", conflict: conflict({ present: [0, 2], bids: BIDS }), ready: [2], choice: { target: 2, influence: null, camp: null, combat: null } });
    const offers = Array.from({ length: 13 }, (_, n) => amount(n));
    await shown(view, { offers, events: [...ROUND, EJECTED] }, (target, narrowing) => {
      expect(target.querySelectorAll(".sealed")).toHaveLength(2); // in the conflict and in the strip
      expect(rows(target)).toHaveLength(2);
      expect(texts(target, ".last li")).toEqual(["4→", "1→", "2→"]);
      expect(texts(target, ".after p")).toEqual(["event.ejected"]);
      press(target.querySelector('[aria-label="amount:3"]'));
      press(target.querySelector('[aria-label="One more"]'));
      expect(narrowing.clicked).toEqual(["amount:4"]);
    });
  });

  it("opens all letters before anybody has to leave", async () => {
    const view = table({ phase: 2, step: "conflict", to_move: [], conflict: conflict({ bids: BIDS }) });
    await shown(view, { events: ROUND, moment: "letters" }, (target) => {
      expect(texts(target, ".present .name")).toEqual(NAMES);
      expect(texts(target, ".present .says")).toEqual(["4→", "1→", "2→"]);
      expect(texts(target, ".sum b")).toEqual(["1", "6", "0"]);
      expect(rows(target).filter((row) => row.classList.contains("gone"))).toEqual([]);
      expect(target.querySelectorAll(".sealed, .blank")).toHaveLength(0);
    });
  });

  it("shows who has won a province, with the last letters still open", async () => {
    const duel = [{ seat: 0, target: 2, influence: 5 }, { seat: 2, target: 0, influence: 2 }];
    const view = table({ phase: 2, step: "conflict", to_move: [], conflict: conflict({ present: [0], bids: duel }) });
    const events = [...duel.map((bid) => tell(9, { event: "played", ...bid })), tell(9, { event: "won-province", seat: 0, province: "luoyang" })];
    await shown(view, { events, moment: "won" }, (target) => {
      expect(rows(target).map(({ classList }) => [classList.contains("won"), classList.contains("gone")])).toEqual([[true, false], [false, true]]);
      expect(texts(target, ".after p")).toEqual(["event.won-province"]);
    });
  });

  it("lists what was settled because nobody else claimed it", async () => {
    const events = [tell(5, { event: "controlled", seat: 2, province: "xian" }), tell(5, { event: "controlled", seat: 2, province: "dadu" })];
    await shown(table({ phase: 2, step: "naming", to_move: [] }), { events, moment: "settled" }, (target) => {
      expect(texts(target, ".panel li span")).toEqual(["Xi’an, Dadu"]);
    });
  });

  it("shows two camps and lets one be chosen", async () => {
    const offers = [offer(0, { do: "side", camp: "emperor" }, "camp:emperor"), offer(1, { do: "side", camp: "rebels" }, "camp:rebels")];
    await shown(table({ phase: 4, step: "camps", rebellion: rebellion() }), { offers }, (target, narrowing) => {
      press(target.querySelector('[aria-label="camp:rebels"]'));
      expect(narrowing.clicked).toEqual(["camp:rebels"]);
      expect(target.querySelectorAll(".between li")).toHaveLength(1);
    });
  });

  it("shows everybody's camp when the camps are opened", async () => {
    const view = table({ phase: 4, step: "camps", to_move: [], rebellion: rebellion({ camps: ["rebels", "emperor", "rebels"] }) });
    await shown(view, { moment: "camps" }, (target) => {
      expect(texts(target, ".camp.emperor .name")).toEqual(["Barbara"]);
      expect(texts(target, ".camp.rebels .name")).toEqual(["Alex", "Chris"]);
      expect(target.querySelectorAll(".between, .camp .says, output")).toHaveLength(0);
    });
  });

  it("shows the combat of all, both strengths and the winner of a battle", async () => {
    const fought = rebellion({ camps: ["rebels", "emperor", "rebels"], combat: [1, 3, 0], strength: [5, 2], winner: "emperor" });
    await shown(table({ phase: 4, step: "battle", to_move: [], rebellion: fought }), { moment: "battle" }, (target) => {
      expect(texts(target, ".camp .says")).toEqual(["3", "1", "0"]);
      expect(texts(target, "output")).toEqual(["5", "2"]);
      expect(target.querySelector(".camp.won")!.classList).toContain("emperor");
      expect(texts(target, ".told")).toEqual(["event.battle.emperor"]);
    });
  });
});

describe("the final scoring", () => {
  const points = [{ ...NO_POINTS, palaces: 3, others: 2 }, { ...NO_POINTS, others: 1, territory: 3, dragons: 2, tokens: 1 }];
  const land = (id: string, building: Building, owner: number) => ({ id, name: id, building, owner, claims: [] });
  const view = table({
    step: "over",
    to_move: [],
    provinces: [land("luoyang", "palace", 0), land("fuzhou", "rice", 0), land("dadu", "village", 0), land("hangzhou", "fortress", 1), land("kunming", "temple", 1)],
    players: points.map((each) => player({ points: each })),
  });
  const counted = (source: Source, seat: number, points: number) => tell(9, { event: "scored", seat, points, source });
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
