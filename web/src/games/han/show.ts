/** What is counted before the players' eyes: the final scoring step by step, and a province that has just been filled. */
import { groups, showStep, type ShowStep } from "../../lib/show";
import type { BoardFile, HanLine, HanView, Scored, Source } from "./types";

export interface Step extends ShowStep {
  source: Source | "markets";
  spaces: string[];
  /** The alliance where the Emperor stands. */
  alliance: number | null;
}

const LINE = 4;

/** Houses province by province, every alliance in its order, roads, ports; nothing before the end of the game. */
export function stepsOf(events: readonly HanLine[], view: HanView, board: BoardFile): Step[] {
  const start = events.findLastIndex(({ event }) => event.event === "final");
  if (start < 0 || view.to_move.length > 0) return [];
  const told = events.slice(start);
  const seats = view.players.length;
  const from = (source: Source) => scored(told, (event) => event.source === source);

  const houses = Object.keys(board.provinces).map((id) =>
    step("houses", scored(told, ({ province }) => province === id), seats, { provinces: [id] }),
  );
  const alliances = board.alliances.map(([one, other], index) =>
    step("alliances", scored(told, ({ alliance }) => alliance === index + 1), seats, { provinces: [one, other], alliance: index }),
  );
  const roads = view.players.map((_, seat) =>
    step("roads", from("roads").filter(({ event }) => event.seat === seat), seats, { spaces: joined(view, board, seat) }),
  );
  const ports = view.spaces.filter(({ id }) => board.spaces[id]?.kind === "port").map(({ id }) => id);
  const markets = told.filter(({ event }) => event.event === "markets-closed");
  return [
    ...houses.filter(({ lines }) => lines.length > 0),
    ...(markets.length ? [step("markets", markets, seats)] : []),
    ...(from("alliances").length ? alliances : []),
    ...roads.filter(({ lines }) => lines.length > 0),
    ...(from("ports").length ? [step("ports", from("ports"), seats, { spaces: ports })] : []),
  ];
}

/** The province that was filled last, with what it brought to whom. */
export function filledStep(events: readonly HanLine[], seats: number): Step | null {
  const start = events.findLastIndex(({ event }) => event.event === "completed");
  const filled = events[start]?.event;
  if (filled?.event !== "completed") return null;
  return step("houses", scored(events.slice(start), ({ province }) => province === filled.province), seats, { provinces: [filled.province] });
}

function step(source: Step["source"], lines: HanLine[], seats: number, more: Partial<Step> = {}): Step {
  const points = (event: HanLine["event"]) => (event.event === "scored" ? event.points : 0);
  return { ...showStep(source, lines, seats, points), spaces: [], alliance: null, ...more };
}

type ScoredLine = HanLine & { event: Scored };

function scored(lines: readonly HanLine[], fits: (event: Scored) => boolean): ScoredLine[] {
  return lines.filter((line): line is ScoredLine => line.event.event === "scored" && fits(line.event));
}

/** A player's houses that are joined to at least three others. */
function joined(view: HanView, board: BoardFile, seat: number): string[] {
  const own = view.spaces.filter((piece) => piece.seat === seat && piece.piece !== "market").map(({ id }) => id);
  const roads = new Set(board.roads.flatMap(([one, other]) => [`${one} ${other}`, `${other} ${one}`]));
  return groups(own, (one, other) => roads.has(`${one} ${other}`)).filter((group) => group.length >= LINE).flat();
}
