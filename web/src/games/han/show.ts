/** What the final scoring of Han counts, step by step. */
import { seatIn } from "../../lib/phrase";
import { groups, showStep, type ShowStep } from "../../lib/show";
import type { Event, Phrase } from "../../lib/types";
import type { BoardFile, HanView, Source } from "./types";

export interface Step extends ShowStep {
  source: Source | "markets";
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
    ...showStep(source, lines, view.players.length),
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
  const roads = of("event.scored.roads").map((line) => step("roads", [line], { spaces: joined(view, board, seatIn(line)) }));
  const ports = view.spaces.filter(({ id }) => board.spaces[id]?.kind === "port").map(({ id }) => id);
  return [
    ...provinces.filter(({ lines }) => lines.length > 0),
    ...(of("event.markets").length ? [step("markets", of("event.markets"))] : []),
    ...(alliances.length ? walked : []),
    ...roads,
    ...(of("event.scored.ports").length ? [step("ports", of("event.scored.ports"), { spaces: ports })] : []),
  ];
}

/** A player's houses that are joined to at least three others. */
function joined(view: HanView, board: BoardFile, seat: number): string[] {
  const own = view.spaces.filter((piece) => piece.seat === seat && piece.piece !== "market").map(({ id }) => id);
  const roads = new Set(board.roads.flatMap(([one, other]) => [`${one} ${other}`, `${other} ${one}`]));
  return groups(own, (one, other) => roads.has(`${one} ${other}`)).filter((group) => group.length >= LINE).flat();
}
