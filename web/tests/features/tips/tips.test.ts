import { beforeEach, describe, expect, it } from "vitest";
import { takeTitle, tipFor } from "../../../src/features/tips/tips";

let region: HTMLElement;
const TEXTS = new Set(["tip.space", "tip.hand.army", "tip.hand", "rules.secret", "tip.supply.house", "tip.player"]);
const tip = (selector: string) => tipFor(region.querySelector(selector)!, region, (id) => TEXTS.has(id));

beforeEach(() => {
  region = document.createElement("div");
  region.setAttribute("aria-label", "Han");
  region.innerHTML = `
    <g data-place="space:wei-3" role="img" aria-label="Wei 3, free"><circle /></g>
    <button data-place="hand:army" aria-label="army"></button>
    <button data-place="hand:stop" class="other">Stop</button>
    <li data-place="token:0:secret"><div role="img" aria-label="Secret: used"><i></i></div></li>
    <section data-place="player:0" aria-label="Ann"><b role="img" aria-label="Houses left: 4" data-tip="supply.house"></b><em></em></section>
    <span class="plain">nothing</span>
    <span class="titled" title="One of two"></span>`;
});

describe("a tip", () => {
  it("has the label of a place and the text for its kind", () => {
    expect(tip("circle")).toEqual({ title: "Wei 3, free", text: "tip.space" });
  });

  it("prefers the text for the very thing", () => {
    expect(tip("[aria-label=army]")).toEqual({ title: "army", text: "tip.hand.army" });
    expect(tip(".other")).toEqual({ title: "Stop", text: "tip.hand" });
  });

  it("falls back on the rules, and on what is around", () => {
    expect(tip("i")).toEqual({ title: "Secret: used", text: "rules.secret" });
    expect(tip("em")).toEqual({ title: "Ann", text: "tip.player" });
  });

  it("explains numbers by an id of their own", () => {
    expect(tip("b")).toEqual({ title: "Houses left: 4", text: "tip.supply.house" });
  });

  it("says nothing about the rest, not even the name of the board", () => {
    expect(tip(".plain")).toBeNull();
  });

  it("takes the place of the browser's tooltip", () => {
    const titled = region.querySelector(".titled")!;
    takeTitle(titled);
    expect(titled.hasAttribute("title")).toBe(false);
    expect(tip(".titled")).toBeNull();
    titled.setAttribute("data-tip", "supply.house");
    expect(tip(".titled")).toEqual({ title: "One of two", text: "tip.supply.house" });
  });
});
