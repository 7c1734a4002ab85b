import { describe, expect, it, vi } from "vitest";
import { counterTo, emptyDraft, limits, Negotiation, offerPhrase, pastOffers, termsOf, type Draft } from "../../../src/games/white_lotus/negotiation.svelte";
import type { Line, LotusView } from "../../../src/games/white_lotus/types";
import type { Offer } from "../../../src/lib/types";
import { lineOf, offer, table } from "./fixtures";

type Given = Extract<Offer<"white_lotus">["move"], { do: "give" | "want" }>;

const MOST = [{ influence: 12, combat: 3 }, { influence: 8, combat: 2 }, { influence: 0, combat: 5 }];
const window = { about: "tie" as const, province: "luoyang", speaker: 0, left: 2, most: MOST };
const offering = () => table({ step: "offers", window });
const stating = (partner: number) => table({ step: "terms", window, offer: { seat: 0, partner, give_influence: 0, give_combat: 0, want_influence: 0, want_combat: 0 } });
const partners = [offer(1, { do: "offer", player: 1 }), offer(2, { do: "offer", player: 2 }), offer(3, { do: "pass" }), offer(4, { do: "silent" })];
const terms = (kind: Given["kind"], word: Given["do"], most: number) =>
  Array.from({ length: most + 1 }, (_, points) => offer(points, { do: word, points, kind }));
const ANSWER = (event: "agreed" | "refused", seat: number): Line =>
  lineOf(9, event === "agreed" ? { event, seat, partner: 0, give_influence: 3, give_combat: 0, want_influence: 0, want_combat: 1 } : { event, seat, partner: 0 });

const threeForOne = (...to: number[]): Draft => ({ ...emptyDraft(to), give: { influence: 3, combat: 0 }, want: { influence: 0, combat: 1 } });

/** A user's client that follows a table; it tells the moves it makes and the players it speaks to. */
function client() {
  const negotiation = new Negotiation();
  const speak = vi.fn<(to: number, draft: Draft) => void>();
  const next = (view: LotusView, moves: Offer<"white_lotus">[], events: Line[] = []) => negotiation.next(view, moves, events, 0, speak)?.move;
  return { negotiation, speak, next };
}

/** State all four terms of an offer. */
function state({ next }: ReturnType<typeof client>, partner: number): unknown[] {
  return [
    next(stating(partner), terms("influence", "give", 12)),
    next(stating(partner), terms("combat", "give", 3)),
    next(stating(partner), terms("influence", "want", 8)),
    next(stating(partner), terms("combat", "want", 2)),
  ];
}

describe("an offer from the form", () => {
  it("is sent as the small decisions that the table asks for", () => {
    const user = client();
    user.negotiation.add(threeForOne(1));
    expect(user.next(offering(), partners)).toEqual({ do: "offer", player: 1 });
    expect(state(user, 1)).toEqual([
      { do: "give", points: 3, kind: "influence" },
      { do: "give", points: 0, kind: "combat" },
      { do: "want", points: 0, kind: "influence" },
      { do: "want", points: 1, kind: "combat" },
    ]);
    expect(user.speak.mock.calls.map(([to]) => to)).toEqual([1]);
    expect(user.next(offering(), partners, [ANSWER("agreed", 1)])).toBeUndefined();
  });

  it("goes to the next recipient if the first declines, and to nobody else once somebody has accepted", () => {
    for (const answer of ["refused", "agreed"] as const) {
      const user = client();
      user.negotiation.add({ ...threeForOne(1, 2) });
      user.next(offering(), partners);
      state(user, 1);
      const second = user.next(offering(), partners, [ANSWER(answer, 1)]);
      expect(second).toEqual(answer === "refused" ? { do: "offer", player: 2 } : undefined);
      expect(user.negotiation.waiting).toEqual([]);
    }
  });

  it("waits for the user's turn", () => {
    const user = client();
    user.negotiation.add(threeForOne(1));
    expect(user.next(table({ step: "conflict" }), [])).toBeUndefined();
    expect(user.negotiation.waiting).toHaveLength(1);
    expect(user.next(offering(), partners)).toEqual({ do: "offer", player: 1 });
  });

  it("declines what it counters", () => {
    const user = client();
    const theirs = { seat: 1, partner: 0, give_influence: 1, give_combat: 0, want_influence: 0, want_combat: 2 };
    const counter = counterTo(1, termsOf(theirs)!, null);
    expect([counter.give, counter.want]).toEqual([{ influence: 0, combat: 2 }, { influence: 1, combat: 0 }]);
    user.negotiation.add(counter);
    const answers = [offer(1, { do: "reply", answer: "no" }), offer(2, { do: "reply", answer: "yes" })];
    expect(user.next(table({ step: "reply", window: { ...window, speaker: 1, most: null }, offer: theirs }), answers)).toEqual({ do: "reply", answer: "no" });
    // An offer of somebody else is left to the user.
    expect(user.next(table({ step: "reply", window: { ...window, speaker: 2, most: null }, offer: { ...theirs, seat: 2 } }), answers)).toBeUndefined();
    expect(user.next(offering(), partners)).toEqual({ do: "offer", player: 1 });
  });

  it("comes back if the amounts have changed, or if the table refuses it, and is not sent again and again", () => {
    const poor = client();
    poor.negotiation.add(threeForOne(1));
    expect(poor.next(table({ step: "offers", window: { ...window, most: [{ influence: 2, combat: 0 }, ...MOST.slice(1)] } }), partners)).toBeUndefined();
    expect(poor.negotiation.returned?.to).toEqual([1]);

    const refused = client();
    refused.negotiation.add(threeForOne(1));
    const view = offering();
    expect(refused.next(view, partners)).toEqual({ do: "offer", player: 1 });
    expect(refused.next(view, partners)).toBeUndefined();
    expect(refused.negotiation.returned).toBeNull();
    refused.negotiation.refused = true;
    expect(refused.next(view, partners)).toBeUndefined();
    expect(refused.negotiation.returned?.give.influence).toBe(3);
    expect(refused.next(view, partners)).toBeUndefined();
  });

  it("does not touch an offer that somebody else has begun", () => {
    expect(client().next(stating(1), terms("influence", "give", 12))).toBeUndefined();
  });
});

describe("after a reload of the page", () => {
  const reloaded = (memory: string) => {
    const user = client();
    user.negotiation.restore(memory);
    return user;
  };

  it("offers that wait and the one in the form are there again", () => {
    const user = reloaded("table.reloaded.0");
    user.negotiation.add(threeForOne(1));
    user.negotiation.open(emptyDraft([2]));
    user.negotiation.write({ ...emptyDraft([2]), words: "Please" });
    const again = reloaded("table.reloaded.0");
    expect(again.negotiation.draft).toEqual({ ...emptyDraft([2]), words: "Please" });
    expect(again.negotiation.waiting).toEqual([threeForOne(1)]);
    expect(again.next(offering(), partners)).toEqual({ do: "offer", player: 1 });
    expect(reloaded("table.other.0").negotiation.waiting).toEqual([]);
  });

  it("an offer is stated to its end and its answer heard", () => {
    const user = reloaded("table.stated.0");
    user.negotiation.add(threeForOne(1, 2));
    user.next(offering(), partners);
    user.negotiation.store();
    const again = reloaded("table.stated.0");
    expect(again.next(stating(1), terms("influence", "give", 12))).toEqual({ do: "give", points: 3, kind: "influence" });
    expect(again.next(offering(), partners, [ANSWER("refused", 1)])).toEqual({ do: "offer", player: 2 });
  });

  it("nothing is left of a finished game", () => {
    const user = reloaded("table.over.0");
    user.negotiation.add(threeForOne(1));
    user.negotiation.store();
    user.negotiation.clear();
    user.negotiation.store();
    expect(reloaded("table.over.0").negotiation.waiting).toEqual([]);
  });
});

describe("what can be given and wanted", () => {
  it("is told by the view: of several recipients the poorest counts", () => {
    expect(limits(offering(), 0, [1])).toEqual({ give: MOST[0], want: MOST[1] });
    expect(limits(offering(), 0, [1, 2]).want).toEqual({ influence: 0, combat: 2 });
  });

  it("is unknown where totals are hidden and the user does not speak", () => {
    expect(limits(table(), 0, [1]).want).toEqual({ influence: Infinity, combat: Infinity });
  });
});

describe("the offers of the year", () => {
  it("are those that the user has made or heard, newest first", () => {
    const heard = { give_influence: 3, give_combat: 0, want_influence: 0, want_combat: 1 };
    const unheard = { give_influence: null, give_combat: null, want_influence: null, want_combat: null };
    const events = [
      lineOf(1, { event: "offered", seat: 0, partner: 1, ...heard }),
      lineOf(1, { event: "refused", seat: 1, partner: 0 }),
      lineOf(2, { event: "year", year: 2, emperor: 1 }),
      lineOf(3, { event: "offered", seat: 2, partner: 0, ...heard }),
      lineOf(4, { event: "refused", seat: 0, partner: 2 }),
      lineOf(5, { event: "offered", seat: 1, partner: 2, ...unheard }),
      lineOf(6, { event: "refused", seat: 2, partner: 1 }),
      lineOf(7, { event: "offered", seat: 0, partner: 1, ...heard }),
      lineOf(8, { event: "agreed", seat: 1, partner: 0, ...heard }),
    ];
    expect(pastOffers(events, 0).map(({ seat, partner, accepted }) => [seat, partner, accepted])).toEqual([[0, 1, true], [2, 0, false]]);
  });

  it("are said with nothing for a side that is empty", () => {
    expect(offerPhrase("x", [1], { influence: 0, combat: 0 }, { influence: 2, combat: 0 }).params?.["give"]).toEqual({ id: "points.nothing" });
  });
});
