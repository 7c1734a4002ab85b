import type { Parameter, Phrase } from "./types";

/** One text, or one for each plural form, chosen by the parameter `n`. */
export type Text = string | Record<string, string>;
export type Texts = Record<string, Text>;

export const player = (seat: number): Phrase => ({ id: "player", params: { seat } });
export const list = (items: Phrase[]): Phrase => ({ id: "list", params: { items } });

/** A phrase in words; `names` are the players by seat.  An unknown id is shown as it is, so that nothing is lost. */
export function say(what: Phrase, texts: Texts, language: string, names: readonly string[] = []): string {
  const params = what.params ?? {};
  if (what.id === "player") return playerName(params["seat"] as number, texts, language, names);
  if (what.id === "words") return String(params[language]);
  if (what.id === "list") {
    const items = (params["items"] as Phrase[]).map((item) => say(item, texts, language, names));
    return new Intl.ListFormat(language, { type: "conjunction" }).format(items);
  }
  return fill(pick(texts[what.id] ?? what.id, params["n"], language), (name) =>
    spoken(params[name], texts, language, names),
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

function spoken(value: Parameter | undefined, texts: Texts, language: string, names: readonly string[]): string {
  if (value === undefined) return "";
  if (Array.isArray(value)) return say({ id: "list", params: { items: value } }, texts, language, names);
  return typeof value === "object" ? say(value, texts, language, names) : String(value);
}

function fill(text: string, value: (name: string) => string): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => value(name));
}
