import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { HeldFocus } from "../src/lib/focus";

let page: HTMLElement;
let focus: HeldFocus;
let stop: () => void;

const find = (selector: string) => page.querySelector<HTMLElement>(selector)!;
const press = () => dispatchEvent(new KeyboardEvent("keydown", { key: "Enter" }));

/** A card is pressed, and goes away. */
function playCard(by: () => void): void {
  find("#card").focus();
  by();
  find("#card").remove();
  focus.mend();
}

beforeEach(() => {
  page = document.body.appendChild(document.createElement("div"));
  page.innerHTML = `
    <main><div class="board" tabindex="-1"><button id="card" class="touchable"></button><button class="touchable" id="next"></button></div></main>
    <aside><div id="panel" role="tabpanel" tabindex="0"><button id="move"></button></div></aside>`;
  focus = new HeldFocus();
  stop = focus.follow(page);
});
afterEach(() => {
  stop();
  page.remove();
});

describe("the focus of who plays by key", () => {
  it("goes to the next thing that glows", () => {
    playCard(press);
    expect(document.activeElement?.id).toBe("next");
  });

  it("goes to the way on where nothing glows", () => {
    find("#next").className = "button first";
    playCard(press);
    expect(document.activeElement?.id).toBe("next");
  });

  it("is known where it was before it was followed", () => {
    stop();
    find("#card").focus();
    focus = new HeldFocus();
    stop = focus.follow(page);
    press();
    find("#card").remove();
    focus.mend();
    expect(document.activeElement?.id).toBe("next");
  });

  it("goes to the board when nothing glows", () => {
    find("#next").remove();
    playCard(press);
    expect(document.activeElement?.className).toBe("board");
  });

  it("stays in the drawer where it was there", () => {
    find("#move").focus();
    press();
    find("#move").remove();
    focus.mend();
    expect(document.activeElement?.id).toBe("panel");
  });

  it("stays where it is while that is there", () => {
    find("#card").focus();
    press();
    focus.mend();
    expect(document.activeElement?.id).toBe("card");
  });

  it("is left alone for who uses a pointer", () => {
    playCard(() => dispatchEvent(new Event("pointerdown")));
    expect(document.activeElement).toBe(document.body);
  });
});
