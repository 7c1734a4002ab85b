import { describe, expect, it } from "vitest";
import type { Point } from "../../../src/board/drawing";
import { pointsAfter, total } from "../../../src/board/scoringSteps";
import { dragonName, placeName, provincesOf, spaceName } from "../../../src/games/han/boards";
import { NO_CARDS, trackCards, type Cards } from "../../../src/games/han/cards";
import { recentChanges } from "../../../src/games/han/log";
import { crowd } from "../../../src/games/han/map/crowd";
import { completedStep, stepsOf } from "../../../src/games/han/scoring";
import type { BoardFile, Colour, HanLine, HanView, PlayerView, Source, Space } from "../../../src/games/han/types";
import { player as named } from "../../../src/lib/phrase";

const NOTHING = { houses: 0, alliances: 0, roads: 0, ports: 0 };
const DISCARDS: Record<Colour, number> = { red: 0, yellow: 0, green: 0, orange: 0, violet: 0 };

function player(changes: Partial<PlayerView> = {}): PlayerView {
  return { cards: 0, hand: null, known: [], houses: 20, emissaries: 8, markers: 0, points: NOTHING, total: 0, ...changes };
}

function table(changes: Partial<HanView> = {}): HanView {
  return {
    game: "han",
    seat: 0,
    board: "small",
    first: 0,
    player: 0,
    drawing: false,
    placed: 0,
    within: [],
    last_round: false,
    pile: 20,
    shuffled: false,
    row: [],
    discards: DISCARDS,
    to_move: [0],
    provinces: [],
    spaces: [],
    players: [player({ hand: [] }), player()],
    ...changes,
  };
}

const space = (at: Point, kind: Space["kind"], ...provinces: string[]): Space => ({ at, kind, provinces });

/** A board with two provinces, Wei and Qi: four house spaces in a line, the last one a port. */
const BOARD: BoardFile = {
  name: "small",
  title: { en: "Small" },
  size: [1000, 800],
  open_cards: 3,
  variant: "fortifications",
  provinces: {
    wei: { name: "Wei", colour: "red", outline: [], dragon: [0, 0], label: [0, 0] },
    qi: { name: "Qi", colour: "yellow", outline: [], dragon: [100, 0], label: [100, 0] },
  },
  spaces: {
    "wei-1": space([0, 0], "house", "wei"),
    "wei-2": space([20, 0], "house", "wei"),
    "wei-qi": space([50, 0], "border", "wei", "qi"),
    "qi-1": space([100, 0], "port", "qi"),
  },
  roads: [["wei-1", "wei-2"], ["wei-2", "wei-qi"], ["wei-qi", "qi-1"]],
  alliances: [["wei", "qi", [50, 50]]],
  track: [],
  scenery: [],
};

const ids = ({ cards }: Cards, zone: string) => cards.filter((card) => card.zone === zone).map((card) => card.id);
const told = (move: number, event: HanLine["event"]): HanLine => ({ move, event, phrase: { id: `event.${event.event}` } });
const placed = (move: number, seat: number, piece: "house" | "emissary", at: string) =>
  told(move, { event: "placed", seat, piece, at, pay: ["red"] });
const scored = (move: number, seat: number, points: number, source: Source, of: { province?: string; alliance?: number; spaces?: string[] } = {}) =>
  told(move, { event: "scored", seat, points, source, ...of });

describe("cards keep their identity", () => {
  it("from the row to the hand, and from the pile to the row", () => {
    const before = trackCards(NO_CARDS, table({ row: ["red", "green"], players: [player({ cards: 1, hand: ["red"] }), player()] }));
    const [red, green] = ids(before, "row");
    const after = trackCards(
      before,
      table({ row: ["red", "violet"], players: [player({ cards: 2, hand: ["red", "green"] }), player()] }),
    );
    expect(ids(after, "hand:0")).toEqual([...ids(before, "hand:0"), green]);
    expect(ids(after, "row")[0]).toBe(red);
    expect(after.cards.find((card) => card.colour === "violet")?.from).toBe("pile");
  });

  it("from a hidden hand to the discards, until others cover them", () => {
    const before = trackCards(NO_CARDS, table({ players: [player({ hand: [] }), player({ cards: 2 })] }));
    const played = trackCards(
      before,
      table({ discards: { ...DISCARDS, orange: 1 }, players: [player({ hand: [] }), player({ cards: 1 })] }),
    );
    expect([...ids(played, "hand:1"), ...ids(played, "played")].toSorted()).toEqual(ids(before, "hand:1").toSorted());
    expect(ids(trackCards(played, table({ discards: { ...DISCARDS, orange: 1 } })), "played")).toEqual(ids(played, "played"));
    expect(ids(trackCards(played, table()), "played")).toEqual([]);
  });
});

describe("recent changes", () => {
  const events = [
    placed(1, 0, "house", "wei-1"),
    told(2, { event: "took", seat: 0, card: "red" }),
    placed(3, 1, "house", "wei-2"),
    scored(3, 1, 3, "houses", { province: "wei" }),
    placed(5, 2, "emissary", "wei"),
  ];

  it("are everything since the user's own turn", () => {
    const seen = recentChanges(events, 0, 3);
    expect([...seen.spaces]).toEqual(["wei-2"]);
    expect([...seen.dragons]).toEqual(["wei"]);
    expect(seen.points).toEqual([0, 3, 0]);
  });

  it("are the last turn for its player and for spectators", () => {
    expect([...recentChanges(events, 2, 3).spaces]).toEqual([]);
    expect([...recentChanges(events, null, 3).dragons]).toEqual(["wei"]);
    expect(recentChanges([], 0, 3).spaces.size).toBe(0);
  });
});

describe("the final scoring", () => {
  const spaces = Object.keys(BOARD.spaces).map((id) => ({ id, seat: 1, piece: "house" as const }));
  const won = { houses: 5, alliances: 2, roads: 4, ports: 1 };
  const view = table({ to_move: [], spaces, players: [player(), player({ points: won, total: 12 })] });
  const events = [
    scored(8, 1, 2, "houses", { province: "qi" }),
    told(9, { event: "final", blocked: false }),
    scored(9, 1, 3, "houses", { province: "wei" }),
    scored(9, 1, 2, "alliances", { alliance: 1 }),
    scored(9, 1, 4, "roads", { spaces: ["wei-1", "wei-2", "wei-qi", "qi-1"] }),
    scored(9, 1, 1, "ports", { spaces: ["qi-1"] }),
    told(9, { event: "won", winners: [1] }),
  ];
  const steps = stepsOf(events, view, BOARD);

  it("goes from houses to alliances, roads and ports", () => {
    expect(steps.map((step) => step.source)).toEqual(["houses", "alliances", "roads", "ports"]);
    expect(steps[0]!.provinces).toEqual(["wei"]);
    expect(steps[1]!.alliance).toBe(0);
    expect(steps[2]!.spaces).toEqual(["wei-1", "wei-2", "wei-qi", "qi-1"]);
    expect(steps[3]!.spaces).toEqual(["qi-1"]);
  });

  it("adds up to the totals of the view", () => {
    const totals = steps.map((_, shown) => total(pointsAfter(steps, shown, view.players)[1]!));
    expect(totals).toEqual([2, 5, 7, 11]);
    expect(total(pointsAfter(steps, Infinity, view.players)[1]!)).toBe(12);
  });

  it("is empty while the game runs", () => {
    expect(stepsOf(events, table(), BOARD)).toEqual([]);
  });
});

describe("a completed province", () => {
  const events = [
    placed(3, 0, "house", "wei-qi"),
    told(3, { event: "completed", province: "wei" }),
    scored(3, 0, 3, "houses", { province: "wei" }),
    scored(3, 1, 2, "houses", { province: "wei" }),
  ];

  it("is scored with the points of each player", () => {
    const step = completedStep(events, 3)!;
    expect([step.source, step.provinces, step.gains]).toEqual(["houses", ["wei"], [3, 2, 0]]);
    expect(step.lines).toEqual(events.slice(2));
  });

  it("is the second one if a house completes two", () => {
    const both = [...events, told(3, { event: "completed", province: "qi" }), scored(3, 0, 5, "houses", { province: "qi" })];
    expect(completedStep(both, 2)).toMatchObject({ provinces: ["qi"], gains: [5, 0] });
    expect(completedStep([], 2)).toBeNull();
  });
});

describe("names of places", () => {
  it("are a province with a number, or a border", () => {
    expect(placeName(BOARD, "wei-2")).toEqual({ id: "board.place", params: { province: "Wei", number: "2" } });
    expect(placeName(BOARD, "wei-qi")).toEqual({ id: "board.border", params: { first: "Wei", second: "Qi" } });
    expect(spaceName(BOARD, "qi-1", undefined).id).toBe("board.free.port");
    expect(spaceName(BOARD, "qi-1", { id: "qi-1", seat: 1, piece: "house" }).params?.["player"]).toEqual(named(1));
    expect(provincesOf(BOARD, "red")).toEqual(["Wei"]);
  });

  it("mention the emissaries at a dragon", () => {
    const there = dragonName("Wei", { id: "wei", houses: [], emissaries: [0, 2], room: 1, scored: false });
    expect(there.params?.["n"]).toBe(1);
    expect(JSON.stringify(there.params?.["emissaries"])).toContain('"count":2');
  });
});

describe("emissaries on a dragon", () => {
  it("are drawn one by one, or one per player with a number", () => {
    expect(crowd([1, 2, 0]).map(({ seat, count }) => [seat, count])).toEqual([[0, 1], [1, 1], [1, 1]]);
    expect(crowd([5, 3, 0]).map(({ seat, count }) => [seat, count])).toEqual([[0, 5], [1, 3]]);
    const places = crowd([3, 3]).map(({ x, y }) => `${x},${y}`);
    expect(new Set(places).size).toBe(6);
  });
});
