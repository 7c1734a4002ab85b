/** The characters that bots play in this game; the first one also sits in its tutorial. */
import type { Cast } from "../types";

export const cast: Cast = {
  Sakura: { manner: "patient", headgear: "shimada", look: "calm", robe: "kimono", cloth: "#d78a93", trim: "#b3321f", skin: "fair" },
  Jiro: { manner: "fair", headgear: "chonmage", look: "merry", robe: "kimono", cloth: "#35506e", trim: "#27394e" },
  Kiku: { manner: "spiteful", headgear: "shimada", hue: "#8d857b", look: "sly", robe: "kimono", cloth: "#5b5470", trim: "#3b3648", skin: "fair" },
  Haru: { manner: "bold", headgear: "bob", look: "curious", robe: "kimono", cloth: "#d1a13c", trim: "#2c7355", skin: "fair" },
  Ryo: { manner: "patient", headgear: "short", look: "stern", robe: "kimono", cloth: "#4c5a48", trim: "#2c352b" },
  Ume: { manner: "bold", headgear: "bun", look: "merry", robe: "kimono", cloth: "#8a3f4f", trim: "#efe0c2", skin: "fair" },
};
