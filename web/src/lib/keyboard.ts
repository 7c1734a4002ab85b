/** Tell an element, as `--keyboard`, how much of the page's foot the keyboard on a phone's screen covers. */
export function aboveKeyboard(element: HTMLElement): () => void {
  const sight = window.visualViewport;
  const measure = () => {
    const covered = sight ? Math.max(0, innerHeight - sight.height - sight.offsetTop) : 0;
    element.style.setProperty("--keyboard", `${Math.round(covered)}px`);
  };
  measure();
  sight?.addEventListener("resize", measure);
  sight?.addEventListener("scroll", measure);
  return () => {
    sight?.removeEventListener("resize", measure);
    sight?.removeEventListener("scroll", measure);
  };
}
