import { expect, it } from "vitest";
import { quietestCorner } from "../../src/board/notes";

const MAP = { left: 0, top: 0, width: 400, height: 300 };
const NOTE = { width: 200, height: 50 };

it("a note lies in its first corner unless that covers what it is about", () => {
  expect(quietestCorner(["end start", "start start"], NOTE, MAP, [])).toBe("end start");
  expect(quietestCorner(["end start", "start start"], NOTE, MAP, [{ left: 0, top: 260, width: 60, height: 40 }])).toBe("start start");
});

it("a note that covers something everywhere covers as little as it can", () => {
  const about = [
    { left: 0, top: 0, width: 400, height: 40 },
    { left: 150, top: 280, width: 200, height: 20 },
  ];
  expect(quietestCorner(["start center", "end start", "end end"], NOTE, MAP, about)).toBe("end start");
});
