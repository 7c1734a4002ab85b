/** The words of tournaments: names, formats, points. */

import { i18n, t } from "../../lib/i18n.svelte";
import { nameOf } from "../characters/names";
import type { Entrant, Format, Round, RoundGame, Tournament } from "./types";

export const FORMATS: readonly Format[] = ["swiss", "robin", "knockout", "tables"];

/** The formats that a game can be played in. */
export function formatsFor(seats: readonly number[]): Format[] {
  return FORMATS.filter((format) => (format === "tables" ? seats.some((count) => count > 2) : seats.includes(2)));
}

/** The names of all entrants by number; namesakes have their number added. */
export function entrantNames(game: string, entrants: readonly Entrant[]): Map<number, string> {
  const plain = entrants.map((entrant) => nameOf({ game, table: "" }, { ...entrant, seat: entrant.number }));
  const times = new Map<string, number>();
  for (const name of plain) times.set(name, (times.get(name) ?? 0) + 1);
  return new Map(entrants.map(({ number }, index) => [number, times.get(plain[index]!)! > 1 ? `${plain[index]} ${number + 1}` : plain[index]!]));
}

/** Points with halves and thirds as people write them: 2½, 1⅔, 0.75. */
export function formatPoints(points: number): string {
  const whole = Math.floor(points + 1e-9);
  const rest = points - whole;
  for (const [sign, value] of [["½", 1 / 2], ["⅓", 1 / 3], ["⅔", 2 / 3], ["¼", 1 / 4], ["¾", 3 / 4]] as const)
    if (Math.abs(rest - value) < 1e-6) return whole ? `${whole}${sign}` : sign;
  return new Intl.NumberFormat(i18n.locale, { maximumFractionDigits: 2 }).format(Math.abs(rest) < 1e-6 ? whole : points);
}

/** The result of a game in the order of its seats: "9–6", or how far it has come. */
export function resultText(game: RoundGame, names: ReadonlyMap<number, string>): string {
  if (game.players.length === 1) return t("tournament.bye");
  if (game.ranks) return game.totals.join("–");
  if (game.over) return game.open ? t("tournament.no-result") : t("tournament.done");
  if (game.awaited.length) return t("tournament.awaited", { players: i18n.list(game.awaited.map((number) => names.get(number)!)) });
  return game.table ? t("tables.moves", { n: game.moves }) : t("tournament.soon");
}

/** Where a game can be seen: its table while it is played, its replay afterwards; null if not now. */
export function linkTo(game: RoundGame): string | null {
  if (!game.table || !game.open) return null;
  return game.over ? `/replay/${game.table}` : `/table/${game.table}`;
}

/** What one player has scored against another, for a table of everybody against everybody. */
export function crossing(rounds: readonly Round[], one: number, other: number): { points: number | null; link: string | null } | null {
  const met = rounds.flatMap((round) => round.games).filter((game) => game.players.length === 2 && game.players.includes(one) && game.players.includes(other));
  if (met.length === 0) return null;
  const scored = met.filter((game) => game.points.length > 0).map((game) => game.points[game.players.indexOf(one)]!);
  return { points: scored.length ? scored.reduce((sum, points) => sum + points, 0) : null, link: linkTo(met[0]!) };
}

/** The games of the present round that are still being played; a bye is none. */
export function stillPlayed({ played, round }: Pick<Tournament, "played" | "round">): RoundGame[] {
  const games = played.find((one) => one.number === round)?.games ?? [];
  return games.filter((game) => !game.over && game.players.length > 1);
}

/** What a player without a game waits for. */
export function waitText(shown: Pick<Tournament, "played" | "round" | "you">): string {
  const own = shown.played.find((one) => one.number === shown.round)?.games.filter((game) => game.players.includes(shown.you ?? -1)) ?? [];
  const kind = own.length === 0 ? "next" : own.every((game) => game.players.length === 1) ? "bye" : "over";
  const still = stillPlayed(shown).length;
  return [t(`tournament.wait.${kind}`), still ? t("tournament.still", { n: still }) : ""].filter(Boolean).join(" ");
}

/** Where a tournament stands, in a sentence. */
export function stateText(shown: Pick<Tournament, "state" | "round" | "rounds">): string {
  if (shown.state === "running") return t("tournament.state.running", { round: shown.round, rounds: shown.rounds });
  return t(`tournament.state.${shown.state}`);
}
