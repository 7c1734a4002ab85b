/** Sketches of the feats that all games share, around the middle of a token. */
export const sharedFeats: Readonly<Record<string, string>> = {
  // A balance that hardly tips.
  "by-a-hair": "M0 -17V13M-8 15H8M-15 -10L15 -13M-15 -10L-20 1M-15 -10L-10 1M-21 1a6 4 0 0 0 12 0ZM15 -13L10 -2M15 -13L20 -2M9 -2a6 4 0 0 0 12 0Z",
  // A path out of a valley.
  comeback: "M-20 -10C-15 12 -8 16 -2 13C6 9 9 -2 19 -14M11 -14H19V-6",
  // A clean sheet and a brush.
  flawless: "M-14 -17H8V17H-14ZM-9 -10H3M-9 -3H3M-9 4H-2M19 -17L9 5L6 14L13 8L22 -14Z",
  // A sail close to the wind.
  "against-luck": "M-17 9H15L9 16H-10ZM-2 9V-19L15 4H-2M-2 -12L-14 4H-2M14 -15H22M17 -9H23",
};
