import type { Parameter, Phrase } from "./types";

/** One text, or one text per plural form; the parameter `n` selects the form. */
export type Text = string | Record<string, string>;
export type Texts = Record<string, Text>;

export const player = (seat: number): Phrase => ({ id: "player", params: { seat } });
export const list = (items: Phrase[]): Phrase => ({ id: "list", params: { items } });

/** The text of a phrase; `names` are the players by seat.  An unknown id is returned as it is. */
export function say(phrase: Phrase, texts: Texts, language: string, names: readonly string[] = []): string {
  const params = phrase.params ?? {};
  if (phrase.id === "player") return playerName(params["seat"] as number, texts, language, names);
  if (phrase.id === "words") return String(params[language]);
  if (phrase.id === "list") {
    const items = (params["items"] as Phrase[]).map((item) => say(item, texts, language, names));
    return new Intl.ListFormat(language, { type: "conjunction" }).format(items);
  }
  return fill(pick(texts[phrase.id] ?? phrase.id, params["n"], language), (name) =>
    format(params[name], texts, language, names),
  );
}

function playerName(seat: number, texts: Texts, language: string, names: readonly string[]): string {
  return names[seat] ?? say({ id: "seat", params: { number: seat + 1 } }, texts, language);
}

function pick(text: Text, n: Parameter | undefined, language: string): string {
  if (typeof text === "string") return text;
  const form = new Intl.PluralRules(language).select(Number(n));
  return text[form] ?? text["other"] ?? "";
}

function format(value: Parameter | undefined, texts: Texts, language: string, names: readonly string[]): string {
  if (value === undefined) return "";
  if (Array.isArray(value)) return say({ id: "list", params: { items: value } }, texts, language, names);
  return typeof value === "object" ? say(value, texts, language, names) : String(value);
}

function fill(text: string, value: (name: string) => string): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => value(name));
}
