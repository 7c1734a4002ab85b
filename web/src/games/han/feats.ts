import type { Feats } from "../types";

/** Feats on a coin with a square hole's corners turned in, like the seals of the court. */
export const feats: Feats = {
  token: "M-29 -22H-22V-29H22V-22H29V22H22V29H-22V22H-29Z",
  wash: "#8a5e08",
  sketches: {
    // A compass of four winds.
    "every-source": "M0 -19L4 -4L19 0L4 4L0 19L-4 4L-19 0L-4 -4Z",
    // A banner of one colour.
    "own-colours": "M-11 19V-18M-11 -17H14L8 -9L14 -1H-11",
    // Two seals tied by a cord.
    allied: "M-17 -10H-5V2H-17ZM5 -2H17V10H5ZM-5 -4C0 -8 2 2 5 4M-14 -7L-8 -1M8 1L14 7",
    // A winding road to a gate.
    roads: "M-17 18C-2 15 -14 6 -1 4C11 2 -2 -5 7 -8M1 -18H17M3 -18V-8M15 -18V-8M0 -14H18",
    // Roofs everywhere.
    everywhere: "M-19 -4L-11 -12L-3 -4M-16 -4V4H-6V-4M3 0L11 -8L19 0M6 0V8H16V0M-9 13L-1 5L7 13M-6 13V20H4V13",
    // The last tile of a roof.
    finisher: "M-19 3C-10 1 -6 -6 -4 -11H4C6 -6 10 1 19 3M-14 5V17H14V5M-4 17V9H4V17M8 -19L16 -15L13 -9L5 -13Z",
  },
};
