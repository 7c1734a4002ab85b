/** Marks places of a board, those with one of the names in `data-place`, until the answer is called. */
function mark(
  region: Element,
  places: readonly string[],
  put: (drawn: Element, on: boolean) => void,
  watched: string[] = [],
): () => void {
  const drawn = () => region.querySelectorAll<HTMLElement | SVGElement>("[data-place]");
  const show = (): void => {
    for (const each of drawn()) put(each, each.dataset["place"]!.split(" ").some((name) => places.includes(name)));
  };
  show();
  // A board draws some of its places anew with every choice.
  const observer = new MutationObserver(show);
  observer.observe(region, { childList: true, subtree: true, attributeFilter: ["data-place", ...watched] });
  return () => {
    observer.disconnect();
    for (const each of drawn()) put(each, false);
  };
}

/** Places that a coach or a hint speaks of. */
export function shine(region: Element, places: readonly string[]): () => void {
  return mark(region, places, (drawn, on) => drawn.toggleAttribute("data-shown", on));
}

/** Places that a line of the log is about. */
export function note(region: Element, places: readonly string[]): () => void {
  return mark(region, places, (drawn, on) => drawn.classList.toggle("noted", on), ["class"]);
}
