import { prefersReducedMotion } from "../lib/motion";

const PRESSABLE = "[tabindex], button";
const FLASH = { opacity: [1, 0.25, 1] };

/** Mark the elements of a board whose `data-place` names one of the places; returns a function that removes the marks. */
function mark(
  region: Element,
  places: readonly string[],
  set: (element: Element, on: boolean) => void,
  watched: string[] = [],
): () => void {
  const elements = () => region.querySelectorAll<HTMLElement | SVGElement>("[data-place]");
  const show = (): void => {
    for (const each of elements()) set(each, each.dataset["place"]!.split(" ").some((name) => places.includes(name)));
  };
  show();
  // Boards replace some of these elements with every choice.
  const observer = new MutationObserver(show);
  observer.observe(region, { childList: true, subtree: true, attributeFilter: ["data-place", ...watched] });
  return () => {
    observer.disconnect();
    for (const each of elements()) set(each, false);
  };
}

/** Mark the places that a coach or a hint is about. */
export function spotlight(region: Element, places: readonly string[]): () => void {
  return mark(region, places, (element, on) => element.toggleAttribute("data-shown", on));
}

/** Let the marked places flash, and focus the first one that can be pressed; returns whether there is one. */
export function pointOut(region: Element): boolean {
  const marked = [...region.querySelectorAll<HTMLElement | SVGElement>("[data-shown]")];
  const pressable = marked.flatMap((place) => (place.matches(PRESSABLE) ? place : (place.querySelector<HTMLElement>(PRESSABLE) ?? [])));
  marked[0]?.scrollIntoView({ block: "nearest", inline: "nearest" });
  if (!prefersReducedMotion()) for (const place of marked) place.animate?.(FLASH, { duration: 450, iterations: 3 });
  // A ring of its own shows where the focus is, also after a click.
  pressable[0]?.focus({ focusVisible: true } as FocusOptions);
  return pressable.length > 0;
}

/** Mark the places that a line of the log is about. */
export function highlight(region: Element, places: readonly string[]): () => void {
  return mark(region, places, (element, on) => element.classList.toggle("noted", on), ["class"]);
}
