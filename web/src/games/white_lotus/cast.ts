/** The characters that bots play in this game; the first ones also sit in its tutorial. */
import type { Cast } from "../types";

export const cast: Cast = {
  Chen: { manner: "patient", headgear: "scholar", beard: "wisp", look: "calm", robe: "crossed", cloth: "#7b2f2a", trim: "#e2c68a" },
  Zhang: { manner: "bold", headgear: "topknot", beard: "full", look: "stern", robe: "furred", cloth: "#39506b", trim: "#2f2621", skin: "brown" },
  Fang: { manner: "spiteful", headgear: "bun", look: "sly", robe: "crossed", cloth: "#4b6b4f", skin: "fair" },
  Liu: { manner: "fair", headgear: "straw", hue: "#d9b978", look: "merry", robe: "crossed", cloth: "#6a6256", skin: "brown" },
  Song: { manner: "fair", headgear: "monk", look: "calm", robe: "crossed", cloth: "#c07f35", trim: "#7b2f2a" },
  Hua: { manner: "patient", headgear: "loose", look: "curious", robe: "crossed", cloth: "#8a3f63", skin: "fair" },
  Kang: { manner: "bold", headgear: "wrap", hue: "#b3321f", beard: "moustache", look: "stern", robe: "crossed", cloth: "#54473c", trim: "#cdbb97" },
  Rui: { manner: "spiteful", headgear: "crown", beard: "long", grey: true, look: "sly", robe: "crossed", cloth: "#2f4a5c", trim: "#d6a443", skin: "fair" },
};
