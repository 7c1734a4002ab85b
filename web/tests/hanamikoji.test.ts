import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import Board from "../src/games/hanamikoji/Board.svelte";
import { follow } from "../src/games/hanamikoji/cards";
import { charmBefore, secrets, stages } from "../src/games/hanamikoji/scoring";
import { trace } from "../src/games/hanamikoji/trace";
import {
  ACTIONS,
  CHARM,
  ITEMS,
  TURNS,
  type HanamikojiView,
  type Item,
  type Line,
  type Moment,
  type PlayerView,
} from "../src/games/hanamikoji/types";
import { Narrowing } from "../src/lib/narrowing.svelte";
import { say as spoken } from "../src/lib/phrase";
import type { Phrase } from "../src/lib/types";
import texts from "../../src/guanxi/games/hanamikoji/text/en.json";
import own from "../src/games/hanamikoji/text.en.json";

function player(changes: Partial<PlayerView> = {}): PlayerView {
  return { cards: 0, hand: null, actions: ACTIONS, secret: null, traded: null, charm: 0, geishas: 0, ...changes };
}

function table(changes: Partial<HanamikojiView> = {}, laid: Partial<Record<Item, number[]>> = {}): HanamikojiView {
  return {
    game: "hanamikoji",
    seat: 0,
    round: 1,
    most_rounds: 0,
    first: 0,
    turn: 0,
    pile: 0,
    to_move: [0],
    geishas: ITEMS.map((item) => ({ item, charm: CHARM[item], favour: null, items: laid[item] ?? [0, 0] })),
    players: [player(), player()],
    offer: null,
    ...changes,
  };
}

/** The lines of a log; each event belongs to the move that is given before it. */
function log(...told: (number | Line["event"])[]): Line[] {
  let move = 0;
  return told.flatMap((one) => {
    if (typeof one === "object") return [{ move, event: one, phrase: { id: `event.${one.event}` } }];
    move = one;
    return [];
  });
}

const ids = (cards: ReturnType<typeof follow>, zone: string) =>
  cards.filter((card) => card.zone === zone).map((card) => card.id);

describe("cards keep who they are", () => {
  it("from the hand to the offer to both sides", () => {
    const held = follow([], table({ players: [player({ cards: 4, hand: ["fan", "fan", "drum", "bowl"] }), player()] }));
    const [fan, other, drum, bowl] = ids(held, "hand:0");
    const offered = follow(
      held,
      table({
        players: [player({ cards: 1, hand: ["bowl"] }), player()],
        offer: { seat: 0, action: "gift", groups: [["fan"], ["fan"], ["drum"]] },
      }),
    );
    expect([0, 1, 2].flatMap((group) => ids(offered, `offer:${group}`))).toEqual([fan, other, drum]);
    expect(ids(offered, "hand:0")).toEqual([bowl]);
    const taken = follow(
      offered,
      table({ players: [player({ cards: 1, hand: ["bowl"] }), player()] }, { fan: [2, 0], drum: [0, 1] }),
    );
    expect(ids(taken, "side:0")).toEqual([fan, other]);
    expect(ids(taken, "side:1")).toEqual([drum]);
  });

  it("from a hidden hand to the offer, and from the pile to one's own hand", () => {
    const before = follow([], table({ pile: 2, players: [player({ hand: [] }), player({ cards: 3 })] }));
    const after = follow(
      before,
      table({
        pile: 1,
        players: [player({ cards: 1, hand: ["letter"] }), player()],
        offer: { seat: 1, action: "gift", groups: [["fan"], ["drum"], ["bowl"]] },
      }),
    );
    const offered = [0, 1, 2].flatMap((group) => ids(after, `offer:${group}`));
    expect(offered.toSorted()).toEqual(ids(before, "hand:1").toSorted());
    expect([...ids(after, "hand:0"), ...ids(after, "pile")].toSorted()).toEqual(ids(before, "pile").toSorted());
  });

  it("and are all different, and new in a new round", () => {
    const view = table({ pile: 7, players: [player({ cards: 2, hand: ["fan", "fan"] }), player({ cards: 6 })] });
    const first = follow([], view);
    const second = follow(first, { ...view, round: 2 });
    expect(new Set([...first, ...second].map((card) => card.id)).size).toBe(first.length + second.length);
    expect(follow(first, view)).toEqual(first);
  });

  it("when a secret is turned up, and when it travels to its geisha", () => {
    const used = player({ actions: [] });
    const before = follow([], table({ turn: 7, players: [{ ...used, secret: "fan" }, used] }, { fan: [0, 1] }));
    const [mine, theirs] = [ids(before, "secret:0"), ids(before, "secret:1")];
    const turned = follow(before, table({ turn: 7, players: [{ ...used, secret: "fan" }, { ...used, secret: "fan" }] }, { fan: [0, 1] }));
    expect([ids(turned, "secret:0"), ids(turned, "secret:1")]).toEqual([mine, theirs]);
    const laid = follow(turned, table({ turn: TURNS, players: [used, used] }, { fan: [1, 2] }));
    expect(ids(laid, "side:0")).toEqual(mine);
    expect(ids(laid, "side:1")).toEqual([...ids(before, "side:1"), ...theirs]);
    expect(ids(laid, "secret:0")).toEqual([]);
  });
});

describe("what just happened", () => {
  it("is a used action", () => {
    const events = log({ event: "dealt", round: 1, first: 1 }, 1, { event: "trade-off", seat: 1, items: null });
    expect(trace(events, events.slice(1)).actions).toEqual([[], ["trade-off"]]);
  });

  it("is what was taken, and what was left to the other", () => {
    const events = log(
      1, { event: "gift", seat: 0, items: ["fan", "fan", "drum"] },
      2, { event: "took", seat: 1, items: ["fan"] }, { event: "drew", seat: 1, item: null },
    );
    const { items } = trace(events, events.slice(1));
    expect([items[ITEMS.indexOf("fan")], items[ITEMS.indexOf("drum")]]).toEqual([[1, 1], [1, 0]]);
  });

  it("is a pair that was taken from a competition", () => {
    const events = log(
      1, { event: "competition", seat: 0, pairs: [["fan", "drum"], ["bowl", "bowl"]] },
      2, { event: "took", seat: 1, items: ["bowl", "bowl"] },
    );
    const { items } = trace(events, events.slice(1));
    expect(["fan", "drum", "bowl"].map((item) => items[ITEMS.indexOf(item as Item)])).toEqual([[1, 0], [1, 0], [0, 2]]);
  });

  it("is nothing at first sight, and after a round only favours that moved", () => {
    const nothing = ITEMS.map(() => [0, 0]);
    expect(trace(log({ event: "dealt", round: 1, first: 0 }), []).items).toEqual(nothing);
    const events = roundEnd().concat(log(9, { event: "dealt", round: 2, first: 1 }, { event: "drew", seat: 1, item: null }));
    const seen = trace(events, events.slice(-2));
    expect([seen.items, seen.actions]).toEqual([nothing, [[], []]]);
    expect(ITEMS.filter((_, row) => seen.favours[row])).toEqual(["fan", "letter"]);
  });
});

/** The end of a round in which two favours move. */
function roundEnd(): Line[] {
  return log(
    0, { event: "dealt", round: 1, first: 0 },
    8, { event: "secret", seat: 0, item: "fan" },
    9, { event: "secret", seat: 1, item: null },
    { event: "revealed", seat: 0, item: "fan" }, { event: "revealed", seat: 1, item: "letter" },
    { event: "favour", seat: 0, geisha: "fan" }, { event: "favour", seat: 1, geisha: "letter" },
    { event: "counted", seat: 0, charm: 2, geishas: 1 }, { event: "counted", seat: 1, charm: 5, geishas: 1 },
  );
}

const REVEALED = 5; // events of the round's end when the secrets are turned up
const ended = { turn: TURNS, to_move: [], players: [player({ actions: [] }), player({ actions: [] })] };
const revealed = table(ended, { fan: [1, 0], drum: [1, 1], letter: [0, 2] });
const scored: HanamikojiView = {
  ...revealed,
  geishas: revealed.geishas.map((geisha) => ({ ...geisha, favour: geisha.item === "fan" ? 0 : geisha.item === "letter" ? 1 : null })),
  players: [player({ actions: [], charm: 2, geishas: 1 }), player({ actions: [], charm: 5, geishas: 1 })],
};
const secretsMoment: Moment = { kind: "secrets", phrase: { id: "moment.secrets" }, after: REVEALED, view: revealed };
const roundMoment: Moment = { kind: "round", phrase: { id: "moment.round" }, after: roundEnd().length, view: scored };
const itemsOf = (view: HanamikojiView, item: Item) => view.geishas.find((geisha) => geisha.item === item)!.items;

describe("the end of a round", () => {
  it("shows the secrets turned up where they lay, then beside their geishas", () => {
    const steps = stages(secretsMoment, revealed, null, roundEnd().slice(0, REVEALED));
    expect(steps.map((step) => [itemsOf(step, "fan"), itemsOf(step, "letter")])).toEqual([[[0, 0], [0, 1]], [[1, 0], [0, 2]]]);
    expect(steps[0]!.players.map(({ secret }) => secret)).toEqual(["fan", "letter"]);
    expect(steps.at(-1)).toBe(revealed);
  });

  it("moves the favours one after the other, and counts them", () => {
    const steps = stages(roundMoment, scored, revealed, roundEnd());
    expect(steps.map(({ players }) => players.map(({ charm, geishas }) => [charm, geishas]))).toEqual([
      [[2, 1], [0, 0]],
      [[2, 1], [5, 1]],
    ]);
    expect(steps.at(-1)).toEqual(scored);
  });

  it("has one step where nothing moves, or nothing was seen before", () => {
    expect(stages(roundMoment, scored, scored, roundEnd())).toEqual([scored]);
    expect(stages(roundMoment, scored, null, roundEnd())).toEqual([scored]);
    expect(stages(roundMoment, scored, table({ round: 2 }), roundEnd())).toEqual([scored]);
    expect(stages(null, table(), table(), [])).toHaveLength(1);
  });

  it("tells the secrets of this round, and the charm before it", () => {
    expect(secrets(roundEnd(), 2)).toEqual(["fan", "letter"]);
    const later = roundEnd().concat(log(9, { event: "dealt", round: 2, first: 1 }));
    expect(secrets(later, 2)).toEqual([null, null]);
    expect([charmBefore(roundEnd(), 1), charmBefore(later, 1)]).toEqual([0, 5]);
  });
});

describe("the picture", () => {
  const NAMES = ["Ann", "Bo"];
  const say = (phrase: Phrase) => spoken(phrase, { ...texts, ...own }, "en", NAMES);

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
  const account = (target: HTMLElement) => [...target.querySelectorAll("tbody tr")].map((row) => [...row.children].map((cell) => cell.textContent!.trim()));

  beforeEach(() => {
    vi.useFakeTimers();
    Element.prototype.animate ??= vi.fn<Element["animate"]>();
  });
  afterEach(async () => {
    await close();
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it("turns the secrets up on their tablets before they travel", async () => {
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

  it("moves favours one by one, with the account of both players", async () => {
    const target = shown({ view: scored, previous: revealed, events: roundEnd(), moment: roundMoment });
    expect([holder(target, "fan").contains("near"), holder(target, "letter").contains("far")]).toEqual([true, false]);
    expect(account(target)).toEqual([["Ann", "fan", "2 +2", "1"], ["Bo", "letter", "0", "0"]]);
    await vi.advanceTimersByTimeAsync(500);
    expect([holder(target, "letter").contains("far"), holder(target, "letter").contains("moved")]).toEqual([true, true]);
    expect(account(target)).toEqual([["Ann", "fan", "2 +2", "1"], ["Bo", "letter", "5 +5", "1"]]);
    expect(side(target, "fan").querySelectorAll(".card")).toHaveLength(1);
  });

  it("shows where all has come at once where nothing shall move", () => {
    vi.stubGlobal("matchMedia", () => ({ matches: true }));
    const target = shown({ view: scored, previous: revealed, events: roundEnd(), moment: roundMoment });
    expect(holder(target, "letter").contains("far")).toBe(true);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("covers neither the gift nor the board when the next round is played", () => {
    const events = roundEnd().concat(log(9, { event: "dealt", round: 2, first: 1 }, 10, { event: "gift", seat: 1, items: ["fan", "drum", "bowl"] }));
    const view = table({
      round: 2,
      players: [player({ cards: 1, hand: ["letter"] }), player({ actions: ["secret", "trade-off", "competition"] })],
      offer: { seat: 1, action: "gift", groups: [["fan"], ["drum"], ["bowl"]] },
    });
    const narrowing = new Narrowing<"hanamikoji">([
      { number: 1, move: { do: "take", card: "drum" }, notation: "take drum", touches: ["offer:drum"], phrase: { id: "move.take" } },
    ]);
    const target = shown({ view, events, narrowing });
    expect(account(target)).toEqual([]);
    const drum = target.querySelector<HTMLButtonElement>('button[data-place="offer:drum"]')!;
    drum.click();
    expect(narrowing.only?.notation).toBe("take drum");
    expect(target.querySelectorAll('[data-place="hand:letter"]')).toHaveLength(1);
  });

  it("names the places that events and moves touch, and nobody's hidden cards", () => {
    const target = shown({ view: table({ players: [player({ cards: 1, hand: ["fan"] }), player({ cards: 1 })] }) });
    const places = [...target.querySelectorAll("[data-place]")].map((element) => element.getAttribute("data-place"));
    expect(places).toEqual(expect.arrayContaining(["player:0", "player:1", "hand:fan", "action:gift", "token:0:gift", "token:1:gift"]));
    expect(places.filter((place) => place?.startsWith("geisha:"))).toHaveLength(ITEMS.length);
    expect(places.filter((place) => place?.startsWith("hand:"))).toEqual(["hand:fan"]);
  });
});
