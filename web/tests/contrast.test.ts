/** Contrast of colours that meet: 4.5 for text, 3 for large text and meaningful graphics (WCAG 2.2, AA). */
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { INKS } from "../src/games/hanamikoji/types";

type Colour = [red: number, green: number, blue: number, opacity: number];
type Theme = "light" | "dark";
/** A colour and its background, which may have several layers, the lowest first: "sheet seat-1/30%". */
type Pair = [ink: string, ground: string];

const SEATS = [0, 1, 2, 3, 4, 5].map((seat) => `ink-${seat}`);

function tokens(...files: string[]): Map<string, string> {
  const text = files.map((file) => readFileSync(`src/${file}`, "utf-8")).join("\n");
  return new Map([...text.matchAll(/--([\w-]+): ([^;]+);/g)].map(([, name, value]) => [name!, value!]));
}

function colour(value: string, theme: Theme, known: Map<string, string>): Colour {
  const two = /^light-dark\((#\w+|rgb\(.*?\)), (#\w+|rgb\(.*?\))\)$/.exec(value);
  if (two) return colour(two[theme === "light" ? 1 : 2]!, theme, known);
  const hex = /^#(..)(..)(..)$/.exec(value);
  if (hex) return [...hex.slice(1).map((part) => parseInt(part, 16)), 1] as Colour;
  const rgb = /^rgb\((\d+) (\d+) (\d+) \/ (\d+)%\)$/.exec(value);
  if (rgb) return [...rgb.slice(1, 4).map(Number), Number(rgb[4]) / 100] as Colour;
  const named = /^([\w-]+?)(?:\/(\d+)%)?$/.exec(value);
  const meant = named && known.get(named[1]!);
  if (!meant) throw new Error(`Unknown colour ${value}.`);
  const [red, green, blue, opacity] = colour(meant, theme, known);
  return [red, green, blue, named[2] ? Number(named[2]) / 100 : opacity];
}

function over(lower: Colour, upper: Colour): Colour {
  const [clear, thick] = [1 - upper[3], upper[3]];
  return [0, 1, 2].map((part) => lower[part]! * clear + upper[part]! * thick).concat(1) as Colour;
}

const linear = (part: number): number => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);

function luminance(colour: Colour): number {
  const [red, green, blue] = colour
    .slice(0, 3)
    .map((part) => linear(part / 255));
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}

function contrast([ink, ground]: Pair, theme: Theme, known: Map<string, string>): number {
  const [lowest, ...layers] = ground.split(" ").map((layer) => colour(layer, theme, known));
  const below = layers.reduce(over, lowest!);
  const [dark, light] = [luminance(below), luminance(over(below, colour(ink, theme, known)))].toSorted((a, b) => a - b);
  return (light! + 0.05) / (dark! + 0.05);
}

const each = (inks: readonly string[], grounds: readonly string[]): Pair[] =>
  inks.flatMap((ink) => grounds.map((ground): Pair => [ink, ground]));

function weak(pairs: Pair[], least: number, ...files: string[]): string[] {
  const known = tokens("styles/tokens.css", ...files);
  return (["light", "dark"] as const).flatMap((theme) =>
    pairs
      .map((pair) => ({ pair, found: contrast(pair, theme, known) }))
      .filter(({ found }) => found < least)
      .map(({ pair, found }) => `${theme}: ${pair[0]} on ${pair[1]} has ${found.toFixed(2)}, wanted ${least}`),
  );
}

describe("pages", () => {
  const papers = ["paper", "raised", "sunken"];

  it("have readable text", () => {
    expect(weak([...each(["ink", "soft", "accent"], papers), ["accent-ink", "accent"], ["accent-ink", "chosen"], ["paper", "ink"]], 4.5)).toEqual([]);
  });

  it("have visible fields, buttons and focus", () => {
    expect(weak(each(["line-strong", "accent"], papers), 3)).toEqual([]);
  });

  it("show clearly whose turn it is", () => {
    expect(weak(each(["glow", "chosen", "fresh", "pointed"], ["paper", "raised"]), 3)).toEqual([]);
  });

  it("have readable text in the inks of players", () => {
    expect(weak(each(SEATS, papers), 4.5)).toEqual([]);
  });
});

/** The distance of two colours as they look (OKLab, ΔE × 100). */
function difference(one: Colour, other: Colour): number {
  const [[a, b, c], [x, y, z]] = [oklab(one), oklab(other)];
  return 100 * Math.hypot(a - x, b - y, c - z);
}

function oklab(colour: Colour): [number, number, number] {
  const [red, green, blue] = colour.map((part) => linear(part / 255)) as Colour;
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const middle = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  return [
    0.2104542553 * long + 0.793617785 * middle - 0.0040720468 * short,
    1.9779984951 * long - 2.428592205 * middle + 0.4505937099 * short,
    0.0259040371 * long + 0.7827717662 * middle - 0.808675766 * short,
  ];
}

/** What people see who lack one kind of cones, in linear light (Machado et al. 2009, severity 1). */
const BLINDNESS: Readonly<Record<string, readonly number[][]>> = {
  protanopia: [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
  deuteranopia: [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881]],
  tritanopia: [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.3039]],
};

function seenWith(rows: readonly number[][], colour: Colour): Colour {
  const light = colour.slice(0, 3).map((part) => linear(part / 255));
  const seen = rows.map((row) => row.reduce((sum, weight, index) => sum + weight * light[index]!, 0));
  return [...seen.map((part) => 255 * gamma(Math.min(1, Math.max(0, part)))), 1] as Colour;
}

const gamma = (part: number): number => (part <= 0.0031308 ? 12.92 * part : 1.055 * part ** (1 / 2.4) - 0.055);

describe("signs on boards", () => {
  const SIGNS = ["glow", "chosen", "fresh", "pointed"];

  it("differ from the inks of players and from each other", () => {
    const known = tokens("styles/tokens.css");
    const near = (["light", "dark"] as const).flatMap((theme) =>
      SIGNS.flatMap((sign, index) =>
        [...SEATS, ...SIGNS.slice(index + 1)]
          .map((other) => ({ other, found: difference(colour(sign, theme, known), colour(other, theme, known)) }))
          .filter(({ found }) => found < 10)
          .map(({ other, found }) => `${theme}: ${sign} and ${other} differ by ${found.toFixed(1)}`),
      ),
    );
    expect(near).toEqual([]);
  });

  it("point at places in a colour that nobody takes for a player's", () => {
    const known = tokens("styles/tokens.css");
    const near = (["light", "dark"] as const).flatMap((theme) =>
      Object.entries(BLINDNESS).flatMap(([name, rows]) => {
        const seen = (of: string) => seenWith(rows, colour(of, theme, known));
        return SEATS.filter((ink) => difference(seen("pointed"), seen(ink)) < 10).map((ink) => `${theme}, ${name}: ${ink}`);
      }),
    );
    expect(near).toEqual([]);
  });

  it("are never drawn in the ink of a player", () => {
    const styles = readdirSync("src", { recursive: true, encoding: "utf-8" }).filter((name) => /^(board|games|styles).*\.(svelte|css)$/.test(name));
    const rules = styles.flatMap((name) => [...readFileSync(`src/${name}`, "utf-8").matchAll(/([^{};]+)\{([^{}]*)\}/g)].map(([, selector, body]) => ({ name, selector: selector!, body: body! })));
    const ofSigns = rules.filter(({ selector }) => /\.(chosen|touchable|fresh|contested|noted)(?![\w-])|\[data-shown\]/.test(selector));
    expect(ofSigns.length).toBeGreaterThan(20);
    const inked = ofSigns.filter(({ body }) => /--(accent\)|seat-|ink-\d|own\))/.test(body));
    expect(inked.map(({ name, selector }) => `${name}: ${selector.trim()}`)).toEqual([]);
  });
});

const WHITE = "#fffaf0";

interface Drawn {
  lands: string[];
  /** The opacity of the wash over a land in the ink of its holder. */
  wash?: string;
  text: Pair[];
  signs: Pair[];
}

const HAIDUCI = ["ottoman", "transylvania", "serbia", "moldavia", "wallachia", "russia"].map((land) => `land-${land}`);

const games: Record<string, Drawn> = {
  haiduci: {
    lands: HAIDUCI,
    wash: "30%",
    text: [
      ...each(["card-ink"], ["card", "placing", "removing", "outlaw"]),
      ["met", "raised"],
      [WHITE, "seal"],
      ["#1a1210", "gold"],
      ["paper", "ice-deep"],
    ],
    signs: [
      ...each(["land-ink/88%"], HAIDUCI),
      ["placing-ink", "placing"],
      ["removing-ink", "removing"],
      ["outlaw-ink", "outlaw"],
      ["line-ink", "stone"],
    ],
  },
  white_lotus: {
    lands: ["land-0", "land-1", "land-2", "land-3", "land-dark"],
    wash: "26%",
    text: [["tile-ink", "tile"], ["letter-ink", "letter"], [WHITE, "seal"]],
    signs: [["tile-ink", "gold"], ["lotus", "sheet"], ["dragon", "sheet"], [WHITE, "seal"]],
  },
  han: {
    lands: ["red", "yellow", "green", "orange", "violet"].map((land) => `${land}-wash`),
    text: [["#26221d", "#fbf4e3"], [WHITE, "seal"], ["ink", "piece-rim"], ...each(["line-ink"], ["pavement", "tower"])],
    signs: [
      ...each(["red", "yellow", "green", "orange", "violet"].map((land) => `${land}-ink`), ["plinth"]),
      ["piece-line", "coin"],
    ],
  },
};

describe.each(Object.entries(games))("the board of %s", (game, { lands, wash, text, signs }) => {
  const file = `games/${game}/inks.css`;
  const grounds = wash ? [...lands, ...each(SEATS, lands).map(([ink, land]) => `${land} ${ink}/${wash}`)] : lands;

  it("has readable names on its map", () => {
    expect(weak(each(["line-ink"], [...lands, ...grounds.map((ground) => `${ground} halo`)]), 4.5, file)).toEqual([]);
    expect(weak(each(["shore-ink", "accent"], lands.map((land) => `${land} halo`)), 4.5, file)).toEqual([]);
  });

  it("has readable emblems and numbers on its pieces", () => {
    expect(weak([...each(["emblem"], SEATS), ...text], 4.5, file)).toEqual([]);
  });

  it("has recognizable symbols", () => {
    expect(weak(signs, 3, file)).toEqual([]);
  });
});

describe("the board of Hanamikoji", () => {
  const deep = Object.values(INKS).map((inks) => inks.deep);

  it("has readable numbers on its cards", () => {
    expect(weak([...each(["#fdf6e8"], [...deep, "#b3321f"]), ["#4b4038", "#fdf6e8"]], 4.5)).toEqual([]);
  });
});
