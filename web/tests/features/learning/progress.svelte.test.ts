import { beforeEach, describe, expect, it } from "vitest";
import { TutorialProgress } from "../../../src/features/learning/tutorial/progress.svelte";
import type { Lesson } from "../../../src/features/learning/types";
import type { Offer } from "../../../src/lib/types";
import { offer as someOffer } from "../../fixtures";

const lesson = (step: number, more: Partial<Lesson> = {}): Lesson => ({
  step,
  steps: 3,
  id: ["house", "draw", "end"][step]!,
  show: ["space:wei-3"],
  want: ["house wei-3 red"],
  over: false,
  ...more,
});
const offer = (notation: string, touches: string[]): Offer => ({ ...someOffer, notation, touches });

let progress: TutorialProgress;
beforeEach(() => {
  progress = new TutorialProgress();
  progress.texts = {
    house: { title: "A house", say: ["one", "two"], done: "Well done." },
    draw: { title: "Cards", say: ["three"] },
    end: { title: "The end", say: ["four"] },
  };
  progress.update(lesson(0), 0);
});

describe("the progress of a tutorial", () => {
  it("stays within the pages", () => {
    progress.turnPage(-1);
    expect(progress.page).toBe(0);
    progress.turnPage(1);
    progress.turnPage(1);
    expect([progress.page, progress.onLastPage]).toEqual([1, true]);
  });

  it("is on no last page before the text has arrived", () => {
    progress.texts = {};
    expect(progress.onLastPage).toBe(false);
  });

  it("praises while others move and on the first page of the next step", () => {
    expect(progress.praise).toBe("");
    progress.turnPage(1);
    progress.update(lesson(0, { want: [] }), 1);
    expect([progress.watching, progress.praise]).toEqual([true, "Well done."]);
    progress.texts = { ...progress.texts, draw: { title: "Cards", say: ["three", "four"] } };
    progress.update(lesson(1), 3);
    expect([progress.page, progress.praise]).toEqual([0, "Well done."]);
    progress.turnPage(1);
    expect(progress.praise).toBe("");
  });

  it("does not praise after going back or reopening the tutorial", () => {
    progress.update(lesson(2), 9);
    progress.update(lesson(1), 12);
    expect(progress.praise).toBe("");
  });

  it("points at what a page is about, and at what is asked for on the page that asks", () => {
    const offers = [offer("house wei-3 red", ["space:wei-3", "hand:red"]), offer("emissary wei red", ["dragon:wei", "hand:red"])];
    progress.update(lesson(0, { show: ["dragon:wei", "alliance:3"] }), 0);
    expect(progress.places(offers)).toEqual(["dragon:wei", "alliance:3"]);
    progress.turnPage(1);
    expect(progress.places(offers)).toEqual(["space:wei-3", "hand:red"]);
    progress.texts = { ...progress.texts, house: { title: "A house", say: ["one"] } };
    expect(progress.places(offers)).toEqual(["space:wei-3", "hand:red", "alliance:3"]);
  });

  it("points at the places of the step, then at those of the next wanted move", () => {
    const offers = [offer("stop", ["action:stop"]), offer("draw red", ["row:red"])];
    expect(progress.places(offers)).toEqual(["space:wei-3"]);
    progress.update(lesson(0, { want: ["stop"] }), 1);
    expect(progress.places(offers)).toEqual(["action:stop"]);
    progress.update(lesson(0, { want: [] }), 2);
    expect(progress.places(offers)).toEqual([]);
  });

  it("counts leaps in time", () => {
    progress.update(lesson(0, { want: [] }), 3);
    expect(progress.leaps).toBe(0);
    progress.update(lesson(1), 60);
    expect(progress.leaps).toBe(1);
  });
});
