import type { Feats } from "../types";

/** Feats on a shield. */
export const feats: Feats = {
  token: "M-25 -28C-12 -24 -6 -26 0 -30C6 -26 12 -24 25 -28C28 -8 24 16 0 30C-24 16 -28 -8 -25 -28Z",
  wash: "#2c7355",
  sketches: {
    // A broken seal.
    claimed: "M-12 -13A12 12 0 0 1 11 -10L3 -7L6 -2L-1 2L2 7L-4 11A12 12 0 0 1 -12 -13ZM15 -4A12 12 0 0 1 3 13L7 6L4 2L11 -2Z",
    // A galloping horse shoe and wind.
    swift: "M3 -15A12 12 0 0 1 13 9L8 8A8 8 0 1 0 -4 8L-9 9A12 12 0 0 1 3 -15ZM-20 -8H-12M-21 -2H-14M-20 4H-13",
    // Snow.
    "last-season": "M0 -17V17M-15 -8.5L15 8.5M-15 8.5L15 -8.5M-4 -14L0 -10L4 -14M-4 14L0 10L4 14M-13 -3L-8 -4.5L-10 -9.5M13 3L8 4.5L10 9.5",
    // A loaf and salt for guests.
    everyone: "M-15 8C-15 -2 -8 -7 0 -7S15 -2 15 8ZM-19 8H19L15 14H-15ZM-6 -2L-3 3M2 -3L5 2M0 -7V-12M-4 -12H4L3 -17H-3Z",
    // A tower with a barred window.
    captor: "M-11 16V-10H-14V-17H-9V-13H-3V-17H3V-13H9V-17H14V-10H11V16ZM-5 7V-2A5 5 0 0 1 5 -2V7ZM-2 -5V7M2 -5V7",
    // A pistol at rest over a sash.
    steadfast: "M-16 -4H10C13 -4 14 -2 14 0L18 13L12 15L8 4H-2L-5 8L-8 4H-16ZM-1 4C-1 8 4 8 4 4M-14 14C-6 10 0 18 8 15",
  },
};
