import { get } from "./api";
import { say, type Texts } from "./phrase";
import { preferences } from "./preferences.svelte";
import type { Parameter, Phrase } from "./types";

export const LANGUAGES = ["en", "fr", "it"] as const;
export type Language = (typeof LANGUAGES)[number];
export const LANGUAGE_NAMES: Record<Language, string> = { en: "English", fr: "Français", it: "Italiano" };

const clientTexts = import.meta.glob<Texts>("../../text/*.json", { import: "default" });

/** The texts of one game's rules, and those that all games share. */
export interface ServedTexts {
  engine: Texts;
  games: Record<string, Texts>;
}

/** The texts of the current language: those of the client, of the boards, and of the games' rules on the server. */
class I18n {
  language: Language = $state("en");
  /** Loads what the boards say, by game.  Set when the client starts: this module knows no game. */
  loadBoardTexts: (language: Language) => Promise<Record<string, Texts>> = () => Promise.resolve({});

  private texts: Texts = $state.raw({});
  private engine: Texts = $state.raw({});
  private games: Record<string, Texts> = $state.raw({});

  /** The locale for dates and times: the user's country and hours as the browser has them, words in the chosen language. */
  get locale(): string {
    const tag = navigator.languages.find((each) => each.startsWith(this.language)) ?? this.language;
    const { hourCycle } = new Intl.DateTimeFormat(navigator.language, { hour: "numeric" }).resolvedOptions();
    return new Intl.Locale(tag, hourCycle && { hourCycle }).toString();
  }

  /** Change the language as soon as its texts are loaded; returns whether the server has answered. */
  async use(language: Language): Promise<boolean> {
    const [texts, boards, served] = await Promise.all([
      clientTexts[`../../text/${language}.json`]!(),
      this.loadBoardTexts(language),
      get("/api/texts/{language}", { language }).catch(() => null),
    ]);
    this.texts = texts;
    if (served) {
      this.engine = served.engine;
      this.games = Object.fromEntries(
        Object.entries(served.games).map(([game, rules]) => [game, { ...rules, ...boards[game] }]),
      );
    }
    this.language = language;
    document.documentElement.lang = language;
    return served !== null;
  }

  /** The texts that the server sent for a game. */
  served(game: string): ServedTexts {
    return { engine: this.engine, games: { [game]: this.games[game] ?? {} } };
  }

  /** Take over texts that were sent before the connection was lost. */
  restore(texts: ServedTexts): void {
    this.engine = texts.engine;
    this.games = { ...texts.games, ...this.games };
  }

  /** Change the language and remember the choice. */
  async choose(language: Language): Promise<void> {
    preferences.language = language;
    await this.use(language);
  }

  /** A text of the client. */
  t(id: string, params: Record<string, Parameter> = {}): string {
    return say({ id, params }, { ...this.engine, ...this.texts }, this.language);
  }

  /** A phrase of a game; `names` are the players by seat. */
  say(game: string, phrase: Phrase, names: readonly string[] = []): string {
    return say(phrase, { ...this.engine, ...this.games[game] }, this.language, names);
  }

  has(game: string, id: string): boolean {
    return id in (this.games[game] ?? {});
  }

  /** The items joined as in a sentence: "Ann, Bea and Cleo". */
  list(items: readonly string[]): string {
    return new Intl.ListFormat(this.language, { type: "conjunction" }).format(items);
  }

  /** The order of two names: Étienne comes before Fatou. */
  compare(one: string, other: string): number {
    return one.localeCompare(other, this.language);
  }

  /** The name of a bot's level. */
  botName(bot: string): string {
    return `bot.${bot}` in this.texts ? this.t(`bot.${bot}`) : bot;
  }

  botStyle(bot: string): string {
    return `bot.${bot}.style` in this.texts ? this.t(`bot.${bot}.style`) : "";
  }
}

export const i18n = new I18n();
export const t = i18n.t.bind(i18n);

/** The language chosen earlier, else the first of the browser's languages that the client has. */
export function preferredLanguage(
  chosen: string | null = preferences.language,
  browser: readonly string[] = navigator.languages,
): Language {
  const wanted = [chosen ?? "", ...browser].map((tag) => tag.slice(0, 2).toLowerCase());
  return wanted.find((tag): tag is Language => (LANGUAGES as readonly string[]).includes(tag)) ?? "en";
}
