/** What was chosen for the last table of a game; this browser remembers it. */

import { usualBot } from "./seats";
import type { Choice, Game, NewSeat, NewTable, Option } from "./types";
import type { Control, Policy } from "./types/time";
import { LANGUAGES, type Language } from "./words.svelte";

export interface TableChoice {
  count: number;
  /** Who sits at the seats after one's own: a kind, or a bot as “bot:name”. */
  others: string[];
  options: Record<string, Choice>;
  control: Control | null;
  absent: Policy;
  private: boolean;
  language: Language | "";
}

const key = (game: Game): string => `guanxi.table.${game.name}`;

export function keepChoice(game: Game, choice: TableChoice): void {
  try {
    localStorage.setItem(key(game), JSON.stringify(choice));
  } catch {
    // Without storage the next table begins as usual.
  }
}

/** The last choice, as far as it is still possible; else what is usual. */
export function lastChoice(game: Game): TableChoice {
  const kept = read(game);
  const most = game.seats.at(-1)!;
  const others = Array.from({ length: most - 1 }, (_, index) => kept.others?.[index] ?? "");
  return {
    count: game.seats.find((count) => count === kept.count) ?? game.usual,
    others: others.map((other) => (possible(game, other) ? other : `bot:${usualBot(game)}`)),
    options: Object.fromEntries(game.options.map((option) => [option.name, optionOf(option, kept.options?.[option.name])])),
    control: controlOf(kept.control),
    absent: kept.absent === "forfeit" ? "forfeit" : "bot",
    private: kept.private === true,
    language: LANGUAGES.find((language) => language === kept.language) ?? "",
  };
}

function read(game: Game): Partial<TableChoice> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key(game)) ?? "{}");
    return typeof kept === "object" && kept !== null ? kept : {};
  } catch {
    return {};
  }
}

function possible(game: Game, other: string): boolean {
  const [kind, bot] = String(other).split(":");
  return kind === "bot" ? game.bots.includes(bot ?? "") : ["friend", "open", "here"].includes(kind!);
}

function optionOf(option: Option, kept: Choice | undefined): Choice {
  if (kept === undefined) return option.default;
  if (option.type === "choice") return option.choices?.includes(kept) ? kept : option.default;
  if (option.type === "bool") return typeof kept === "boolean" ? kept : option.default;
  const fits = typeof kept === "number" && kept >= (option.minimum ?? -Infinity) && kept <= (option.maximum ?? Infinity);
  return fits ? kept : option.default;
}

function controlOf(kept: Control | null | undefined): Control | null {
  if (kept?.kind === "live" && kept.game > 0 && (kept.move ?? 0) >= 0) return kept;
  return kept?.kind === "slow" && kept.hours > 0 ? kept : null;
}

/** Who shall sit at a seat after one's own; nobody can find the way to a private table but by a link. */
export function chosenSeat(choice: TableChoice, seat: number): string {
  const other = choice.others[seat - 1]!;
  return choice.private && other === "open" ? "friend" : other;
}

/** The choice as the server wants it; `guests` are the names of those who play on this device. */
export function tableWish(game: Game, choice: TableChoice, name: string, guests: readonly string[]): NewTable {
  const seats: NewSeat[] = Array.from({ length: choice.count - 1 }, (_, index) => {
    const [kind, bot] = chosenSeat(choice, index + 1).split(":") as [NewSeat["kind"], string | undefined];
    const guest = guests[index + 1]?.trim();
    return { kind, ...(bot && { bot }), ...(kind === "here" && guest && { name: guest }) };
  });
  return {
    game: game.name,
    options: { ...choice.options },
    seats: [{ kind: "me" }, ...seats],
    time: choice.control,
    absent: choice.absent,
    private: choice.private,
    language: choice.language || null,
    ...(name && { name }),
  };
}
