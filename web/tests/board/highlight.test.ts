import { expect, it } from "vitest";
import { highlight } from "../../src/board/highlight";

it("marks every element of a place until it is stopped", () => {
  const board = document.createElement("div");
  board.innerHTML = `<p data-place="space:wei-3"></p><svg><g data-place="a space:wei-3"></g><g data-place="a"></g></svg>`;
  const stop = highlight(board, ["space:wei-3"]);
  expect(board.querySelectorAll(".noted")).toHaveLength(2);
  stop();
  expect(board.querySelectorAll(".noted")).toHaveLength(0);
});
