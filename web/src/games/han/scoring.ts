/** The steps of the final scoring, and the scoring of a completed province. */
import { scoringStep, type ScoringStep } from "../../board/scoringSteps";
import type { BoardFile, HanLine, HanView, Scored, Source } from "./types";

export interface Step extends ScoringStep {
  source: Source | "markets";
  spaces: string[];
  /** The index of the alliance that the Emperor visits. */
  alliance: number | null;
}

/** Houses by province, alliances in order, roads, ports; empty before the end of the game. */
export function stepsOf(events: readonly HanLine[], view: HanView, board: BoardFile): Step[] {
  const start = events.findLastIndex(({ event }) => event.event === "final");
  if (start < 0 || view.to_move.length > 0) return [];
  const final = events.slice(start);
  const seats = view.players.length;
  const from = (source: Source) => scored(final, (event) => event.source === source);

  const houses = Object.keys(board.provinces).map((id) =>
    step("houses", scored(final, ({ province }) => province === id), seats, { provinces: [id] }),
  );
  const alliances = board.alliances.map(([one, other], index) =>
    step("alliances", scored(final, ({ alliance }) => alliance === index + 1), seats, { provinces: [one, other], alliance: index }),
  );
  const spaces = (lines: readonly ScoredLine[]) => lines.flatMap(({ event }) => event.spaces ?? []);
  const roads = from("roads").map((line) => step("roads", [line], seats, { spaces: spaces([line]) }));
  const markets = final.filter(({ event }) => event.event === "markets-closed");
  return [
    ...houses.filter(({ lines }) => lines.length > 0),
    ...(markets.length ? [step("markets", markets, seats)] : []),
    ...(from("alliances").length ? alliances : []),
    ...roads,
    ...(from("ports").length ? [step("ports", from("ports"), seats, { spaces: spaces(from("ports")) })] : []),
  ];
}

/** The scoring of the province that was completed last. */
export function completedStep(events: readonly HanLine[], seats: number): Step | null {
  const start = events.findLastIndex(({ event }) => event.event === "completed");
  const completed = events[start]?.event;
  if (completed?.event !== "completed") return null;
  return step("houses", scored(events.slice(start), ({ province }) => province === completed.province), seats, { provinces: [completed.province] });
}

function step(source: Step["source"], lines: HanLine[], seats: number, more: Partial<Step> = {}): Step {
  const points = (event: HanLine["event"]) => (event.event === "scored" ? event.points : 0);
  return { ...scoringStep(source, lines, seats, points), spaces: [], alliance: null, ...more };
}

type ScoredLine = HanLine & { event: Scored };

function scored(lines: readonly HanLine[], fits: (event: Scored) => boolean): ScoredLine[] {
  return lines.filter((line): line is ScoredLine => line.event.event === "scored" && fits(line.event));
}
