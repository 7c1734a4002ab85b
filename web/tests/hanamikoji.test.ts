import { describe, expect, it } from "vitest";
import type { Event } from "../src/lib/types";
import { follow } from "../src/games/hanamikoji/cards";
import { lastScoring } from "../src/games/hanamikoji/scoring";
import { trace } from "../src/games/hanamikoji/trace";
import { ACTIONS, CHARM, ITEMS, type HanamikojiView, type Item, type PlayerView } from "../src/games/hanamikoji/types";

function player(changes: Partial<PlayerView> = {}): PlayerView {
  return { cards: 0, hand: null, actions: ACTIONS, secret: null, traded: null, charm: 0, geishas: 0, ...changes };
}

function table(changes: Partial<HanamikojiView> = {}, laid: Partial<Record<Item, number[]>> = {}): HanamikojiView {
  return {
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
});

describe("what just happened", () => {
  it("is new items, a used action and a favour that moved", () => {
    const before = table({}, { fan: [1, 0] });
    const after = table({ players: [player(), player({ actions: ["secret", "gift", "competition"] })] }, { fan: [1, 1] });
    after.geishas[1] = { ...after.geishas[1]!, favour: 1 };
    const seen = trace(before, after);
    expect(seen.items[1]).toEqual([0, 1]);
    expect(seen.actions).toEqual([[], ["trade-off"]]);
    expect(seen.favours.indexOf(true)).toBe(1);
  });

  it("is nothing at first sight, and only favours after a round", () => {
    const laid = table({}, { fan: [1, 0] });
    expect(trace(null, laid).items.flat().every((count) => count === 0)).toBe(true);
    expect(trace(laid, table({ round: 2 }, { drum: [1, 0] })).items.flat().every((count) => count === 0)).toBe(true);
  });
});

describe("the end of a round", () => {
  const told = (move: number, id: string, round?: number): Event => ({
    move,
    phrase: { id, params: round === undefined ? {} : { round } },
  });

  it("is told by the events of its last move", () => {
    const events = [
      told(0, "event.dealt", 1), told(1, "event.secret"), told(2, "event.revealed"), told(2, "event.counted"), told(2, "event.dealt", 2),
    ];
    expect(lastScoring(events)).toEqual({
      round: 1,
      lines: [{ id: "event.revealed", params: {} }, { id: "event.counted", params: {} }],
      latest: true,
    });
    expect(lastScoring([...events, told(3, "event.secret")])?.latest).toBe(false);
  });

  it("is not there in the first round", () => {
    expect(lastScoring([told(0, "event.dealt", 1)])).toBeNull();
  });
});
