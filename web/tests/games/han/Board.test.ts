import { flushSync, mount, unmount } from "svelte";
import { afterEach, expect, it, vi } from "vitest";
import type { BoardProps } from "../../../src/board/types";
import Board from "../../../src/games/han/Board.svelte";
import { loadBoard } from "../../../src/games/han/boards";
import type { HanLine, HanView } from "../../../src/games/han/types";
import type { MomentShown } from "../../../src/lib/types";

const board = (await loadBoard("border_disputes"))!;

const player = (points: number) => ({
  cards: 3,
  hand: null,
  known: [],
  houses: 14,
  emissaries: 8,
  markers: 0,
  points: { houses: points, alliances: 0, roads: 0, ports: 0 },
  total: points,
});

/** Wei is complete and was just scored; no decision is pending. */
const scored: HanView = {
  game: "han",
  seat: null,
  board: "border_disputes",
  first: 0,
  player: 1,
  drawing: false,
  placed: 1,
  within: ["wei"],
  last_round: false,
  pile: 20,
  shuffled: false,
  row: ["red", "green", "green", "violet"],
  discards: { red: 1, yellow: 0, green: 0, orange: 0, violet: 0 },
  to_move: [],
  provinces: Object.keys(board.provinces).map((id) => ({ id, houses: [0, 0], emissaries: [0, 0], room: 0, scored: id === "wei" })),
  spaces: ["wei-1", "wei-2", "wei-3"].map((id, index) => ({ id, seat: index % 2, piece: "house" })),
  players: [player(7), player(4)],
};
const told = (event: HanLine["event"]): HanLine => ({ move: 3, event, phrase: { id: `event.${event.event}` } });
const events = [
  told({ event: "placed", seat: 1, piece: "house", at: "wei-3", pay: ["red"] }),
  told({ event: "completed", province: "wei" }),
  told({ event: "scored", seat: 0, points: 7, source: "houses", province: "wei" }),
  told({ event: "scored", seat: 1, points: 4, source: "houses", province: "wei" }),
];
const moment: MomentShown<"han"> = { kind: "province", phrase: { id: "moment.province" }, after: 4, view: scored };

let drawn: Record<string, unknown> | undefined;

async function draw(changes: Partial<BoardProps<"han">>): Promise<void> {
  const props: BoardProps<"han"> = {
    view: scored,
    previous: null,
    events,
    fresh: events,
    moment: null,
    seat: null,
    names: ["Ann", "Ben"],
    narrowing: null,
    say: ({ id }) => id,
    ...changes,
  };
  drawn = mount(Board, { target: document.body, props });
  await vi.waitFor(() => expect(document.querySelector(".table")).not.toBeNull());
  flushSync();
}

afterEach(() => void (drawn && unmount(drawn)));

const texts = (selector: string) => [...document.querySelectorAll(selector)].map((found) => found.textContent);

it("shows the scoring of a completed province", async () => {
  await draw({ moment });
  expect([...document.querySelectorAll<SVGElement>(".shown")].map(({ dataset }) => dataset["place"])).toEqual(["province:wei"]);
  expect(texts(".slip text")).toEqual(["+7", "+4"]);
  expect(document.querySelector(".slip")!.getAttribute("aria-label")).toBe("event.scored event.scored");
  expect(texts("section strong em")).toEqual(["+7", "+4"]);
  expect(document.querySelectorAll(".counted")).toHaveLength(1);
});

it("does not treat such a moment as the end of the game", async () => {
  await draw({ moment });
  expect(document.querySelector(".again, .last")).toBeNull();
  expect(document.querySelector("section.moving")!.getAttribute("data-place")).toBe("player:1");
});

it("keeps the new house and the points highlighted after the moment", async () => {
  await draw({ view: { ...scored, to_move: [1] } });
  expect(document.querySelector(".shown, .slip")).toBeNull();
  expect([...document.querySelectorAll<SVGElement>(".place.fresh")].map(({ dataset }) => dataset["place"])).toEqual(["space:wei-3"]);
  expect(texts("section strong em")).toEqual(["+7", "+4"]);
});

it("draws every place that the log can highlight", async () => {
  await draw({ view: { ...scored, to_move: [1] } });
  const places = [...document.querySelectorAll<HTMLElement | SVGElement>("[data-place]")].map(({ dataset }) => dataset["place"]);
  const wanted = [
    ...Object.keys(board.spaces).map((id) => `space:${id}`),
    ...Object.keys(board.provinces).flatMap((id) => [`dragon:${id}`, `province:${id}`]),
    ...board.alliances.map((_, index) => `alliance:${index + 1}`),
    "row:red",
    "row:green",
    "row:violet",
    "pile",
  ];
  expect(wanted.filter((place) => !places.includes(place))).toEqual([]);
});
