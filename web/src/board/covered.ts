/** How much of the lower part of a map the panel of a phone lies over, in pixels. */
export function coveredBelow(map: Element): number {
  const panel = map.closest(".table")?.querySelector(":scope > .over:not(.folded) > .panel")?.getBoundingClientRect();
  const window = map.getBoundingClientRect();
  return panel && panel.left < window.right ? Math.max(0, window.bottom - Math.max(panel.top, window.top)) : 0;
}
