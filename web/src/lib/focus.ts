/**
 * Keeps the keyboard focus useful.  A control that is activated by key may disappear; the focus then moves to the next
 * sensible control instead of the start of the page.
 */

const FOCUSABLE = "a[href], button:enabled, input:enabled, select:enabled, summary, [tabindex]";

export class FocusKeeper {
  private byKey = false;
  private landmark: Element | null = null;

  /** Track the focus inside a page; returns a function that stops tracking. */
  follow(page: HTMLElement): () => void {
    const key = () => (this.byKey = true);
    const pointer = () => (this.byKey = false);
    const focus = () => (this.landmark = document.activeElement?.closest("main, aside, header") ?? null);
    addEventListener("keydown", key, true);
    addEventListener("pointerdown", pointer, true);
    page.addEventListener("focusin", focus);
    focus();
    return () => {
      removeEventListener("keydown", key, true);
      removeEventListener("pointerdown", pointer, true);
      page.removeEventListener("focusin", focus);
    };
  }

  /** If the focus was lost, move it to the next touchable place or primary button, else to the board or the drawer's panel. */
  restore(): void {
    const at = document.activeElement;
    if (!this.byKey || !this.landmark?.isConnected || (at !== document.body && at?.matches(FOCUSABLE))) return;
    const next = this.landmark.querySelector<HTMLElement>(".board :is(.touchable, .button.first), [role=tabpanel]");
    (next ?? this.landmark.querySelector<HTMLElement>(".board"))?.focus();
  }
}
