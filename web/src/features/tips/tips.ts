/** What a tooltip says about a part of the board: its label, and what the game's texts say about its kind. */

/** Places and pieces, numbers, and buttons with a name. */
export const THINGS = "[data-place], [data-tip], [role=img][aria-label], button[aria-label], [title]";

export interface Tip {
  /** What it is, whose it is and its state. */
  title: string;
  /** What it is for, as the id of a text. */
  text: string | null;
}

/**
 * The tip for an element, or null if there is nothing to say.  The label is that of the innermost thing, the text that of
 * the innermost thing the game has a text for.
 */
export function tipFor(element: Element, region: Element, has: (id: string) => boolean): Tip | null {
  const around = thingsAround(element, region);
  const text = around.flatMap(textIds).find(has) ?? null;
  const title = around.map(labelOf).find(Boolean) ?? "";
  return title || text ? { title, text } : null;
}

/** The things that an element belongs to, the innermost first. */
function thingsAround(element: Element, region: Element): Element[] {
  const found: Element[] = [];
  let thing = element.closest(THINGS);
  while (thing && thing !== region && region.contains(thing)) {
    found.push(thing);
    thing = thing.parentElement?.closest(THINGS) ?? null;
  }
  return found;
}

/** The ids of the texts that could explain a thing, the most specific first. */
function textIds(thing: Element): string[] {
  const own = thing.getAttribute("data-tip");
  const places = thing.getAttribute("data-place")?.split(" ") ?? [];
  return [...(own ? [own] : []), ...places].flatMap((name) => {
    const parts = name.split(/[:.]/);
    return [`tip.${parts[0]}.${parts.at(-1)}`, `tip.${parts[0]}`, `rules.${parts.at(-1)}`];
  });
}

function labelOf(thing: Element): string {
  return thing.getAttribute("aria-label") ?? thing.getAttribute("title") ?? thing.getAttribute("data-title") ?? ownText(thing);
}

/** The text of a button, or the label of what a thing shows. */
function ownText(thing: Element): string {
  if (thing.matches("button")) return thing.textContent.trim();
  return thing.querySelector("[aria-label]")?.getAttribute("aria-label") ?? "";
}

/** The browser's own tooltip would lie over ours. */
export function takeTitle(element: Element): void {
  const titled = element.closest("[title]");
  const title = titled?.getAttribute("title");
  if (!titled || !title) return;
  titled.setAttribute("data-title", title);
  titled.removeAttribute("title");
}
