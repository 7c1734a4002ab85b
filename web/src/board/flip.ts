/**
 * FLIP animations (first, last, invert, play): every element with a `data-flip` id inside a region glides from its old
 * position to its new one.  An element with a new id may start where the element named in `data-flip-from` was before.
 */

import { prefersReducedMotion } from "../lib/motion";

const DURATION = 260;
const EASING = "cubic-bezier(0.2, 0.7, 0.2, 1)";

/** Rectangles by `data-flip` id. */
export type Rects = Map<string, DOMRect>;

/** Measure where everything is; call it before the change. */
export function measure(region: Element): Rects {
  const found: Rects = new Map();
  for (const piece of region.querySelectorAll<HTMLElement>("[data-flip]")) {
    found.set(piece.dataset["flip"]!, piece.getBoundingClientRect());
  }
  return found;
}

/** Animate everything from where it was; call it when the change is in the page. */
export function glide(region: Element, before: Rects): void {
  if (prefersReducedMotion()) return;
  for (const piece of region.querySelectorAll<HTMLElement | SVGElement>("[data-flip]")) {
    const from = before.get(piece.dataset["flip"]!) ?? before.get(piece.dataset["flipFrom"] ?? "");
    if (from) move(piece, from);
    else if (before.size > 0) appear(piece);
  }
}

function move(piece: Element, from: DOMRect): void {
  const to = piece.getBoundingClientRect();
  if (!to.width || !to.height) return;
  const right = from.left + from.width / 2 - (to.left + to.width / 2);
  const down = from.top + from.height / 2 - (to.top + to.height / 2);
  if (Math.abs(right) < 1 && Math.abs(down) < 1) return;
  const scale = unitsPerPixel(piece, to);
  piece.animate(
    [{ transform: `translate(${right * scale}px, ${down * scale}px)` }, { transform: "none" }],
    { duration: DURATION, easing: EASING, composite: "add" },
  );
}

/** Inside an SVG, CSS pixels are units of the drawing. */
function unitsPerPixel(piece: Element, drawn: DOMRect): number {
  const box = piece instanceof SVGGraphicsElement ? piece.getScreenCTM() : null;
  return box && drawn.width ? 1 / Math.hypot(box.a, box.b) : 1;
}

function appear(piece: Element): void {
  piece.animate([{ opacity: 0 }, { opacity: 1 }], { duration: DURATION, easing: "ease-out" });
}
