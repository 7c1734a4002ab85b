import { describe, expect, it } from "vitest";
import { pointsAfter, total } from "../../../src/board/scoringSteps";
import { asksForAmount, largestAmount, quickAmounts } from "../../../src/games/white_lotus/amounts";
import { frame, provinceName } from "../../../src/games/white_lotus/boards";
import { influenceAgainst, outcome, recentProvinces, uncontested } from "../../../src/games/white_lotus/log";
import { SHAPES } from "../../../src/games/white_lotus/piece/buildings";
import { pointsByProvince, stepsOf } from "../../../src/games/white_lotus/scoring";
import { BUILDINGS, type Building, type Source } from "../../../src/games/white_lotus/types";
import { amount, BIDS, BOARD, conflict, EJECTED, lineOf, NO_POINTS, offer, player, ROUND, say, table } from "./fixtures";

describe("the log", () => {
  it("adds up the influence against each player", () => {
    expect([0, 1, 2].map((seat) => influenceAgainst(BIDS, seat))).toEqual([1, 6, 0]);
  });

  it("tells the outcome of the letters until the next conflict", () => {
    expect(outcome(ROUND)).toEqual([]);
    expect(outcome([...ROUND, EJECTED, lineOf(9, { event: "ready", seat: 0 })])).toEqual([EJECTED]);
    const tied = lineOf(8, { event: "tied", players: [0, 1], emperor: 2 });
    expect(outcome([...ROUND, tied])).toEqual([tied]);
    expect(outcome([...ROUND, tied, EJECTED])).toEqual([EJECTED]);
    expect(outcome([...ROUND, EJECTED, lineOf(9, { event: "contested", province: "xian", players: [0, 2] })])).toEqual([]);
  });

  it("groups uncontested provinces by player", () => {
    const alone = (seat: number, province: string) => lineOf(5, { event: "controlled", seat, province });
    const events = [lineOf(4, { event: "controlled", seat: 1, province: "jinan" }), alone(2, "xian"), alone(0, "dadu"), alone(2, "luoyang")];
    expect(uncontested(events)).toEqual(new Map([[2, ["xian", "luoyang"]], [0, ["dadu"]]]));
  });

  it("tells the provinces with changes in the last round of moves", () => {
    const claims = ["luoyang", "dadu", "xian"].map((province, index) => lineOf(index + 1, { event: "claimed", province, seat: index }));
    expect([...recentProvinces(claims, 3)]).toEqual(["dadu", "xian"]);
  });
});

describe("amounts", () => {
  it("are all offered if they are few, else only some", () => {
    expect(quickAmounts(3)).toEqual([0, 1, 2, 3]);
    expect(quickAmounts(20)).toEqual([0, 1, 5, 10, 15, 20]);
  });

  it("are read from the moves", () => {
    expect(largestAmount([amount(0), amount(12)])).toBe(12);
    expect([asksForAmount([amount(0)]), asksForAmount([offer(0, { do: "against", player: 1 }, "player:1")])]).toEqual([true, false]);
  });
});

describe("the map", () => {
  it("shows as much of the west as there is room for", () => {
    const light = Object.keys(BOARD.provinces).filter((id) => BOARD.provinces[id]!.zone === "light");
    expect(frame(BOARD, light, 0.5).x).toBeGreaterThan(100);
    expect(frame(BOARD, light, 1.1).x).toBeLessThan(10);
    expect(frame(BOARD, Object.keys(BOARD.provinces), 0.5).x).toBe(0);
  });

  it("describes the contents of a province", () => {
    const [luoyang, xian, dadu] = table().provinces;
    expect(say(provinceName(BOARD, luoyang!))).toBe("Luoyang, lotus, building.palace, neutral, claimed by Barbara");
    expect(say(provinceName(BOARD, xian!))).toBe("Xi’an, lotus, building.village, owned by Chris");
    expect(say(provinceName(BOARD, dadu!))).toBe("Dadu, empty");
  });

  it("has a silhouette for every building", () => {
    expect(BUILDINGS.filter((building) => SHAPES[building].fill.length > 40)).toHaveLength(5);
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
  const counted = (source: Source, seat: number, points: number) => lineOf(9, { event: "scored", seat, points, source });
  const events = [counted("palaces", 0, 3), counted("others", 0, 2), counted("others", 1, 1), counted("territory", 1, 3), counted("dragons", 1, 2), counted("tokens", 1, 1)];
  const steps = stepsOf(events, view, BOARD);
  const step = (source: string) => steps.find((each) => each.source === source)!;

  it("counts each source with its provinces", () => {
    expect(steps.map(({ source }) => source)).toEqual(["palaces", "others", "territory", "dragons", "tokens"]);
    expect(step("palaces").provinces).toEqual(["luoyang"]);
    expect(step("others").provinces).toEqual(["fuzhou", "dadu", "hangzhou"]);
    expect(step("dragons").provinces).toEqual(["hangzhou"]);
    expect(step("territory").provinces).toHaveLength(1);
    expect(step("tokens").provinces).toEqual([]);
  });

  it("tells the points of single provinces, but not of a territory", () => {
    expect(pointsByProvince(step("others"), view)).toEqual(new Map([["fuzhou", 1], ["dadu", 1], ["hangzhou", 1]]));
    expect(pointsByProvince(step("territory"), view).size).toBe(0);
  });

  it("adds up to the totals of the view", () => {
    const totals = steps.map((_, shown) => pointsAfter(steps, shown, view.players).map(total));
    expect(totals).toEqual([[0, 0], [3, 0], [5, 1], [5, 4], [5, 6]]);
    expect(pointsAfter(steps, Infinity, view.players).map(total)).toEqual([5, 7]);
  });

  it("is empty while the game runs", () => {
    expect(stepsOf(events, { ...view, step: "battle" }, BOARD)).toEqual([]);
  });
});
