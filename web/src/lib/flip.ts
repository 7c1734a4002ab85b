/**
 * Pieces travel: everything with a `data-flip` id inside a region glides from where it was before a change to where it
 * is after it (first, last, invert, play).  An id that appears anew may start at the place that another one, named in
 * `data-flip-from`, had before.
 */

const DURATION = 260;
const EASING = "cubic-bezier(0.2, 0.7, 0.2, 1)";

export type Places = Map<string, DOMRect>;

export function still(): boolean {
  return typeof matchMedia === "function" && matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** Where everything is now; to be called before the change. */
export function places(region: Element): Places {
  const found: Places = new Map();
  for (const piece of region.querySelectorAll<HTMLElement>("[data-flip]")) {
    found.set(piece.dataset["flip"]!, piece.getBoundingClientRect());
  }
  return found;
}

/** Let everything glide from where it was; to be called after the change is in the page. */
export function glide(region: Element, before: Places): void {
  if (still()) return;
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

/** Inside an SVG a CSS pixel is a unit of its drawing. */
function unitsPerPixel(piece: Element, drawn: DOMRect): number {
  const box = piece instanceof SVGGraphicsElement ? piece.getScreenCTM() : null;
  return box && drawn.width ? 1 / Math.hypot(box.a, box.b) : 1;
}

function appear(piece: Element): void {
  piece.animate([{ opacity: 0 }, { opacity: 1 }], { duration: DURATION, easing: "ease-out" });
}
