import { THINGS, takeTitle, tipFor, type Tip } from "./tips";

/** Milliseconds that a pointer rests, or a finger presses, before a tip opens. */
export const REST = 500;
/** Pixels that a pressing finger may move. */
const STEADY = 10;

const MODIFIERS = ["Shift", "Control", "Alt", "Meta"];
/** Keys that an open tip uses. */
const OWN_KEYS = ["Enter", " ", "ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"];

type By = "pointer" | "touch" | "key";
type Shown = Tip & { element: Element; by: By };

/** The tip that is open on a board: by resting the pointer, by a long press, or by the key "?" and the arrows. */
class OpenTip {
  shown: Shown | null = $state.raw(null);
  private region: HTMLElement | null = null;
  private has: (id: string) => boolean = () => false;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private pressed = { x: 0, y: 0 };
  /** The click that follows a long press is not meant. */
  private held = false;

  /** Listen to a board; returns a function that stops. */
  follow(region: HTMLElement, has: (id: string) => boolean): () => void {
    [this.region, this.has] = [region, has];
    const stop = new AbortController();
    const { signal } = stop;
    region.addEventListener("pointerover", (event) => this.over(event), { signal });
    region.addEventListener("pointerleave", ({ pointerType }) => pointerType === "mouse" && this.close(), { signal });
    region.addEventListener("pointerdown", (event) => this.down(event), { signal, capture: true });
    region.addEventListener("pointermove", (event) => this.move(event), { signal });
    for (const end of ["pointerup", "pointercancel"]) region.addEventListener(end, () => clearTimeout(this.timer), { signal });
    for (const unwanted of ["click", "contextmenu", "dragstart"]) region.addEventListener(unwanted, (event) => this.swallow(event), { signal, capture: true });
    return () => {
      stop.abort();
      this.close();
    };
  }

  /** Whether a key is meant for the tip. */
  takes(event: KeyboardEvent): boolean {
    return this.shown?.by === "key" && OWN_KEYS.includes(event.key);
  }

  close(): void {
    clearTimeout(this.timer);
    this.shown?.element.removeAttribute("aria-describedby");
    this.shown = null;
  }

  /** Handle a key: "?" opens the tip of what has the focus, and the arrows then lead from thing to thing. */
  key(event: KeyboardEvent): boolean {
    if (MODIFIERS.includes(event.key) || event.key === "Escape" || (event.target as Element).closest?.("input, textarea, select, dialog")) return false;
    if (event.key === "?") return this.step(this.focused() ?? this.things()[0]);
    if (this.shown?.by !== "key") {
      this.close();
      return false;
    }
    const { element } = this.shown;
    if (event.key === "ArrowRight" || event.key === "ArrowDown") return this.step(this.beside(element, 1));
    if (event.key === "ArrowLeft" || event.key === "ArrowUp") return this.step(this.beside(element, -1));
    this.close();
    if (event.key === "Enter" || event.key === " ") element.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    return ["Enter", " "].includes(event.key);
  }

  private open(element: Element, by: By): boolean {
    const tip = this.region && element.isConnected ? tipFor(element, this.region, this.has) : null;
    this.close();
    if (!tip) return false;
    element.setAttribute("aria-describedby", "tip");
    this.shown = { ...tip, element, by };
    return true;
  }

  private over(event: PointerEvent): void {
    const target = event.target as Element;
    takeTitle(target);
    if (event.pointerType !== "mouse" || event.buttons > 0) return;
    const thing = target.closest(THINGS);
    if (this.shown?.element === thing) return;
    const wait = this.shown ? REST / 4 : REST;
    this.close();
    if (thing) this.timer = setTimeout(() => this.open(thing, "pointer"), wait);
  }

  private down(event: PointerEvent): void {
    this.close();
    this.held = false;
    const thing = (event.target as Element).closest(THINGS);
    if (event.pointerType === "mouse" || !thing) return;
    this.pressed = { x: event.clientX, y: event.clientY };
    this.timer = setTimeout(() => (this.held = this.open(thing, "touch")), REST);
  }

  private move({ pointerType, clientX, clientY }: PointerEvent): void {
    const moved = Math.hypot(clientX - this.pressed.x, clientY - this.pressed.y) > STEADY;
    if (pointerType !== "mouse" && moved && !this.held) clearTimeout(this.timer);
  }

  private swallow(event: Event): void {
    if (!this.held) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.type === "click") this.held = false;
  }

  private step(element: Element | undefined): boolean {
    if (!element || !this.open(element, "key")) return false;
    element.scrollIntoView?.({ block: "nearest", inline: "nearest" });
    return true;
  }

  /** The thing that has the focus. */
  private focused(): Element | undefined {
    return document.activeElement?.closest(THINGS) && this.region?.contains(document.activeElement) ? document.activeElement.closest(THINGS)! : undefined;
  }

  /** Everything visible that has a tip, in the order of the page. */
  private things(): Element[] {
    const all = [...(this.region?.querySelectorAll(THINGS) ?? [])];
    return all.filter((thing) => thing.getClientRects().length > 0 && !thing.closest("[aria-hidden=true]") && tipFor(thing, this.region!, this.has));
  }

  private beside(element: Element, step: number): Element | undefined {
    const things = this.things();
    return things[(things.indexOf(element) + step + things.length) % things.length];
  }
}

export const openTip = new OpenTip();
