/** What a player chooses for a new table.  This browser remembers the last choice for each game. */

import { LANGUAGES, type Language } from "../../lib/i18n.svelte";
import { storage } from "../../lib/storage";
import type { Choice, Game, NewSeat, NewTable, Option } from "../../lib/types";
import type { Control, Policy } from "../clocks/types";
import { defaultBot } from "./bots";

export interface TableSetup {
  count: number;
  /** Who sits in the seats after the player's own: a kind of seat, or a bot as "bot:name". */
  others: string[];
  options: Record<string, Choice>;
  control: Control | null;
  absent: Policy;
  /** How many hours an untimed table waits for an absent player. */
  patience: number;
  private: boolean;
  /** By how many moves spectators see the game later. */
  delay: number;
  language: Language | "";
}

/** How long an untimed table may wait for an absent player, in hours. */
export const PATIENCES: readonly number[] = [24, 72, 168, 336];
/** By how many moves spectators may see a game later. */
export const DELAYS: readonly number[] = [0, 3, 6, 12];
const USUAL_PATIENCE = 72;

const key = (game: Game): string => `table.${game.name}`;

export function saveSetup(game: Game, setup: TableSetup): void {
  storage.set(key(game), JSON.stringify(setup));
}

/** The last setup, with defaults for whatever is missing or no longer possible. */
export function lastSetup(game: Game): TableSetup {
  const saved = savedSetup(game);
  const mostPlayers = game.seats.at(-1)!;
  const others = Array.from({ length: mostPlayers - 1 }, (_, index) => saved.others?.[index] ?? "");
  return {
    count: game.seats.find((count) => count === saved.count) ?? game.usual,
    others: others.map((other) => (isPossible(game, other) ? other : `bot:${defaultBot(game)}`)),
    options: Object.fromEntries(game.options.map((option) => [option.name, validOption(option, saved.options?.[option.name])])),
    control: validControl(saved.control),
    absent: saved.absent === "forfeit" ? "forfeit" : "bot",
    patience: PATIENCES.find((hours) => hours === saved.patience) ?? USUAL_PATIENCE,
    private: saved.private === true,
    delay: DELAYS.find((moves) => moves === saved.delay) ?? 0,
    language: LANGUAGES.find((language) => language === saved.language) ?? "",
  };
}

function savedSetup(game: Game): Partial<TableSetup> {
  try {
    const saved: unknown = JSON.parse(storage.get(key(game)) ?? "{}");
    return typeof saved === "object" && saved !== null ? saved : {};
  } catch {
    return {};
  }
}

function isPossible(game: Game, other: string): boolean {
  const [kind, bot] = String(other).split(":");
  return kind === "bot" ? game.bots.includes(bot ?? "") : ["friend", "open", "here"].includes(kind!);
}

function validOption(option: Option, saved: Choice | undefined): Choice {
  if (saved === undefined) return option.default;
  if (option.type === "choice") return option.choices?.includes(saved) ? saved : option.default;
  if (option.type === "bool") return typeof saved === "boolean" ? saved : option.default;
  const fits = typeof saved === "number" && saved >= (option.minimum ?? -Infinity) && saved <= (option.maximum ?? Infinity);
  return fits ? saved : option.default;
}

function validControl(saved: Control | null | undefined): Control | null {
  if (saved?.kind === "live" && saved.game > 0 && (saved.move ?? 0) >= 0) return saved;
  return saved?.kind === "slow" && saved.hours > 0 ? saved : null;
}

/** Who sits in a seat after the player's own.  A private table has invitations instead of open seats. */
export function seatChoice(setup: TableSetup, seat: number): string {
  const other = setup.others[seat - 1]!;
  return setup.private && other === "open" ? "friend" : other;
}

/**
 * The request for a new table; `guests` are the names of further players on this device.  With a `rival`, the first seat
 * after the player's own is kept for them.
 */
export function tableRequest(game: Game, setup: TableSetup, name: string, guests: readonly string[], rival = false): NewTable {
  const seats: NewSeat[] = Array.from({ length: setup.count - 1 }, (_, index) => {
    const choice = rival && index === 0 ? "friend" : seatChoice(setup, index + 1);
    const [kind, bot] = choice.split(":") as [NewSeat["kind"], string | undefined];
    const guest = guests[index + 1]?.trim();
    return { kind, ...(bot && { bot }), ...(kind === "here" && guest && { name: guest }) };
  });
  return {
    game: game.name,
    options: { ...setup.options },
    seats: [{ kind: "me" }, ...seats],
    time: setup.control,
    absent: setup.absent,
    patience: setup.patience,
    private: setup.private,
    delay: setup.private ? 0 : setup.delay,
    language: setup.language || null,
    ...(name && { name }),
  };
}
