/** The appearance of cards and pairs of cards. */
import { isHaiduc, type Edition } from "../boards";
import { combination } from "../log";
import { DEEDS } from "./signs";

export type Family = "placing" | "removing" | "outlaw" | "";

/** A card belongs to "placing" or "removing" if some pair with another kind only places or removes; a haiduc is an outlaw. */
export function family(edition: Edition, card: string | null): Family {
  if (card === null) return "";
  if (isHaiduc(edition, card)) return "outlaw";
  const others = edition.cards.combinations.filter(({ cards }) => cards.includes(card) && cards[0] !== cards[1]);
  const only = (word: string) => others.some(({ owner }) => owner.length > 0 && owner.every((step) => step.startsWith(word)));
  return only("place") ? "placing" : only("remove") ? "removing" : "";
}

/** The stamp on the seal of a pair: "+2", "−3", "±1", or the name of a deed. */
export function deed(edition: Edition, first: string | null, second: string | null): string | null {
  const found = first && second ? combination(edition, first, second) : null;
  if (!found) return null;
  const steps = [...found.owner, ...found.partner];
  const special = steps.map((step) => step.split(" ")[0]!).find((word) => word in DEEDS);
  if (special) return special;
  const most = Math.max(...steps.map((step) => Number(step.split(" ")[1] ?? 0)));
  const signs = (["place", "remove"] as const).filter((word) => steps.some((step) => step.startsWith(word)));
  return `${signs.length > 1 ? "±" : signs[0] === "place" ? "+" : "−"}${most}`;
}
