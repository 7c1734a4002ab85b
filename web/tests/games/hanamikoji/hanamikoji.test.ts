import { describe, expect, it } from "vitest";
import { trackCards } from "../../../src/games/hanamikoji/cards";
import { recentChanges } from "../../../src/games/hanamikoji/log";
import { charmBefore, secrets, stages } from "../../../src/games/hanamikoji/scoring";
import { ITEMS, TURNS, type Item } from "../../../src/games/hanamikoji/types";
import { itemsOf, log, player, revealed, REVEALED, roundEnd, roundMoment, scored, secretsMoment, table } from "./fixtures";

const ids = (cards: ReturnType<typeof trackCards>, zone: string) =>
  cards.filter((card) => card.zone === zone).map((card) => card.id);

describe("cards keep their identity", () => {
  it("from the hand to the offer to both sides", () => {
    const held = trackCards([], table({ players: [player({ cards: 4, hand: ["fan", "fan", "drum", "bowl"] }), player()] }));
    const [fan, other, drum, bowl] = ids(held, "hand:0");
    const offered = trackCards(
      held,
      table({
        players: [player({ cards: 1, hand: ["bowl"] }), player()],
        offer: { seat: 0, action: "gift", groups: [["fan"], ["fan"], ["drum"]] },
      }),
    );
    expect([0, 1, 2].flatMap((group) => ids(offered, `offer:${group}`))).toEqual([fan, other, drum]);
    expect(ids(offered, "hand:0")).toEqual([bowl]);
    const taken = trackCards(
      offered,
      table({ players: [player({ cards: 1, hand: ["bowl"] }), player()] }, { fan: [2, 0], drum: [0, 1] }),
    );
    expect(ids(taken, "side:0")).toEqual([fan, other]);
    expect(ids(taken, "side:1")).toEqual([drum]);
  });

  it("from a hidden hand to the offer, and from the pile to the user's hand", () => {
    const before = trackCards([], table({ pile: 2, players: [player({ hand: [] }), player({ cards: 3 })] }));
    const after = trackCards(
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

  it("are all different, and new in a new round", () => {
    const view = table({ pile: 7, players: [player({ cards: 2, hand: ["fan", "fan"] }), player({ cards: 6 })] });
    const first = trackCards([], view);
    const second = trackCards(first, { ...view, round: 2 });
    expect(new Set([...first, ...second].map((card) => card.id)).size).toBe(first.length + second.length);
    expect(trackCards(first, view)).toEqual(first);
  });

  it("when a secret is revealed and moves to its geisha", () => {
    const used = player({ actions: [] });
    const before = trackCards([], table({ turn: 7, players: [{ ...used, secret: "fan" }, used] }, { fan: [0, 1] }));
    const [mine, theirs] = [ids(before, "secret:0"), ids(before, "secret:1")];
    const turned = trackCards(before, table({ turn: 7, players: [{ ...used, secret: "fan" }, { ...used, secret: "fan" }] }, { fan: [0, 1] }));
    expect([ids(turned, "secret:0"), ids(turned, "secret:1")]).toEqual([mine, theirs]);
    const laid = trackCards(turned, table({ turn: TURNS, players: [used, used] }, { fan: [1, 2] }));
    expect(ids(laid, "side:0")).toEqual(mine);
    expect(ids(laid, "side:1")).toEqual([...ids(before, "side:1"), ...theirs]);
    expect(ids(laid, "secret:0")).toEqual([]);
  });
});

describe("recent changes", () => {
  it("include a used action", () => {
    const events = log({ event: "dealt", round: 1, first: 1 }, 1, { event: "trade-off", seat: 1, items: null });
    expect(recentChanges(events, events.slice(1)).actions).toEqual([[], ["trade-off"]]);
  });

  it("include the cards taken and those left to the other player", () => {
    const events = log(
      1, { event: "gift", seat: 0, items: ["fan", "fan", "drum"] },
      2, { event: "took", seat: 1, items: ["fan"] }, { event: "drew", seat: 1, item: null },
    );
    const { items } = recentChanges(events, events.slice(1));
    expect([items[ITEMS.indexOf("fan")], items[ITEMS.indexOf("drum")]]).toEqual([[1, 1], [1, 0]]);
  });

  it("include a pair taken from a competition", () => {
    const events = log(
      1, { event: "competition", seat: 0, pairs: [["fan", "drum"], ["bowl", "bowl"]] },
      2, { event: "took", seat: 1, items: ["bowl", "bowl"] },
    );
    const { items } = recentChanges(events, events.slice(1));
    expect(["fan", "drum", "bowl"].map((item) => items[ITEMS.indexOf(item as Item)])).toEqual([[1, 0], [1, 0], [0, 2]]);
  });

  it("are empty at first, and after a round only moved favours", () => {
    const nothing = ITEMS.map(() => [0, 0]);
    expect(recentChanges(log({ event: "dealt", round: 1, first: 0 }), []).items).toEqual(nothing);
    const events = roundEnd().concat(log(9, { event: "dealt", round: 2, first: 1 }, { event: "drew", seat: 1, item: null }));
    const seen = recentChanges(events, events.slice(-2));
    expect([seen.items, seen.actions]).toEqual([nothing, [[], []]]);
    expect(ITEMS.filter((_, row) => seen.favours[row])).toEqual(["fan", "letter"]);
  });
});

describe("the end of a round", () => {
  it("shows the secrets on their tablets, then at their geishas", () => {
    const steps = stages(secretsMoment, revealed, null, roundEnd().slice(0, REVEALED));
    expect(steps.map((step) => [itemsOf(step, "fan"), itemsOf(step, "letter")])).toEqual([[[0, 0], [0, 1]], [[1, 0], [0, 2]]]);
    expect(steps[0]!.players.map(({ secret }) => secret)).toEqual(["fan", "letter"]);
    expect(steps.at(-1)).toBe(revealed);
  });

  it("moves the favours one after the other and counts them", () => {
    const steps = stages(roundMoment, scored, revealed, roundEnd());
    expect(steps.map(({ players }) => players.map(({ charm, geishas }) => [charm, geishas]))).toEqual([
      [[2, 1], [0, 0]],
      [[2, 1], [5, 1]],
    ]);
    expect(steps.at(-1)).toEqual(scored);
  });

  it("has a single stage if nothing moves or there is no previous view", () => {
    expect(stages(roundMoment, scored, scored, roundEnd())).toEqual([scored]);
    expect(stages(roundMoment, scored, null, roundEnd())).toEqual([scored]);
    expect(stages(roundMoment, scored, table({ round: 2 }), roundEnd())).toEqual([scored]);
    expect(stages(null, table(), table(), [])).toHaveLength(1);
  });

  it("knows the secrets of the round and the charm before it", () => {
    expect(secrets(roundEnd(), 2)).toEqual(["fan", "letter"]);
    const later = roundEnd().concat(log(9, { event: "dealt", round: 2, first: 1 }));
    expect(secrets(later, 2)).toEqual([null, null]);
    expect([charmBefore(roundEnd(), 1), charmBefore(later, 1)]).toEqual([0, 5]);
  });
});
