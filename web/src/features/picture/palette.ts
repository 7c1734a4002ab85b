/** A palette of at most 256 colours for several pictures: median cut over their commonest colours. */

const MOST_COLOURS = 256;
const BITS = 5; // of each channel by which similar colours are counted together
const UNKNOWN = -1;
const SHIFT = 8 - BITS;

/** The bin of a colour. */
const binOf = (red: number, green: number, blue: number): number =>
  ((red >> SHIFT) << (2 * BITS)) | ((green >> SHIFT) << BITS) | (blue >> SHIFT);

/** A colour of a picture, and how often it occurs. */
interface Counted {
  channels: readonly [number, number, number];
  count: number;
}

/** Counts colours, makes the palette, and tells the number of a colour in it. */
export class Palette {
  /** Red, green and blue of each colour, one after the other; unused ones are black. */
  readonly bytes = new Uint8Array(MOST_COLOURS * 3);
  private readonly numbers: Int16Array;
  private readonly count: number;

  constructor(pictures: readonly Uint8ClampedArray[]) {
    const counted = countColours(pictures);
    const boxes = cut(counted);
    boxes.forEach((box, number) => this.bytes.set(mean(box), number * 3));
    this.numbers = new Int16Array(1 << (3 * BITS)).fill(UNKNOWN);
    this.count = boxes.length;
    boxes.forEach((box, number) => {
      for (const { channels } of box) this.numbers[binOf(...channels)] = number;
    });
  }

  /** The numbers of a picture's pixels. */
  numbersOf(pixels: Uint8ClampedArray): Uint8Array {
    const found = new Uint8Array(pixels.length / 4);
    for (let at = 0, from = 0; at < found.length; at++, from += 4) {
      const bin = binOf(pixels[from]!, pixels[from + 1]!, pixels[from + 2]!);
      if (this.numbers[bin] === UNKNOWN) this.numbers[bin] = this.nearest(pixels[from]!, pixels[from + 1]!, pixels[from + 2]!);
      found[at] = this.numbers[bin]!;
    }
    return found;
  }

  /** The colour of the palette for one that was not among those counted. */
  private nearest(red: number, green: number, blue: number): number {
    let [best, least] = [0, Infinity];
    for (let number = 0; number < this.count; number++) {
      const [r, g, b] = this.bytes.subarray(number * 3, number * 3 + 3) as unknown as [number, number, number];
      const distance = (r - red) ** 2 + (g - green) ** 2 + (b - blue) ** 2;
      if (distance < least) [best, least] = [number, distance];
    }
    return best;
  }
}

/** The mean of the colours in each bin that occurs. */
function countColours(pictures: readonly Uint8ClampedArray[]): Counted[] {
  const size = 1 << (3 * BITS);
  const [counts, reds, greens, blues] = [new Float64Array(size), new Float64Array(size), new Float64Array(size), new Float64Array(size)];
  for (const pixels of pictures) {
    for (let from = 0; from < pixels.length; from += 4) {
      const bin = binOf(pixels[from]!, pixels[from + 1]!, pixels[from + 2]!);
      counts[bin]! += 1;
      reds[bin]! += pixels[from]!;
      greens[bin]! += pixels[from + 1]!;
      blues[bin]! += pixels[from + 2]!;
    }
  }
  return [...counts.keys()]
    .filter((bin) => counts[bin]! > 0)
    .map((bin) => {
      const count = counts[bin]!;
      return { channels: [reds[bin]! / count, greens[bin]! / count, blues[bin]! / count] as const, count };
    });
}

/** The colours in as many boxes as the palette has places; the box that varies most is halved again and again. */
function cut(colours: Counted[]): Counted[][] {
  const boxes = colours.length > 0 ? [colours] : [];
  while (boxes.length < MOST_COLOURS) {
    const spreads = boxes.map(spread);
    const widest = spreads.reduce((best, one, index) => (one.worth > spreads[best]!.worth ? index : best), 0);
    if (boxes.length === 0 || spreads[widest]!.worth === 0) break;
    const box = boxes[widest]!.toSorted((one, other) => one.channels[spreads[widest]!.channel]! - other.channels[spreads[widest]!.channel]!);
    const middle = halfOf(box);
    boxes.splice(widest, 1, box.slice(0, middle), box.slice(middle));
  }
  return boxes;
}

/** The channel in which a box varies most, and how much that matters. */
function spread(box: readonly Counted[]): { channel: 0 | 1 | 2; worth: number } {
  const [red, green, blue] = ([0, 1, 2] as const).map((channel) => {
    const values = box.map(({ channels }) => channels[channel]);
    return Math.max(...values) - Math.min(...values);
  }) as [number, number, number];
  const channel = green >= red && green >= blue ? 1 : red >= blue ? 0 : 2;
  const pixels = box.reduce((sum, { count }) => sum + count, 0);
  return { channel, worth: box.length < 2 ? 0 : Math.max(red, green, blue) * Math.cbrt(pixels) };
}

/** Where a box is halved: as many pixels before as after, and at least one colour on each side. */
function halfOf(box: readonly Counted[]): number {
  const half = box.reduce((sum, { count }) => sum + count, 0) / 2;
  let sum = 0;
  const found = box.findIndex(({ count }) => (sum += count) >= half) + 1;
  return Math.min(Math.max(found, 1), box.length - 1);
}

function mean(box: readonly Counted[]): [number, number, number] {
  const pixels = box.reduce((sum, { count }) => sum + count, 0);
  const of = (channel: 0 | 1 | 2): number =>
    Math.round(box.reduce((sum, { channels, count }) => sum + channels[channel] * count, 0) / pixels);
  return [of(0), of(1), of(2)];
}
