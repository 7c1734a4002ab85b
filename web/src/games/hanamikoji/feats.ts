import type { Feats } from "../types";

/** Feats on a plum blossom. */
export const feats: Feats = {
  token:
    "M0 -24C-4 -32 -17 -30 -17 -20C-15 -16 -13 -14 -11 -13C-20 -16 -31 -9 -29 1C-27 9 -20 10 -15 8C-22 13 -23 25 -14 28C-6 30 -1 24 0 19C1 24 6 30 14 28C23 25 22 13 15 8C20 10 27 9 29 1C31 -9 20 -16 11 -13C13 -14 15 -16 17 -20C17 -30 4 -32 0 -24Z",
  wash: "#c4452d",
  sketches: {
    // Two fans, one over the other.
    "both-ways": "M-15 -2A14 14 0 0 1 9 -8L-3 7ZM-11 -1L-3 7M-3 -6L-3 7M4 -6L-3 7M-4 8A13 13 0 0 1 16 2L6 15ZM3 3L6 15M10 2L6 15",
    // A row of lanterns.
    "six-favours": "M-19 -14Q0 -7 19 -14M-13 -12V-8M0 -10V-6M13 -12V-8M-17 -8H-9V3H-17ZM-4 -6H4V5H-4ZM9 -8H17V3H9ZM-13 3V9M0 5V11M13 3V9",
    // Four simple hairpins.
    modest: "M-13 -12V13M-4 -12V13M5 -12V13M14 -12V13M-16 -12H-10M-7 -12H-1M2 -12H8M11 -12H17",
    // The sun sets behind a hill.
    "first-round": "M-19 9Q-8 1 1 7Q10 12 19 5M-9 2A10 10 0 0 1 10 5M0 -16V-12M-13 -10L-10 -7M13 -10L10 -7",
    // A card about to fall from the edge.
    brink: "M-19 8H1V15M-3 -13L10 -9L5 9L-8 5ZM1 -6L5 -5M0 -1L4 0",
    // A face-down card and what it hides.
    "decisive-secret": "M-10 -15H8V13H-10ZM-6 -11L4 9M4 -11L-6 9M12 -8C17 -4 17 4 12 9",
  },
};
