import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import EventLog from "../../../src/features/log/EventLog.svelte";
import type { LogLine } from "../../../src/lib/types";
import { line } from "../../fixtures";

const by = (move: number, seat: number, text: string, more: Partial<LogLine> = {}): LogLine =>
  line(move, { event: { event: "drew", seat, item: null }, phrase: { id: text }, ...more });

const LINES = [
  by(1, 0, "A house", { touches: ["space:wei-3"] }),
  by(1, 0, "No second piece", { routine: true }),
  by(2, 1, "Two cards"),
  line(2, { event: { event: "left", seat: 1, policy: "bot" }, phrase: { id: "Bea leaves" } }),
];

let highlighted: [readonly string[], boolean | undefined][];
let shown: ReturnType<typeof mount>;

function show(more: { replay?: string } = {}): void {
  const props = {
    events: LINES,
    fresh: LINES.slice(2),
    names: ["Alex", "Bea"],
    say: ({ id }: { id: string }) => id,
    highlight: (places: readonly string[], stay?: boolean) => highlighted.push([places, stay]),
    ...more,
  };
  shown = mount(EventLog, { target: document.body, props });
  flushSync();
}

const all = <Kind extends HTMLElement>(selector: string): Kind[] => [...document.querySelectorAll<Kind>(selector)];
const texts = (selector: string): string[] => all(selector).map((each) => each.textContent!.trim());

describe("the log", () => {
  beforeEach(() => void (highlighted = []));
  afterEach(() => unmount(shown));

  it("names the player of each turn once and keeps asides apart", () => {
    show();
    expect(texts("h3")).toEqual(["Alex", "Bea"]);
    expect(texts(".aside li")).toEqual(["Bea leaves"]);
    expect(texts("li li.fresh")).toEqual(["Two cards", "Bea leaves"]);
  });

  it("folds routine lines behind a button", () => {
    show();
    expect(texts("li li")).not.toContain("No second piece");
    const [more] = all<HTMLButtonElement>(".more");
    expect(more!.getAttribute("aria-expanded")).toBe("false");
    more!.click();
    flushSync();
    expect(texts("li li").slice(0, 2)).toEqual(["A house", "No second piece"]);
    all<HTMLButtonElement>(".more")[0]!.click();
    flushSync();
    expect(texts("li li")).not.toContain("No second piece");
  });

  it("highlights the places of the focused line, and keeps them highlighted after a press", () => {
    show();
    const [house] = all<HTMLButtonElement>("ul button");
    house!.focus();
    expect(highlighted.at(-1)).toEqual([["space:wei-3"], undefined]);
    house!.click();
    expect(highlighted.at(-1)).toEqual([["space:wei-3"], true]);
    house!.blur();
    expect(highlighted.at(-1)).toEqual([[], undefined]);
  });

  it("is a single tab stop; arrow keys move between its lines", () => {
    show({ replay: "t1" });
    const lines = all("[data-line]");
    expect(lines.map((each) => each.tabIndex)).toEqual([-1, -1, -1, 0]);
    lines[3]!.focus();
    lines[3]!.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowUp", bubbles: true }));
    flushSync();
    expect(document.activeElement).toBe(lines[2]);
    expect(lines.map((each) => each.tabIndex)).toEqual([-1, -1, 0, -1]);
  });

  it("links to the replay of a finished game", () => {
    show({ replay: "t1" });
    expect(all<HTMLAnchorElement>("ul a").map((each) => each.getAttribute("href"))).toEqual([1, 2, 2].map((move) => `/replay/t1?move=${move}`));
  });
});
