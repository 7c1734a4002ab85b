/** The characters that bots play in this game; the first ones also sit in its tutorial. */
import type { Cast } from "../types";

export const cast: Cast = {
  Mei: { manner: "fair", headgear: "bun", look: "merry", robe: "crossed", cloth: "#b5553f", skin: "fair" },
  Bao: { manner: "bold", headgear: "topknot", beard: "moustache", look: "calm", robe: "crossed", cloth: "#3f5f78" },
  Wen: { manner: "spiteful", headgear: "scholar", beard: "goatee", look: "sly", robe: "crossed", cloth: "#5d7350", skin: "fair" },
  Lan: { manner: "patient", headgear: "loose", look: "calm", robe: "crossed", cloth: "#6d4a78", trim: "#d9c49a", skin: "fair" },
  Yong: { manner: "patient", headgear: "crown", beard: "wisp", look: "stern", robe: "crossed", cloth: "#4a3f3a", trim: "#b3321f", skin: "brown" },
  Qiao: { manner: "bold", headgear: "buns", look: "curious", robe: "crossed", cloth: "#c08a2d", skin: "fair" },
  Hui: { manner: "fair", headgear: "topknot", hue: "#cfc7ba", beard: "long", grey: true, look: "merry", robe: "crossed", cloth: "#4f6b68" },
  Deng: { manner: "spiteful", headgear: "short", beard: "full", look: "stern", robe: "furred", cloth: "#7a5236", trim: "#3a2c24", skin: "brown" },
};
