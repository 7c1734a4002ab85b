import { flushSync, mount, unmount } from "svelte";
import { describe, expect, it, vi } from "vitest";
import { Narrowing } from "../../../src/board/narrowing.svelte";
import Board from "../../../src/games/white_lotus/Board.svelte";
import { type Line, type LotusView, type Moment } from "../../../src/games/white_lotus/types";
import type { Offer } from "../../../src/lib/types";
import { amount, BIDS, conflict, EJECTED, lineOf, NAMES, offer, player, rebellion, ROUND, say, table } from "./fixtures";

describe("the board", () => {
  interface Shown {
    offers?: Offer<"white_lotus">[];
    events?: Line[];
    moment?: Moment["kind"];
    previous?: LotusView;
  }
  async function withBoard(view: LotusView, { offers = [], events = [], moment, previous }: Shown, check: (target: HTMLElement, narrowing: Narrowing) => void) {
    const target = document.body.appendChild(document.createElement("div"));
    const narrowing = new Narrowing<"white_lotus">(offers);
    const props = {
      view, previous: previous ?? null, events, fresh: events, seat: 0, names: NAMES, say,
      moment: moment ? { kind: moment, phrase: { id: `moment.${moment}` }, after: events.length, view } : null,
      narrowing: moment ? null : narrowing,
    };
    const board = mount(Board, { target, props });
    await vi.waitFor(() => expect(target.querySelector(".table")).not.toBeNull(), 5000);
    check(target, narrowing);
    await unmount(board);
    target.remove();
  }
  const press = (element: Element | null) => {
    element!.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    flushSync();
  };
  const rows = (target: HTMLElement) => [...target.querySelectorAll(".present > li")];
  const texts = (target: HTMLElement, selector: string) => [...target.querySelectorAll(selector)].map((element) => element.textContent?.trim());

  it("lets a cube be placed on touchable provinces only", async () => {
    await withBoard(table(), { offers: [offer(0, { do: "claim", at: "luoyang" }, "province:luoyang")] }, (target, narrowing) => {
      expect(target.querySelectorAll("g[role=button]")).toHaveLength(1);
      press(target.querySelector("g[role=button]"));
      expect(narrowing.clicked).toEqual(["province:luoyang"]);
      expect(target.querySelectorAll("g.chosen .plan")).toHaveLength(1);
      expect(target.querySelector("[aria-current=step]")!.textContent).toContain("Claims");
    });
  });

  it("draws every place that the log can highlight", async () => {
    await withBoard(table({ phase: 4, step: "camps", rebellion: rebellion() }), {}, (target) => {
      const places = ["province:luoyang", "province:dadu", "player:0", "player:2", "camp:emperor", "camp:rebels"];
      expect(places.filter((place) => !target.querySelector(`[data-place="${place}"]`))).toEqual([]);
    });
  });

  it("shows a conflict with its letters and lets an amount be chosen", async () => {
    const view = table({ phase: 2, step: "conflict", conflict: conflict({ present: [0, 2], bids: BIDS }), ready: [2], choice: { target: 2, influence: null, camp: null, combat: null } });
    const offers = Array.from({ length: 13 }, (_, n) => amount(n));
    await withBoard(view, { offers, events: [...ROUND, EJECTED] }, (target, narrowing) => {
      expect(target.querySelectorAll(".sealed")).toHaveLength(2); // in the conflict and in the strip
      expect(rows(target)).toHaveLength(2);
      expect(texts(target, ".last li")).toEqual(["4→", "1→", "2→"]);
      expect(texts(target, ".after p")).toEqual(["event.ejected"]);
      press(target.querySelector('[aria-label="amount:3"]'));
      press(target.querySelector('[aria-label="One more"]'));
      expect(narrowing.clicked).toEqual(["amount:4"]);
    });
  });

  it("opens all letters before a player is ejected", async () => {
    const view = table({ phase: 2, step: "conflict", to_move: [], conflict: conflict({ bids: BIDS }) });
    await withBoard(view, { events: ROUND, moment: "letters" }, (target) => {
      expect(texts(target, ".present .name")).toEqual(NAMES);
      expect(texts(target, ".present .says")).toEqual(["4→", "1→", "2→"]);
      expect(texts(target, ".sum b")).toEqual(["1", "6", "0"]);
      expect(rows(target).filter((row) => row.classList.contains("gone"))).toEqual([]);
      expect(target.querySelectorAll(".sealed, .blank")).toHaveLength(0);
    });
  });

  it("shows the winner of a province with the last letters still open", async () => {
    const duel = [{ seat: 0, target: 2, influence: 5 }, { seat: 2, target: 0, influence: 2 }];
    const view = table({ phase: 2, step: "conflict", to_move: [], conflict: conflict({ present: [0], bids: duel }) });
    const events = [...duel.map((bid) => lineOf(9, { event: "played", ...bid })), lineOf(9, { event: "won-province", seat: 0, province: "luoyang" })];
    await withBoard(view, { events, moment: "won" }, (target) => {
      expect(rows(target).map(({ classList }) => [classList.contains("won"), classList.contains("gone")])).toEqual([[true, false], [false, true]]);
      expect(texts(target, ".after p")).toEqual(["event.won-province"]);
    });
  });

  it("lists uncontested provinces", async () => {
    const events = [lineOf(5, { event: "controlled", seat: 2, province: "xian" }), lineOf(5, { event: "controlled", seat: 2, province: "dadu" })];
    await withBoard(table({ phase: 2, step: "naming", to_move: [] }), { events, moment: "settled" }, (target) => {
      expect(texts(target, ".panel li span")).toEqual(["Xi’an, Dadu"]);
    });
  });

  it("lets a camp be chosen", async () => {
    const offers = [offer(0, { do: "side", camp: "emperor" }, "camp:emperor"), offer(1, { do: "side", camp: "rebels" }, "camp:rebels")];
    await withBoard(table({ phase: 4, step: "camps", rebellion: rebellion() }), { offers }, (target, narrowing) => {
      press(target.querySelector('[aria-label="camp:rebels"]'));
      expect(narrowing.clicked).toEqual(["camp:rebels"]);
      expect(target.querySelectorAll(".between li")).toHaveLength(1);
    });
  });

  it("shows all camps when they are revealed", async () => {
    const view = table({ phase: 4, step: "camps", to_move: [], rebellion: rebellion({ camps: ["rebels", "emperor", "rebels"] }) });
    await withBoard(view, { moment: "camps" }, (target) => {
      expect(texts(target, ".camp.emperor .name")).toEqual(["Barbara"]);
      expect(texts(target, ".camp.rebels .name")).toEqual(["Alex", "Chris"]);
      expect(target.querySelectorAll(".between, .camp .says, output")).toHaveLength(0);
    });
  });

  it("shows the combat of all players, both strengths and the winner of a battle", async () => {
    const fought = rebellion({ camps: ["rebels", "emperor", "rebels"], combat: [1, 3, 0], strength: [5, 2], winner: "emperor" });
    await withBoard(table({ phase: 4, step: "battle", to_move: [], rebellion: fought }), { moment: "battle" }, (target) => {
      expect(texts(target, ".camp .says")).toEqual(["3", "1", "0"]);
      expect(texts(target, "output")).toEqual(["5", "2"]);
      expect(target.querySelector(".camp.won")!.classList).toContain("emperor");
      expect(texts(target, ".told")).toEqual(["event.battle.emperor"]);
    });
  });
});
