/** What is pressed by key may go away with the press.  Then the focus goes where one goes on, not to the page's start. */

const PRESSABLE = "a[href], button:enabled, input:enabled, select:enabled, summary, [tabindex]";

export class HeldFocus {
  private byKey = false;
  private home: Element | null = null;

  /** Follow the focus in a page; the answer ends it. */
  follow(page: HTMLElement): () => void {
    const key = () => (this.byKey = true);
    const pointer = () => (this.byKey = false);
    const focus = () => (this.home = document.activeElement?.closest("main, aside, header") ?? null);
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

  /** If the focus is lost: to the next thing that glows or the way on, else to the board; in the drawer to its contents. */
  mend(): void {
    const at = document.activeElement;
    if (!this.byKey || !this.home?.isConnected || (at !== document.body && at?.matches(PRESSABLE))) return;
    const next = this.home.querySelector<HTMLElement>(".board :is(.touchable, .button.first), [role=tabpanel]");
    (next ?? this.home.querySelector<HTMLElement>(".board"))?.focus();
  }
}
