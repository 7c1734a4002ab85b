/** The characters that bots play in this game; the first ones also sit in its tutorial. */
import type { Cast } from "../types";

export const cast: Cast = {
  Mehmed: { manner: "patient", headgear: "turban", hue: "#efe3c8", beard: "full", look: "calm", robe: "furred", cloth: "#2c6a52", trim: "#5b4431", skin: "brown" },
  Ana: { manner: "bold", headgear: "scarf", hue: "#b3321f", look: "merry", robe: "vest", cloth: "#efe3c8", trim: "#2f2a26", skin: "fair" },
  Ivan: { manner: "fair", headgear: "kalpak", hue: "#3a322c", beard: "moustache", look: "stern", robe: "vest", cloth: "#5a3d2a", trim: "#b3321f" },
  Radu: { manner: "bold", headgear: "short", hue: "#4a3222", beard: "moustache", look: "merry", robe: "vest", cloth: "#8f6a34", trim: "#3f5a3a" },
  Stana: { manner: "patient", headgear: "braid", hue: "#5b3820", look: "curious", robe: "vest", cloth: "#7c3a6d", trim: "#d6a443", skin: "fair" },
  Luka: { manner: "spiteful", headgear: "fez", hue: "#a3271c", beard: "goatee", look: "sly", robe: "vest", cloth: "#2f4156", trim: "#d6a443" },
  Ilinca: { manner: "fair", headgear: "scarf", hue: "#e9dcc0", look: "sly", robe: "vest", cloth: "#3f5a3a", trim: "#b3321f" },
  Petar: { manner: "spiteful", headgear: "kalpak", hue: "#cdbfa6", beard: "long", grey: true, look: "calm", robe: "furred", cloth: "#4a5660", trim: "#8a7d69" },
};
