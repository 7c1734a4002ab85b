import { describe, expect, it } from "vitest";
import { compress, Gif } from "../../../src/features/picture/gif";
import { Palette } from "../../../src/features/picture/palette";

/** The pixels that a decoder of GIF's compression gets. */
function decompress(packed: Uint8Array): number[] {
  const pixels: number[] = [];
  let [at, bits, held, size] = [0, 0, 0, 9];
  let codes: number[][] = [];
  let before: number[] | null = null;
  for (;;) {
    while (bits < size) {
      held |= packed[at++]! << bits;
      bits += 8;
    }
    const code = held & ((1 << size) - 1);
    held >>>= size;
    bits -= size;
    if (code === 257) return pixels;
    if (code === 256) {
      [codes, before, size] = [Array.from({ length: 258 }, (_, pixel) => [pixel]), null, 9];
      continue;
    }
    const found: number[] = codes[code] ?? [...before!, before![0]!];
    if (before && codes.length < 4096) codes.push([...before, found[0]!]);
    if (codes.length === 1 << size && size < 12) size += 1;
    pixels.push(...found);
    before = found;
  }
}

/** A picture of one colour with a square of another one. */
function picture(width: number, height: number, square: number): Uint8ClampedArray {
  const pixels = new Uint8ClampedArray(width * height * 4).fill(255);
  for (let y = square; y < square + 3; y++)
    for (let x = square; x < square + 3; x++) pixels.set([179, 50, 31, 255], (y * width + x) * 4);
  return pixels;
}

describe("compress", () => {
  it.each([1, 2, 300, 5000, 70_000])("is undone by a decoder, for %i pixels", (count) => {
    // Noise and runs: both fill the table of codes, more than once.
    let noise = 1;
    const pixels = Uint8Array.from({ length: count }, (_, index) => {
      noise = (noise * 48_271) % 2_147_483_647;
      return index % 1000 < 400 ? index % 7 : noise & 255;
    });
    expect(decompress(compress(pixels))).toEqual([...pixels]);
  });
});

describe("Palette", () => {
  it("keeps colours exactly as long as there are few", () => {
    const pixels = picture(8, 8, 2);
    const palette = new Palette([pixels]);
    const number = palette.numbersOf(pixels)[2 * 8 + 2]!;
    expect([...palette.bytes.subarray(number * 3, number * 3 + 3)]).toEqual([179, 50, 31]);
  });

  it("has at most 256 colours, each near the true one", () => {
    const pixels = new Uint8ClampedArray(64 * 64 * 4);
    for (let at = 0; at < 64 * 64; at++) pixels.set([(at % 64) * 4, (at >> 6) * 4, 128, 255], at * 4);
    const palette = new Palette([pixels]);
    const worst = [...palette.numbersOf(pixels)].map((number, at) =>
      Math.max(...[0, 1, 2].map((channel) => Math.abs(palette.bytes[number * 3 + channel]! - pixels[at * 4 + channel]!))),
    );
    expect(Math.max(...worst)).toBeLessThan(24);
  });
});

describe("Gif", () => {
  it("holds only what has changed since the frame before", () => {
    const frames = [picture(20, 10, 1), picture(20, 10, 5)];
    const gif = new Gif(20, 10, new Palette(frames));
    for (const pixels of frames) gif.add({ pixels, time: 1200 });
    const bytes = gif.done();
    expect(new TextDecoder().decode(bytes.subarray(0, 6))).toBe("GIF89a");
    expect(bytes.at(-1)).toBe(0x3b);
    const images: number[][] = [];
    for (let at = 13 + 768; bytes[at] !== 0x3b; ) {
      const isImage = bytes[at] === 0x2c;
      if (isImage) images.push([...bytes.subarray(at + 1, at + 9)].filter((_, index) => index % 2 === 0));
      at += isImage ? 11 : 2;
      while (bytes[at] !== 0) at += bytes[at]! + 1;
      at += 1;
    }
    // From the first square to the second: from (1, 1) to (7, 7).
    expect(images).toEqual([[0, 0, 20, 10], [1, 1, 7, 7]]);
  });
});
