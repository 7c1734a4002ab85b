import { fetchTexts } from "./api";
import { say, type Texts } from "./phrase";
import type { Parameter, Phrase, Seat } from "./types";
import { kept } from "./kept.svelte";

export const LANGUAGES = ["en", "fr", "it"] as const;
export type Language = (typeof LANGUAGES)[number];
export const LANGUAGE_NAMES: Record<Language, string> = { en: "English", fr: "Français", it: "Italiano" };

const own = import.meta.glob<Texts>("../../text/*.json", { import: "default" });
const pictures = import.meta.glob<Texts>("../games/*/text.*.json", { import: "default" });

/** The texts of the language in use: the client's own, and those of the games, which the server has. */
class Words {
  language: Language = $state("en");
  private texts: Texts = $state.raw({});
  private engine: Texts = $state.raw({});
  private games: Record<string, Texts> = $state.raw({});

  /** Change the language; the old words stay until the new ones are there. */
  async use(language: Language): Promise<void> {
    const [texts, drawn, served] = await Promise.all([
      own[`../../text/${language}.json`]!(),
      pictureTexts(language),
      fetchTexts(language).catch(() => ({ engine: this.engine, games: this.games })),
    ]);
    this.texts = texts;
    this.engine = served.engine;
    this.games = Object.fromEntries(
      Object.entries(served.games).map(([game, rules]) => [game, { ...rules, ...drawn[game] }]),
    );
    this.language = language;
    document.documentElement.lang = language;
  }

  async choose(language: Language): Promise<void> {
    kept.language = language;
    await this.use(language);
  }

  /** A text of the client itself. */
  t(id: string, params: Record<string, Parameter> = {}): string {
    return say({ id, params }, { ...this.engine, ...this.texts }, this.language);
  }

  /** A phrase of a game. */
  say(game: string, phrase: Phrase, names: readonly string[] = []): string {
    return say(phrase, { ...this.engine, ...this.games[game] }, this.language, names);
  }

  has(game: string, id: string): boolean {
    return id in (this.games[game] ?? {});
  }

  /** What to call who sits there. */
  nameOf(seat: Seat): string {
    if (seat.name) return seat.name;
    if (seat.bot) return this.botName(seat.bot);
    return seat.taken ? this.t("seat", { number: seat.seat + 1 }) : this.t("seat.free");
  }

  botName(bot: string): string {
    return `bot.${bot}` in this.texts ? this.t(`bot.${bot}`) : bot;
  }

  botStyle(bot: string): string {
    return `bot.${bot}.style` in this.texts ? this.t(`bot.${bot}.style`) : "";
  }
}

/** What the pictures of the games say, by game. */
async function pictureTexts(language: Language): Promise<Record<string, Texts>> {
  const found = Object.entries(pictures).filter(([path]) => path.endsWith(`/text.${language}.json`));
  const loaded = found.map(async ([path, load]) => [path.split("/").at(-2)!, await load()] as const);
  return Object.fromEntries(await Promise.all(loaded));
}

export const words = new Words();
export const t = words.t.bind(words);

/** The language kept from before, or the first of the browser's that is known here. */
export function preferredLanguage(
  chosen: string | null = kept.language,
  browser: readonly string[] = navigator.languages,
): Language {
  const wished = [chosen ?? "", ...browser].map((tag) => tag.slice(0, 2).toLowerCase());
  return wished.find((tag): tag is Language => (LANGUAGES as readonly string[]).includes(tag)) ?? "en";
}
