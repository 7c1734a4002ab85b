/** What lies over the page now, the latest last: Escape closes only that one. */
const open: (() => void)[] = [];

function onkeydown(event: KeyboardEvent): void {
  if (event.defaultPrevented || !takesEscape(event)) return;
  event.preventDefault();
  open.at(-1)!();
}

/** Whether a key is the Escape that closes something; a modal dialog closes by itself. */
export function takesEscape(event: KeyboardEvent): boolean {
  return event.key === "Escape" && open.length > 0 && document.querySelector("dialog[open]") === null;
}

/** Let Escape close something that has opened; returns a function to call when it is closed. */
export function closable(close: () => void): () => void {
  if (open.length === 0) addEventListener("keydown", onkeydown);
  const entry = () => close();
  open.push(entry);
  return () => {
    open.splice(open.indexOf(entry), 1);
    if (open.length === 0) removeEventListener("keydown", onkeydown);
  };
}

/** An attachment for an overlay: Escape closes it, and the focus returns to where it was before. */
export function overlay(close: () => void): (element: HTMLElement) => () => void {
  return (element) => {
    const before = document.activeElement;
    const closed = closable(close);
    return () => {
      closed();
      const lost = document.activeElement === document.body || element.contains(document.activeElement);
      if (lost && before instanceof HTMLElement && before.isConnected) before.focus();
    };
  };
}
