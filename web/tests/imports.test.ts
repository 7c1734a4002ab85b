/** Which part of the client may import which: lib ← ui ← board ← games ← features ← App. */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { describe, expect, it } from "vitest";

interface Import {
  from: string;
  /** A path below `src`, or a pattern of `import.meta.glob`. */
  to: string;
}

const sources = readdirSync("src", { recursive: true, encoding: "utf-8" }).filter((name) => /(?<!\.d)\.(svelte|ts)$/.test(name));

const imports: Import[] = sources.flatMap((from) => {
  const text = readFileSync(join("src", from), "utf-8");
  const found = text.matchAll(/(?:\bfrom|\bimport|\bimport\(|import\.meta\.glob[^"]*)\s*"(\.[^"]+)"/g);
  return [...found].map(([, path]) => ({ from, to: normalize(join(dirname(from), path!)) }));
});

/** The layers from the bottom up; a layer may import itself and those below it. */
const LAYERS = ["lib", "ui", "board", "games", "features"];
const layerOf = (path: string): number => LAYERS.indexOf(path.split("/")[0]!);

/** The game whose folder a path lies in; a pattern such as "games/*\/Board.svelte" lies in the folder "*". */
const gameOf = (path: string): string | null => /^games\/([^/]+)\//.exec(path)?.[1] ?? null;

const described = (found: Import[]): string[] => found.map(({ from, to }) => `${from} imports ${to}`);

describe("imports", () => {
  it("are found", () => {
    expect(imports.length).toBeGreaterThan(300);
    expect(imports).toContainEqual({ from: "games/index.ts", to: "games/*/Board.svelte" });
  });

  it("reach into a game's folder from that folder only; games/index.ts discovers the games", () => {
    const outside = imports.filter(({ from, to }) => gameOf(to) !== null && gameOf(to) !== gameOf(from) && from !== "games/index.ts");
    expect(described(outside)).toEqual([]);
  });

  it("point from higher layers to lower ones", () => {
    const upwards = imports.filter(({ from, to }) => layerOf(from) >= 0 && layerOf(to) > layerOf(from));
    expect(described(upwards)).toEqual([]);
  });
});
