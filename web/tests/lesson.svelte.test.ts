import { beforeEach, describe, expect, it } from "vitest";
import { Coaching } from "../src/lib/lesson.svelte";
import type { Lesson } from "../src/lib/types/learning";
import type { Offer } from "../src/lib/types";
import { offer as someOffer } from "./tables";

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

let coaching: Coaching;
beforeEach(() => {
  coaching = new Coaching();
  coaching.steps = {
    house: { title: "A house", say: ["one", "two"], done: "Well done." },
    draw: { title: "Cards", say: ["three"] },
    end: { title: "The end", say: ["four"] },
  };
  coaching.meet(lesson(0), 0);
});

describe("a coach", () => {
  it("turns pages no further than they go", () => {
    coaching.turn(-1);
    expect(coaching.page).toBe(0);
    coaching.turn(1);
    coaching.turn(1);
    expect([coaching.page, coaching.last]).toEqual([1, true]);
  });

  it("praises while others move and at the next step, until a page is turned", () => {
    expect(coaching.praise).toBe("");
    coaching.turn(1);
    coaching.meet(lesson(0, { want: [] }), 1);
    expect([coaching.watching, coaching.praise]).toEqual([true, "Well done."]);
    coaching.steps = { ...coaching.steps, draw: { title: "Cards", say: ["three", "four"] } };
    coaching.meet(lesson(1), 3);
    expect([coaching.page, coaching.praise]).toEqual([0, "Well done."]);
    coaching.turn(1);
    expect(coaching.praise).toBe("");
  });

  it("does not praise who goes back or comes anew", () => {
    coaching.meet(lesson(2), 9);
    coaching.meet(lesson(1), 12);
    expect(coaching.praise).toBe("");
  });

  it("points at the step's places, and when it is half done at those of the next move", () => {
    const offers = [offer("stop", ["action:stop"]), offer("draw red", ["row:red"])];
    expect(coaching.places(offers)).toEqual(["space:wei-3"]);
    coaching.meet(lesson(0, { want: ["stop"] }), 1);
    expect(coaching.places(offers)).toEqual(["action:stop"]);
    coaching.meet(lesson(0, { want: [] }), 2);
    expect(coaching.places(offers)).toEqual([]);
  });

  it("notices when time has passed", () => {
    coaching.meet(lesson(0, { want: [] }), 3);
    expect(coaching.leaps).toBe(0);
    coaching.meet(lesson(1), 60);
    expect(coaching.leaps).toBe(1);
  });
});
