import { i18n, LANGUAGE_NAMES, t, type Language } from "../../lib/i18n.svelte";
import { controlName } from "../clocks/format";
import type { Club } from "./types";

/** A club's games, clock and language in one line, with its size if that matters. */
export function clubTerms(club: Club, sized = true): string {
  const games = club.games.map((game) => i18n.say(game, { id: "name" }));
  const language = LANGUAGE_NAMES[club.language as Language];
  const parts = [i18n.list(games), club.time && controlName(club.time), language, sized && t("clubs.members", { n: club.members })];
  return parts.filter(Boolean).join(" · ");
}
