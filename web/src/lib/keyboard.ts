/** Expose the height that a phone's on-screen keyboard covers as `--keyboard` on an element. */
export function aboveKeyboard(element: HTMLElement): () => void {
  const viewport = window.visualViewport;
  const measure = () => {
    const covered = viewport ? Math.max(0, innerHeight - viewport.height - viewport.offsetTop) : 0;
    element.style.setProperty("--keyboard", `${Math.round(covered)}px`);
  };
  measure();
  viewport?.addEventListener("resize", measure);
  viewport?.addEventListener("scroll", measure);
  return () => {
    viewport?.removeEventListener("resize", measure);
    viewport?.removeEventListener("scroll", measure);
  };
}
