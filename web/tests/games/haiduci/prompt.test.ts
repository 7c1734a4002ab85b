import { expect, it } from "vitest";
import { Narrowing } from "../../../src/board/narrowing.svelte";
import { nextStep } from "../../../src/games/haiduci/prompt";
import { EDITION, offer, pass, say } from "./fixtures";

const offers = [
  pass(0),
  offer(1, { do: "offer", card: "army", faction: "serbia" }, "hand:army", "box:serbia:1"),
  offer(2, { do: "join", card: "army", faction: "ottoman" }, "hand:army", "box:ottoman:2"),
  offer(3, { do: "march", haiduc: "iancu-jianu", to: "vidin" }, "haiduc:iancu-jianu", "territory:vidin"),
];

function asked(place: string): string | null {
  const narrowing = new Narrowing(offers);
  narrowing.click(place);
  const phrase = nextStep(narrowing, EDITION);
  return phrase && say(phrase);
}

it("asks for the second half of a move", () => {
  expect(asked("hand:army")).toBe("army: into which box?");
  expect(asked("box:serbia:1")).toBe("Your first box: which card?");
  expect(asked("box:ottoman:2")).toBe("Offer (Ottoman Empire): join with which card?");
  expect(asked("haiduc:iancu-jianu")).toBe("Iancu Jianu: to which territory?");
  expect(asked("territory:vidin")).toBe("Vidin: which haiduc moves there?");
  expect(asked("action:pass")).toBeNull();
});
