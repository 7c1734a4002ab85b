/** The faces of the eighteen leaders, by faction and then by name. */
import type { Face } from "../../../ui/faces";

const FACES: Record<string, Record<string, Face>> = {
  ottoman: {
    "Alemdar Mustafa Pasha": { headgear: "turban", hue: "#efe3c8", beard: "full", look: "stern", robe: "furred", cloth: "#8f2f24", trim: "#4a3626", skin: "brown" },
    "Ali Pasha of Ioannina": { headgear: "fez", hue: "#5a1f1a", beard: "long", grey: true, look: "sly", robe: "furred", cloth: "#34506a", trim: "#d9c9a8" },
    "Mahmud II": { headgear: "aigrette", hue: "#f2e8d0", beard: "goatee", look: "calm", robe: "furred", cloth: "#2c6a52", trim: "#cdb07a", skin: "fair" },
  },
  transylvania: {
    "György Bánffy": { headgear: "queue", hue: "#ddd6ca", look: "calm", robe: "uniform", cloth: "#6a2f3a", trim: "#efe3c8", skin: "fair" },
    "Sámuel Teleki": { headgear: "short", hue: "#6b625a", look: "curious", robe: "vest", cloth: "#3a3f4a", trim: "#1f2228", skin: "fair" },
    "Michael von Brukenthal": { headgear: "queue", hue: "#8a7d6c", beard: "whiskers", look: "stern", robe: "uniform", cloth: "#2f4a3a", trim: "#d6a443", skin: "fair" },
  },
  serbia: {
    "Karađorđe": { headgear: "kalpak", hue: "#2b2320", beard: "moustache", look: "stern", robe: "furred", cloth: "#5a2a20", trim: "#2b2320", skin: "brown" },
    "Mateja Nenadović": { headgear: "kamilavka", hue: "#2b2623", beard: "full", look: "calm", robe: "cassock", cloth: "#3a3532" },
    "Mladen Milovanović": { headgear: "fez", hue: "#a3271c", beard: "moustache", look: "sly", robe: "vest", cloth: "#2f4156", trim: "#d6a443" },
  },
  moldavia: {
    "Scarlat Callimachi": { headgear: "boyar", hue: "#6f6458", beard: "full", look: "calm", robe: "furred", cloth: "#4a3a6a", trim: "#8a6a48", skin: "fair" },
    "Alexandru Moruzi": { headgear: "boyar", hue: "#3a322c", beard: "long", look: "sly", robe: "furred", cloth: "#7a3b24", trim: "#d9c9a8" },
    "Veniamin Costache": { headgear: "kamilavka", hue: "#1f1c1a", beard: "long", grey: true, look: "merry", robe: "cassock", cloth: "#4a2f4f", skin: "fair" },
  },
  wallachia: {
    "Constantin Ypsilanti": { headgear: "boyar", hue: "#b0a08a", beard: "moustache", look: "stern", robe: "furred", cloth: "#2c5a6a", trim: "#5b4431" },
    "Tudor Vladimirescu": { headgear: "kalpak", hue: "#efe6d2", beard: "moustache", look: "calm", robe: "vest", cloth: "#6a6f4a", trim: "#2b2320", skin: "brown" },
    "Constantin Filipescu": { headgear: "boyar", hue: "#54483e", beard: "long", grey: true, look: "curious", robe: "furred", cloth: "#8f6a34", trim: "#efe3c8" },
  },
  russia: {
    "Mikhail Kutuzov": { headgear: "bicorne", hue: "#26302a", look: "sly", robe: "uniform", cloth: "#2f4a3a", trim: "#b3321f", skin: "fair" },
    "Pyotr Bagration": { headgear: "short", hue: "#2b2320", beard: "whiskers", look: "stern", robe: "uniform", cloth: "#26382f", trim: "#d6a443", skin: "brown" },
    "Duke of Richelieu": { headgear: "queue", hue: "#5b4632", beard: "whiskers", look: "merry", robe: "uniform", cloth: "#2f3f5a", trim: "#efe3c8", skin: "fair" },
  },
};

/** The face of a leader by its English name; leaders of custom files look like the first of their faction. */
export function leaderFace(faction: string, name: string): Face {
  const faces = FACES[faction] ?? FACES["wallachia"]!;
  return faces[name] ?? Object.values(faces)[0]!;
}

/** Every leader with a face, for tests. */
export const leadersWithFaces = (): [faction: string, name: string][] =>
  Object.entries(FACES).flatMap(([faction, faces]) => Object.keys(faces).map((name): [string, string] => [faction, name]));
