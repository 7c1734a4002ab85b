/** The final scoring as a show: its events, gathered into steps. */
import type { Event, Phrase } from "../../lib/types";
import { seatOf } from "./trace";
import { SOURCES, type BoardFile, type HanView, type Source } from "./types";

export interface Step {
  source: Source | "markets";
  /** What is said of it. */
  lines: Phrase[];
  /** Points by seat. */
  gains: number[];
  provinces: string[];
  spaces: string[];
  /** The alliance where the Emperor stands. */
  alliance: number | null;
}

const LINE = 4;

/** Houses province by province, every alliance in its order, roads, ports; nothing before the end of the game. */
export function stepsOf(events: readonly Event[], view: HanView, board: BoardFile): Step[] {
  const start = events.findLastIndex(({ phrase }) => phrase.id === "event.final" || phrase.id === "event.blocked");
  if (start < 0 || view.to_move.length > 0) return [];
  const told = events.slice(start).map(({ phrase }) => phrase);
  const of = (id: string) => told.filter((phrase) => phrase.id === id);
  const step = (source: Step["source"], lines: Phrase[], more: Partial<Step> = {}): Step => ({
    source,
    lines,
    gains: view.players.map((_, seat) => sum(lines.filter((line) => seatOf(line) === seat))),
    provinces: [],
    spaces: [],
    alliance: null,
    ...more,
  });

  const houses = of("event.scored.houses");
  const provinces = Object.entries(board.provinces).map(([id, { name }]) =>
    step("houses", houses.filter((line) => line.params?.["province"] === name), { provinces: [id] }),
  );
  const alliances = of("event.scored.alliance");
  const walked = board.alliances.map(([one, other], index) =>
    step("alliances", alliances.filter((line) => line.params?.["number"] === index + 1), { provinces: [one, other], alliance: index }),
  );
  const roads = of("event.scored.roads").map((line) => step("roads", [line], { spaces: joined(view, board, seatOf(line)) }));
  const ports = view.spaces.filter(({ id }) => board.spaces[id]?.kind === "port").map(({ id }) => id);
  return [
    ...provinces.filter(({ lines }) => lines.length > 0),
    ...(of("event.markets").length ? [step("markets", of("event.markets"))] : []),
    ...(alliances.length ? walked : []),
    ...roads,
    ...(of("event.scored.ports").length ? [step("ports", of("event.scored.ports"), { spaces: ports })] : []),
  ];
}

/** Points by seat and source when so many steps have been shown. */
export function pointsAfter(steps: readonly Step[], shown: number, view: HanView): Record<Source, number>[] {
  return view.players.map(({ points }, seat) => {
    const now = { ...points };
    for (const { source, gains } of steps.slice(shown)) if (source !== "markets") now[source] -= gains[seat]!;
    return now;
  });
}

export function total(points: Record<Source, number>): number {
  return SOURCES.reduce((all, source) => all + points[source], 0);
}

/** A player's houses that are joined to at least three others. */
function joined(view: HanView, board: BoardFile, seat: number): string[] {
  const own = new Set(view.spaces.filter((piece) => piece.seat === seat && piece.piece !== "market").map(({ id }) => id));
  const groups: string[][] = [];
  while (own.size > 0) {
    const [first] = own;
    const group = [first!];
    own.delete(first!);
    for (const here of group) {
      for (const [one, other] of board.roads) {
        const next = one === here ? other : other === here ? one : null;
        if (next !== null && own.delete(next)) group.push(next);
      }
    }
    groups.push(group);
  }
  return groups.filter((group) => group.length >= LINE).flat();
}

function sum(lines: Phrase[]): number {
  return lines.reduce((all, line) => all + Number(line.params?.["n"] ?? 0), 0);
}
