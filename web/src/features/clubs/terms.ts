import { i18n, LANGUAGE_NAMES, t, type Language } from "../../lib/i18n.svelte";
import { controlCode } from "../clocks/controls";
import { controlName } from "../clocks/format";
import type { Club } from "./types";

/** A club's games with their clocks, and its language in one line, with its size if that matters. */
export function clubTerms(club: Club, sized = true): string {
  const language = LANGUAGE_NAMES[club.language as Language];
  return [...gamesWithClocks(club), language, sized && t("clubs.members", { n: club.members })].filter(Boolean).join(" · ");
}

/** The games of a club; a clock that they share is named once. */
function gamesWithClocks({ games, clocks }: Club): string[] {
  const names = games.map((game) => i18n.say(game, { id: "name" }));
  const own = games.map((game) => clocks[game] ?? null);
  const [first] = own;
  if (new Set(own.map((clock) => clock && controlCode(clock))).size <= 1) return [i18n.list(names), first ? controlName(first) : ""];
  return names.map((name, index) => (own[index] ? t("clubs.game-clock", { game: name, clock: controlName(own[index]) }) : name));
}
