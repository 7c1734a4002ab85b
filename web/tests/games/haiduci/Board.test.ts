import { flushSync, mount, unmount } from "svelte";
import { describe, expect, it, vi } from "vitest";
import { Narrowing } from "../../../src/board/narrowing.svelte";
import Board from "../../../src/games/haiduci/Board.svelte";
import type { HaiduciEvent, HaiduciLine, HaiduciMoment, HaiduciView } from "../../../src/games/haiduci/types";
import type { Offer } from "../../../src/lib/types";
import { FACTIONS, LEADER, logOf, NAMES, offer, pass, player, say, step, table } from "./fixtures";

describe("the board", { timeout: 20_000 }, () => {
  type Check = (target: HTMLElement, narrowing: Narrowing<"haiduci">) => void;

  async function withBoard(view: HaiduciView, offers: Offer<"haiduci">[], check: Check, events: HaiduciLine[] = [], moment: HaiduciMoment | null = null) {
    const target = document.body.appendChild(document.createElement("div"));
    const narrowing = new Narrowing<"haiduci">(offers);
    const props = { view, seat: 0, names: NAMES, narrowing: moment ? null : narrowing, say, events, fresh: events, moment, previous: null };
    const board = mount(Board, { target, props });
    await vi.waitFor(() => expect(target.querySelector(".table")).not.toBeNull(), 15_000);
    check(target, narrowing);
    await unmount(board);
    target.remove();
  }
  const remove = (number: number, at: string) => offer(number, { do: "remove", at, faction: "ottoman" }, `pawn:${at}:ottoman`);
  const momentOf = (kind: string, view: HaiduciView, after: number): HaiduciMoment => ({ kind, phrase: { id: `moment.${kind}` }, after, view });
  const press = (element: Element | null) => {
    element!.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    flushSync();
  };

  it("joins another player's offer with a card", async () => {
    const join = (number: number, card: string) => offer(number, { do: "join", faction: "ottoman", card }, `hand:${card}`, "box:ottoman:2");
    const offers = [join(0, "army"), join(1, "faith"), pass(2)];
    await withBoard(table(), offers, (target, narrowing) => {
      press(target.querySelector('[aria-label="faith, 2 cards"]'));
      press(target.querySelector('button[aria-label^="Alliance boxes (Ottoman Empire"]'));
      expect(narrowing.only?.number).toBe(1);
      // The preview of the agreement lies on the map instead of the last agreement.
      expect(target.querySelector(".note section")).toBeNull();
    });
  });

  it("shows the user's leader with its conditions and hides the others'", async () => {
    await withBoard(table(), [], (target) => {
      expect(target.querySelector('[aria-label="Your leader"]')!.textContent).toContain("Karađorđe");
      expect(target.querySelectorAll(".pips .full")).toHaveLength(3);
      expect(target.querySelectorAll('[aria-label$="is secret"]')).toHaveLength(3);
    });
  });

  it("tells a player who would claim victory, also where the leader's card is folded away", async () => {
    const would = player("serbia", { leader: { ...LEADER, claim: { id: "claim.marches" } } });
    await withBoard(table({ players: [would, ...table().players.slice(1)] }), [], (target) => {
      expect(target.querySelector('[aria-label="Your leader"] [role=status]')!.textContent).toBe("claim.marches");
      expect(target.querySelector(".note .pending")!.textContent).toContain("You would claim victory");
    });
    await withBoard(table(), [], (target) => expect(target.querySelector(".note .pending")).toBeNull());
  });

  it("has large buttons to add or remove a pawn in a close-up", async () => {
    const view = table({ phase: "agreements", agreement: "serbia", step: step({ task: "lead", at: "rudnik" }) });
    const offers = [offer(0, { do: "place", at: "rudnik" }, "territory:rudnik"), remove(1, "rudnik")];
    await withBoard(view, offers, (target, narrowing) => {
      expect(target.querySelectorAll(".panel button.touchable")).toHaveLength(2);
      press(target.querySelector('.panel [aria-label="pawn:rudnik:ottoman"]'));
      expect(narrowing.clicked).toEqual(["pawn:rudnik:ottoman"]);
      press(target.querySelector('.map g[role=button][aria-label^="Rudnik"]'));
      expect(narrowing.clicked).toEqual(["territory:rudnik"]);
    });
  });

  it("lets a press on the land choose its only pawn", async () => {
    const view = table({ phase: "agreements", agreement: "serbia", step: step({ task: "remove" }) });
    await withBoard(view, [remove(0, "rudnik"), remove(1, "vidin")], (target, narrowing) => {
      press(target.querySelector('.map [aria-label^="Rudnik"]'));
      expect(narrowing.clicked).toEqual(["pawn:rudnik:ottoman"]);
    });
  });

  it("moves a haiduc by pressing him and then his destination", async () => {
    const offers = ["sofya", "krajina"].map((to, number) => offer(number, { do: "march", haiduc: "iancu-jianu", to }, "haiduc:iancu-jianu", `territory:${to}`));
    await withBoard(table({ phase: "marches", boxes: [] }), offers, (target, narrowing) => {
      press(target.querySelector('[aria-label^="Iancu Jianu, at large"]'));
      press(target.querySelector('.map g[role=button][aria-label^="Sofya"]'));
      expect(narrowing.only?.number).toBe(0);
    });
  });

  it("covers a frozen season with frost and lets a captured haiduc be freed", async () => {
    const events = logOf(...[0, 1, 2].map((season): HaiduciEvent => ({ event: "season", seat: 0, season, frozen: season === 2 })));
    const free = offer(0, { do: "free", haiduc: "stefan-bujor" }, "haiduc:stefan-bujor");
    await withBoard(table({ phase: "frozen", frozen: true }), [free, pass(1)], (target, narrowing) => {
      expect(target.querySelector(".frost")).not.toBeNull();
      expect(target.querySelector("[aria-current=step]")!.classList.contains("ice")).toBe(true);
      press(target.querySelector('[aria-label="Ștefan Bujor, captured by Alex"]'));
      expect(narrowing.only?.number).toBe(0);
    }, events);
  });

  it("offers the six factions as buttons and on the map", async () => {
    const none = NAMES.map(() => ({ ...player("", { hand: [], points: {} }), faction: null }));
    const offers = FACTIONS.map((id, index) => offer(index, { do: "faction", faction: id }, `faction:${id}`));
    await withBoard(table({ phase: "choosing", boxes: [], haiduci: [], players: none }), offers, (target, narrowing) => {
      expect(target.querySelectorAll(".panel button.touchable")).toHaveLength(6);
      press(target.querySelector('.map g[role=button][aria-label="Russia"]'));
      expect(narrowing.only?.number).toBe(5);
    });
  });

  it("reveals all leaders at the end", async () => {
    const players = table().players.map((one, index) => ({ ...one, leader: LEADER, claimed: index === 1, points: { conditions: 15, ...one.points } }));
    await withBoard(table({ phase: "over", to_move: [], boxes: [], players }), [], (target) => {
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

  it("shows an agreement that was carried out, with its effects on the map", async () => {
    const view = table({ phase: "agreements", agreement: "serbia", to_move: [] });
    const check: Check = (target) => {
      const treaty = target.querySelector('[aria-label="Alex and Chris agree"]')!;
      expect(treaty.querySelector(".joined .stamp")).not.toBeNull();
      expect([...treaty.querySelectorAll(".words p")].map((line) => line.textContent)).toEqual(["Alex: −2 Rudnik", "Chris: −1 Vidin"]);
      expect([...target.querySelectorAll(".trace text")].map((text) => text.textContent)).toEqual(["−1", "−2"]);
      expect([...target.querySelectorAll(".map .fresh")].map((land) => land.getAttribute("data-place")).toSorted()).toEqual(["territory:rudnik", "territory:vidin"]);
      expect(target.querySelectorAll(".boxes .current")).toHaveLength(1);
    };
    // Later events are in the log, but not in the moment.
    const events = logOf(...carriedOut, { event: "placed", seat: 1, faction: "ottoman", at: "sofya", own: true });
    await withBoard(view, [], check, events, momentOf("agreement", view, 5));
  });

  it("takes an agreement off the map once it is carried out and the user decides", async () => {
    const view = table({ phase: "marches", agreement: null });
    const check: Check = (target) => expect(target.querySelector('[aria-label="Alex and Chris agree"]')).toBeNull();
    await withBoard(view, [offer(0, { do: "pass" }, "pass")], check, logOf(...carriedOut));
  });

  it("strikes out agreements undone by a conference", async () => {
    const boxes = table().boxes.map((box) => (box.faction === "ottoman" ? { ...box, first: "diplomacy", second: "diplomacy", partner: 3 } : box));
    const view = table({ phase: "agreements", agreement: "ottoman", to_move: [], boxes });
    const events = logOf({ event: "season", seat: 0, season: 2, frozen: false }, { event: "agreed", seat: 1, partner: 3, faction: "ottoman", first: "diplomacy", second: "diplomacy" }, { event: "conference", seat: 1 });
    await withBoard(view, [], (target) => {
      expect(target.querySelector(".boxes .undone")!.getAttribute("aria-label")).toContain("Serbia");
      expect(target.querySelectorAll(".boxes .undone")).toHaveLength(1);
      expect(target.querySelector('[aria-label="Barbara and Doris agree"]')!.textContent).toContain("an international conference");
    }, events, momentOf("conference", view, 3));
  });

  it("reveals the leader of a player who claims victory", async () => {
    const met = LEADER.conditions.map((condition) => ({ ...condition, reached: condition.needed, met: true }));
    const players = table().players.map((one, index) => (index === 2 ? { ...one, claimed: true, leader: { name: "Tudor Vladimirescu", conditions: met } } : one));
    const view = table({ phase: "agreements", agreement: "serbia", to_move: [], ending: true, players });
    const events = logOf(...carriedOut, { event: "claimed", seat: 2, faction: "moldavia", leader: 1 });
    await withBoard(view, [], (target) => {
      const claim = target.querySelector('[aria-label="Chris claims victory"]')!;
      expect(claim.textContent).toContain("Tudor Vladimirescu");
      expect(claim.querySelectorAll("li.met")).toHaveLength(2);
      expect(target.querySelectorAll(".trace")).toHaveLength(0);
    }, events, momentOf("claim", view, 6));
  });

  it("draws every place that the log can highlight", async () => {
    await withBoard(table(), [], (target) => {
      const places = new Set([...target.querySelectorAll("[data-place]")].flatMap((drawn) => drawn.getAttribute("data-place")!.split(" ")));
      const wanted = [
        "territory:rudnik", "haiduc:iancu-jianu", "haiduc:stefan-bujor", "box:serbia:1", "box:serbia:2", "box:ottoman:1", "box:ottoman:2",
        "season:0", "season:27", "province:russia", "faction:serbia", "leader:0", "leader:3",
      ];
      expect(wanted.filter((place) => !places.has(place))).toEqual([]);
    });
  });
});
