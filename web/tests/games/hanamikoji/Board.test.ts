import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import texts from "../../../../src/guanxi/games/hanamikoji/text/en.json";
import { Narrowing } from "../../../src/board/narrowing.svelte";
import Board from "../../../src/games/hanamikoji/Board.svelte";
import boardTexts from "../../../src/games/hanamikoji/text.en.json";
import { ITEMS, type HanamikojiView, type Item, type Line, type Moment } from "../../../src/games/hanamikoji/types";
import { say as sayIn } from "../../../src/lib/phrase";
import type { Phrase } from "../../../src/lib/types";
import { log, player, revealed, REVEALED, roundEnd, roundMoment, scored, secretsMoment, table } from "./fixtures";

describe("the board", () => {
  const NAMES = ["Ann", "Bo"];
  const say = (phrase: Phrase) => sayIn(phrase, { ...texts, ...boardTexts }, "en", NAMES);

  interface Shown {
    view: HanamikojiView;
    previous?: HanamikojiView | null;
    events?: Line[];
    moment?: Moment | null;
    narrowing?: Narrowing<"hanamikoji"> | null;
  }
  let close: () => Promise<void>;

  function shown({ view, previous = null, events = [], moment = null, narrowing = null }: Shown): HTMLElement {
    const target = document.body.appendChild(document.createElement("div"));
    const props = { view, previous, events, fresh: events.slice(-1), moment, seat: 0, names: NAMES, narrowing, say };
    const board = mount(Board, { target, props });
    flushSync();
    close = async () => {
      await unmount(board);
      target.remove();
    };
    return target;
  }
  const count = (target: HTMLElement, place: string) => target.querySelectorAll(`${place} .card`).length;
  const side = (target: HTMLElement, item: Item) => target.querySelector(`[data-place="geisha:${item}"]`)!.parentElement!;
  const holder = (target: HTMLElement, item: Item) => target.querySelector(`[data-place="geisha:${item}"]`)!.classList;
  const tally = (target: HTMLElement) => [...target.querySelectorAll("tbody tr")].map((row) => [...row.children].map((cell) => cell.textContent!.trim()));

  beforeEach(() => {
    vi.useFakeTimers();
    Element.prototype.animate ??= vi.fn<Element["animate"]>();
  });
  afterEach(async () => {
    await close();
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it("shows the numbers of the set of cards that is played with", () => {
    const own = table({ charm_to_win: 13, geishas_to_win: 5 });
    own.geishas[0] = { ...own.geishas[0]!, charm: 6, copies: 3 };
    own.players[0] = player({ cards: 1, hand: ["flute"] });
    const target = shown({ view: own });
    const [flute, fan] = (["flute", "fan"] as const).map((item) => target.querySelector(`[data-place="geisha:${item}"]`)!);
    expect(flute!.querySelector(".charm")!.textContent).toBe("6");
    expect(flute!.querySelector(".copies")!.textContent).toBe("×3");
    expect(flute!.querySelector("[aria-label]")!.getAttribute("aria-label")).toContain("Her items: 3");
    expect(fan!.querySelector(".copies")).toBeNull();
    expect(target.querySelector('[data-place="hand:flute"] text')!.textContent).toBe("6");
    expect([...target.querySelectorAll('[data-place="player:0"] .number')].map((one) => one.textContent)).toEqual(["0/13", "0/5"]);
  });

  it("reveals the secrets on their tablets before they move", async () => {
    const target = shown({ view: revealed, events: roundEnd().slice(0, REVEALED), moment: secretsMoment });
    expect(["token:0:secret", "token:1:secret"].map((place) => count(target, `[data-place="${place}"]`))).toEqual([1, 1]);
    expect(target.querySelectorAll(".turning")).toHaveLength(2);
    expect(side(target, "fan").querySelectorAll(".card")).toHaveLength(0);
    await vi.advanceTimersByTimeAsync(1000);
    expect(target.querySelectorAll(".turning")).toHaveLength(0);
    expect(side(target, "fan").querySelectorAll(".card")).toHaveLength(1);
    expect(side(target, "letter").querySelectorAll(".card.fresh")).toHaveLength(1);
    expect(count(target, '[data-place="token:1:secret"]')).toBe(0);
  });

  it("moves favours one by one and updates the tally", async () => {
    const target = shown({ view: scored, previous: revealed, events: roundEnd(), moment: roundMoment });
    expect([holder(target, "fan").contains("near"), holder(target, "letter").contains("far")]).toEqual([true, false]);
    expect(tally(target)).toEqual([["Ann", "fan", "2 +2", "1"], ["Bo", "letter", "0", "0"]]);
    await vi.advanceTimersByTimeAsync(500);
    expect([holder(target, "letter").contains("far"), holder(target, "letter").contains("moved")]).toEqual([true, true]);
    expect(tally(target)).toEqual([["Ann", "fan", "2 +2", "1"], ["Bo", "letter", "5 +5", "1"]]);
    expect(side(target, "fan").querySelectorAll(".card")).toHaveLength(1);
  });

  it("shows the final stage at once with reduced motion", () => {
    vi.stubGlobal("matchMedia", () => ({ matches: true }));
    const target = shown({ view: scored, previous: revealed, events: roundEnd(), moment: roundMoment });
    expect(holder(target, "letter").contains("far")).toBe(true);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("hides the tally when the next round is played", () => {
    const events = roundEnd().concat(log(9, { event: "dealt", round: 2, first: 1 }, 10, { event: "gift", seat: 1, items: ["fan", "drum", "bowl"] }));
    const view = table({
      round: 2,
      players: [player({ cards: 1, hand: ["letter"] }), player({ actions: ["secret", "trade-off", "competition"] })],
      offer: { seat: 1, action: "gift", groups: [["fan"], ["drum"], ["bowl"]] },
    });
    const narrowing = new Narrowing<"hanamikoji">([
      { number: 1, move: { do: "take", card: "drum" }, notation: "take drum", touches: ["offer:drum"], phrase: { id: "move.take" }, important: true },
    ]);
    const target = shown({ view, events, narrowing });
    expect(tally(target)).toEqual([]);
    const drum = target.querySelector<HTMLButtonElement>('button[data-place="offer:drum"]')!;
    drum.click();
    expect(narrowing.only?.notation).toBe("take drum");
    expect(target.querySelectorAll('[data-place="hand:letter"]')).toHaveLength(1);
  });

  it("draws every place that moves and the log touch, except hidden cards", () => {
    const target = shown({ view: table({ players: [player({ cards: 1, hand: ["fan"] }), player({ cards: 1 })] }) });
    const places = [...target.querySelectorAll("[data-place]")].map((element) => element.getAttribute("data-place"));
    expect(places).toEqual(expect.arrayContaining(["player:0", "player:1", "hand:fan", "action:gift", "token:0:gift", "token:1:gift"]));
    expect(places.filter((place) => place?.startsWith("geisha:"))).toHaveLength(ITEMS.length);
    expect(places.filter((place) => place?.startsWith("hand:"))).toEqual(["hand:fan"]);
  });

  it("makes the pairs of a competition in two trays, where cards can be exchanged", () => {
    const pairings: Item[][][] = [[["flute", "fan"], ["drum", "bowl"]], [["flute", "drum"], ["fan", "bowl"]], [["flute", "bowl"], ["fan", "drum"]]];
    const offers = pairings.map((pairs, number) => ({
      number, notation: `${number}`, phrase: { id: "move.competition" }, important: true, move: { do: "competition" as const, pairs },
      touches: ["action:competition", ...pairs.flat().map((item) => `hand:${item}`)],
    }));
    const narrowing = new Narrowing<"hanamikoji">(offers as never);
    const hand: Item[] = ["flute", "fan", "drum", "bowl"];
    const target = shown({ view: table({ players: [player({ cards: 4, hand }), player()] }), narrowing });
    target.querySelector<HTMLElement>('[data-place="action:competition"]')!.click();
    flushSync();
    expect(say(narrowing.prompt!)).toBe("Competition: choose 4 cards (0 of 4)");
    for (const item of hand) target.querySelector<HTMLElement>(`[data-place="hand:${item}"]`)!.click();
    flushSync();
    const trays = () => [...target.querySelectorAll<HTMLElement>('[aria-label="Competition"] button')];
    expect(narrowing.confirmable.map(({ number }) => number)).toEqual([0]);
    trays()[1]!.click();
    trays()[2]!.click();
    flushSync();
    expect(narrowing.confirmable.map(({ number }) => number)).toEqual([1]);
    trays()[3]!.click();
    trays()[3]!.click();
    flushSync();
    expect(trays()).toHaveLength(3);
    expect(narrowing.confirmable).toEqual([]);
  });
});
