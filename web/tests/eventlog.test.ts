import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import EventLog from "../src/parts/EventLog.svelte";
import { note } from "../src/lib/glow";
import type { LogLine } from "../src/lib/types";
import { line } from "./tables";

const by = (move: number, seat: number, text: string, more: Partial<LogLine> = {}): LogLine =>
  line(move, { event: { event: "drew", seat, item: null }, phrase: { id: text }, ...more });

const LINES = [
  by(1, 0, "A house", { touches: ["space:wei-3"] }),
  by(1, 0, "No second piece", { routine: true }),
  by(2, 1, "Two cards"),
  line(2, { event: { event: "left", seat: 1, policy: "bot" }, phrase: { id: "Bea leaves" } }),
];

let noted: [readonly string[], boolean | undefined][];
let shown: ReturnType<typeof mount>;

function show(more: { replay?: string } = {}): void {
  const props = {
    events: LINES,
    fresh: LINES.slice(2),
    names: ["Alex", "Bea"],
    say: ({ id }: { id: string }) => id,
    note: (places: readonly string[], stay?: boolean) => noted.push([places, stay]),
    ...more,
  };
  shown = mount(EventLog, { target: document.body, props });
  flushSync();
}

const all = <Kind extends HTMLElement>(selector: string): Kind[] => [...document.querySelectorAll<Kind>(selector)];
const texts = (selector: string): string[] => all(selector).map((each) => each.textContent!.trim());

describe("the log", () => {
  beforeEach(() => void (noted = []));
  afterEach(() => unmount(shown));

  it("names the player of each turn once, and lets what stands beside the game stand alone", () => {
    show();
    expect(texts("h3")).toEqual(["Alex", "Bea"]);
    expect(texts(".aside li")).toEqual(["Bea leaves"]);
    expect(texts("li li.fresh")).toEqual(["Two cards", "Bea leaves"]);
  });

  it("folds routine lines, which a button opens and closes", () => {
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

  it("shows the places of a line that has the focus, and keeps them after a press", () => {
    show();
    const [house] = all<HTMLButtonElement>("ul button");
    house!.focus();
    expect(noted.at(-1)).toEqual([["space:wei-3"], undefined]);
    house!.click();
    expect(noted.at(-1)).toEqual([["space:wei-3"], true]);
    house!.blur();
    expect(noted.at(-1)).toEqual([[], undefined]);
  });

  it("is one stop of Tab; arrows lead along its lines", () => {
    show({ replay: "t1" });
    const lines = all("[data-line]");
    expect(lines.map((each) => each.tabIndex)).toEqual([-1, -1, -1, 0]);
    lines[3]!.focus();
    lines[3]!.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowUp", bubbles: true }));
    flushSync();
    expect(document.activeElement).toBe(lines[2]);
    expect(lines.map((each) => each.tabIndex)).toEqual([-1, -1, 0, -1]);
  });

  it("of a finished game leads to its moments", () => {
    show({ replay: "t1" });
    expect(all<HTMLAnchorElement>("ul a").map((each) => each.getAttribute("href"))).toEqual([1, 2, 2].map((move) => `/replay/t1?move=${move}`));
  });
});

describe("places of a line", () => {
  it("are marked wherever they are drawn, and no longer than wanted", () => {
    const board = document.createElement("div");
    board.innerHTML = `<p data-place="space:wei-3"></p><svg><g data-place="a space:wei-3"></g><g data-place="a"></g></svg>`;
    const stop = note(board, ["space:wei-3"]);
    expect(board.querySelectorAll(".noted")).toHaveLength(2);
    stop();
    expect(board.querySelectorAll(".noted")).toHaveLength(0);
  });
});
