import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { FocusKeeper } from "../../src/lib/focus";

let page: HTMLElement;
let focus: FocusKeeper;
let stop: () => void;

const find = (selector: string) => page.querySelector<HTMLElement>(selector)!;
const press = () => dispatchEvent(new KeyboardEvent("keydown", { key: "Enter" }));

/** Activate a card, which then disappears. */
function playCard(by: () => void): void {
  find("#card").focus();
  by();
  find("#card").remove();
  focus.restore();
}

beforeEach(() => {
  page = document.body.appendChild(document.createElement("div"));
  page.innerHTML = `
    <main><div class="board" tabindex="-1"><button id="card" class="touchable"></button><button class="touchable" id="next"></button></div></main>
    <aside><div id="panel" role="tabpanel" tabindex="0"><button id="move"></button></div></aside>`;
  focus = new FocusKeeper();
  stop = focus.follow(page);
});
afterEach(() => {
  stop();
  page.remove();
});

describe("the focus after a press by key", () => {
  it("moves to the next touchable place", () => {
    playCard(press);
    expect(document.activeElement?.id).toBe("next");
  });

  it("moves to the primary button if nothing is touchable", () => {
    find("#next").className = "button first";
    playCard(press);
    expect(document.activeElement?.id).toBe("next");
  });

  it("is restored even if it was set before tracking began", () => {
    stop();
    find("#card").focus();
    focus = new FocusKeeper();
    stop = focus.follow(page);
    press();
    find("#card").remove();
    focus.restore();
    expect(document.activeElement?.id).toBe("next");
  });

  it("moves to the board if there is nothing to press", () => {
    find("#next").remove();
    playCard(press);
    expect(document.activeElement?.className).toBe("board");
  });

  it("stays in the drawer", () => {
    find("#move").focus();
    press();
    find("#move").remove();
    focus.restore();
    expect(document.activeElement?.id).toBe("panel");
  });

  it("stays on a control that still exists", () => {
    find("#card").focus();
    press();
    focus.restore();
    expect(document.activeElement?.id).toBe("card");
  });

  it("is not moved after a press by pointer", () => {
    playCard(() => dispatchEvent(new Event("pointerdown")));
    expect(document.activeElement).toBe(document.body);
  });
});
