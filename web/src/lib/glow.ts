/** Places of a board to look at: what has one of these names in `data-place` gets `data-shown`, until the answer is called. */
export function shine(region: Element, places: readonly string[]): () => void {
  const show = (): void => {
    for (const drawn of region.querySelectorAll<HTMLElement | SVGElement>("[data-place]")) {
      const names = drawn.dataset["place"]!.split(" ");
      drawn.toggleAttribute("data-shown", names.some((name) => places.includes(name)));
    }
  };
  show();
  // A board draws some of its places anew with every choice.
  const observer = new MutationObserver(show);
  observer.observe(region, { childList: true, subtree: true, attributeFilter: ["data-place"] });
  return () => {
    observer.disconnect();
    for (const drawn of region.querySelectorAll("[data-shown]")) drawn.removeAttribute("data-shown");
  };
}
