import type { Feats } from "../types";

/** Feats on a lotus in flower. */
export const feats: Feats = {
  token:
    "M0 -30C6 -27 9 -23 10 -19C15 -22 20 -22 22 -21C23 -16 22 -13 20 -10C25 -9 29 -4 30 0C29 4 25 9 20 10C22 13 23 16 22 21C20 22 15 22 10 19C9 23 6 27 0 30C-6 27 -9 23 -10 19C-15 22 -20 22 -22 21C-23 16 -22 13 -20 10C-25 9 -29 4 -30 0C-29 -4 -25 -9 -20 -10C-22 -13 -23 -16 -22 -21C-20 -22 -15 -22 -10 -19C-9 -23 -6 -27 0 -30Z",
  wash: "#7c3a6d",
  sketches: {
    // A throne that tips over.
    dethroned: "M-12 14L-4 -14L11 -10L5 10L-9 6M5 10L8 16M-6 -15L-8 -19M11 -10L14 -14M-17 17H17",
    // A small banner among spears.
    faithful: "M-4 17V-16M-4 -15H9L5 -10L9 -5H-4M-15 17L-12 -6M15 17L12 -2M-14 -6L-12 -12L-10 -6M10 -2L12 -8L14 -2",
    // A mountain in a storm.
    unshaken: "M-18 14L-4 -10L3 0L8 -6L18 14ZM-7 -5L-3 -2L0 -5M-19 -12C-14 -16 -10 -9 -5 -14M6 -15C10 -18 13 -12 18 -16",
    // A throne with an arrow that comes back.
    "back-on-the-throne": "M-8 16V-6H8V16M-8 5H8M-11 -6V-12L-6 -8L0 -15L6 -8L11 -12V-6ZM-17 12A19 19 0 0 1 -15 -12M-18 -6L-15 -12L-9 -11",
    // A screen with an eye behind it.
    "never-emperor": "M-17 -14L-6 -11V16L-17 13ZM-6 -11L6 -14V13L-6 16M6 -14L17 -11V16L6 13M-3 0C1 -5 6 -4 9 -1M2 -1.5V0.5",
    // A boat on a still lake.
    "few-conflicts": "M-16 6H16L10 12H-10ZM0 6V-13M0 -12C7 -10 10 -4 11 2H0M-18 17C-12 14 -6 20 0 17C6 14 12 20 18 17",
    // Two hands with a letter.
    dealer: "M-18 3L-7 -4L0 1L7 -4L18 3M-18 9L-8 6L-2 11L4 6M18 9L8 6L2 11M-8 -17H8V-7H-8ZM-8 -17L0 -11L8 -17",
  },
};
