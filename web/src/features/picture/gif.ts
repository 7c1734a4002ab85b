/** Animated GIFs: every messenger shows them.  Each frame has only the rectangle that has changed since the one before. */

import { Palette } from "./palette";

const CODE_BITS = 8; // of the pixels
const CLEAR = 1 << CODE_BITS;
const END = CLEAR + 1;
const MOST_CODES = 4096;
const BLOCK = 255; // bytes of a block
const text = new TextEncoder();

/** A picture of an animation, and how long it is shown, in milliseconds. */
export interface Frame {
  pixels: Uint8ClampedArray;
  time: number;
}

/** Bytes that grow. */
class Bytes {
  private held = new Uint8Array(1 << 16);
  private length = 0;

  add(...bytes: readonly number[]): void {
    this.addAll(bytes);
  }

  addAll(bytes: ArrayLike<number>): void {
    if (this.length + bytes.length > this.held.length) {
      const larger = new Uint8Array(Math.max(this.held.length * 2, this.length + bytes.length));
      larger.set(this.held.subarray(0, this.length));
      this.held = larger;
    }
    this.held.set(bytes, this.length);
    this.length += bytes.length;
  }

  get size(): number {
    return this.length;
  }

  done(): Uint8Array<ArrayBuffer> {
    return this.held.slice(0, this.length);
  }
}

const word = (number: number): [number, number] => [number & 255, number >> 8];

/** An animation that repeats for ever.  All its pictures share a palette. */
export class Gif {
  private readonly bytes = new Bytes();
  private readonly palette: Palette;
  private before: Uint8Array | null = null;

  constructor(
    private readonly width: number,
    private readonly height: number,
    palette: Palette,
  ) {
    this.palette = palette;
    this.bytes.addAll(text.encode("GIF89a"));
    this.bytes.add(...word(width), ...word(height), 0xf7, 0, 0);
    this.bytes.addAll(palette.bytes);
    this.bytes.add(0x21, 0xff, 11);
    this.bytes.addAll(text.encode("NETSCAPE2.0"));
    this.bytes.add(3, 1, 0, 0, 0);
  }

  /** The number of bytes so far. */
  get size(): number {
    return this.bytes.size;
  }

  add({ pixels, time }: Frame): void {
    const numbers = this.palette.numbersOf(pixels);
    const { left, top, width, height } = this.changed(numbers);
    // The picture before stays under this one.
    this.bytes.add(0x21, 0xf9, 4, 0x04, ...word(Math.round(time / 10)), 0, 0);
    this.bytes.add(0x2c, ...word(left), ...word(top), ...word(width), ...word(height), 0);
    const part = new Uint8Array(width * height);
    for (let row = 0; row < height; row++) {
      const from = (top + row) * this.width + left;
      part.set(numbers.subarray(from, from + width), row * width);
    }
    this.bytes.add(CODE_BITS);
    const packed = compress(part);
    for (let at = 0; at < packed.length; at += BLOCK) {
      const block = packed.subarray(at, at + BLOCK);
      this.bytes.add(block.length);
      this.bytes.addAll(block);
    }
    this.bytes.add(0);
    this.before = numbers;
  }

  done(): Uint8Array<ArrayBuffer> {
    this.bytes.add(0x3b);
    return this.bytes.done();
  }

  /** The rectangle that differs from the picture before; one pixel if nothing does. */
  private changed(numbers: Uint8Array): { left: number; top: number; width: number; height: number } {
    const before = this.before;
    if (!before) return { left: 0, top: 0, width: this.width, height: this.height };
    let [left, right, top, bottom] = [this.width, -1, this.height, -1];
    for (let y = 0, at = 0; y < this.height; y++) {
      for (let x = 0; x < this.width; x++, at++) {
        if (numbers[at] === before[at]) continue;
        left = Math.min(left, x);
        right = Math.max(right, x);
        top = Math.min(top, y);
        bottom = y;
      }
    }
    return right < 0 ? { left: 0, top: 0, width: 1, height: 1 } : { left, top, width: right - left + 1, height: bottom - top + 1 };
  }
}

/** Lempel, Ziv and Welch, as GIF has it: codes of 9 to 12 bits, the lowest bit first. */
export function compress(pixels: Uint8Array): Uint8Array<ArrayBuffer> {
  const packed = new Bytes();
  let [held, bits, size, next] = [0, 0, CODE_BITS + 1, END + 1];
  let codes = new Map<number, number>(); // by the code before and the next pixel
  const write = (code: number): void => {
    held |= code << bits;
    for (bits += size; bits >= 8; bits -= 8, held >>>= 8) packed.add(held & 255);
  };
  write(CLEAR);
  let prefix = pixels[0]!;
  for (let at = 1; at < pixels.length; at++) {
    const pixel = pixels[at]!;
    const key = (prefix << CODE_BITS) | pixel;
    const known = codes.get(key);
    if (known !== undefined) {
      prefix = known;
      continue;
    }
    write(prefix);
    prefix = pixel;
    if (next === MOST_CODES) {
      write(CLEAR);
      [codes, next, size] = [new Map(), END + 1, CODE_BITS + 1];
      continue;
    }
    if (next === 1 << size) size += 1;
    codes.set(key, next++);
  }
  write(prefix);
  write(END);
  if (bits > 0) packed.add(held & 255);
  return packed.done();
}
