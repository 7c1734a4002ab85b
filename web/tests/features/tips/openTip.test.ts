import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { openTip, REST } from "../../../src/features/tips/openTip.svelte";

let region: HTMLElement;
let stop: () => void;
const clicked = vi.fn();
const one = () => region.querySelector<HTMLElement>("[aria-label=one]")!;

function pointer(type: string, kind: "mouse" | "touch", at = { x: 5, y: 5 }): void {
  one().dispatchEvent(new PointerEvent(type, { bubbles: true, pointerType: kind, clientX: at.x, clientY: at.y }));
}

const key = (name: string) => {
  const event = new KeyboardEvent("keydown", { key: name, bubbles: true });
  one().dispatchEvent(event);
  return openTip.key(event);
};

beforeEach(() => {
  vi.useFakeTimers();
  clicked.mockClear();
  region = document.createElement("div");
  region.innerHTML = `<button aria-label="one" data-place="hand:one"></button><button aria-label="two" data-place="hand:two"></button>`;
  document.body.append(region);
  // Nothing is laid out here.
  for (const button of region.children) button.getClientRects = () => [new DOMRect()] as unknown as DOMRectList;
  region.addEventListener("click", clicked);
  stop = openTip.follow(region, () => false);
});

afterEach(() => {
  stop();
  region.remove();
  vi.useRealTimers();
});

describe("the open tip", () => {
  it("opens when the pointer rests, describes its thing, and closes when it leaves", () => {
    pointer("pointerover", "mouse");
    expect(openTip.shown).toBeNull();
    vi.advanceTimersByTime(REST);
    expect(openTip.shown?.title).toBe("one");
    expect(one().getAttribute("aria-describedby")).toBe("tip");
    region.dispatchEvent(new PointerEvent("pointerleave", { pointerType: "mouse" }));
    expect(openTip.shown).toBeNull();
    expect(one().hasAttribute("aria-describedby")).toBe(false);
  });

  it("opens by a long press, which is not a click", () => {
    pointer("pointerdown", "touch");
    vi.advanceTimersByTime(REST);
    pointer("pointerup", "touch");
    one().click();
    expect(openTip.shown?.title).toBe("one");
    expect(clicked).not.toHaveBeenCalled();
    pointer("pointerdown", "touch");
    pointer("pointerup", "touch");
    one().click();
    expect(openTip.shown).toBeNull();
    expect(clicked).toHaveBeenCalledTimes(1);
  });

  it("stays closed for a tap and for a finger that drags", () => {
    pointer("pointerdown", "touch");
    pointer("pointerup", "touch");
    vi.advanceTimersByTime(REST);
    pointer("pointerdown", "touch");
    pointer("pointermove", "touch", { x: 40, y: 5 });
    vi.advanceTimersByTime(REST);
    expect(openTip.shown).toBeNull();
  });

  it("opens by “?” on what has the focus; arrows lead on, another key closes, Enter clicks", () => {
    one().focus();
    expect(key("?")).toBe(true);
    expect(openTip.shown?.title).toBe("one");
    key("ArrowRight");
    expect(openTip.shown?.title).toBe("two");
    key("ArrowRight");
    expect(openTip.shown?.title).toBe("one");
    expect(key("a")).toBe(false);
    expect(openTip.shown).toBeNull();
    key("?");
    key("Enter");
    expect(clicked).toHaveBeenCalledTimes(1);
  });
});
