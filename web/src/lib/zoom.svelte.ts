import { distance, type Point } from "./drawing";

const MOST = 4;
const CLOSE = 2.4;
const SLIP = 6; // a finger moves so far before it drags
const TWICE = 320;

/** How the map lies in its window: pinched, dragged, double-tapped.  Offsets are pixels from the window's corner. */
export class Zoom {
  scale = $state(1);
  x = $state(0);
  y = $state(0);
  /** Fingers move it: no easing. */
  held = $state(false);

  private width = 0;
  private height = 0;
  private sheet: Point = [0, 0];
  private readonly fingers = new Map<number, Point>();
  private dragged = false;
  private start: Point = [0, 0];
  private tapped = { at: [0, 0] as Point, time: 0 };

  readonly close = $derived(this.scale > 1.01);

  /** The window has a new size; the whole map, so many times wider than high, lies in its middle. */
  resize(width: number, height: number, shape: number): void {
    [this.width, this.height] = [width, height];
    this.sheet = [Math.min(width, height * shape), Math.min(height, width / shape)];
    this.put(this.scale, this.x, this.y);
  }

  by(factor: number, at: Point = [this.width / 2, this.height / 2]): void {
    const scale = Math.max(1, Math.min(MOST, this.scale * factor));
    const grown = scale / this.scale;
    this.put(scale, at[0] - (at[0] - this.x) * grown, at[1] - (at[1] - this.y) * grown);
  }

  whole(): void {
    this.put(1, 0, 0);
  }

  /** Bring a place of the window into sight. */
  reveal([x, y]: Point): void {
    const margin = 40;
    if (x > margin && y > margin && x < this.width - margin && y < this.height - margin) return;
    this.put(this.scale, this.x + this.width / 2 - x, this.y + this.height / 2 - y);
  }

  down(event: PointerEvent): void {
    if (event.button !== 0) return;
    if (this.fingers.size === 0) this.dragged = false;
    this.fingers.set(event.pointerId, this.at(event));
    this.start = this.at(event);
  }

  move(event: PointerEvent): void {
    const before = this.fingers.get(event.pointerId);
    if (!before) return;
    const now = this.at(event);
    if (!this.dragged && distance(now, this.start) < SLIP && this.fingers.size === 1) return;
    if (!this.dragged) {
      this.dragged = true;
      this.held = true;
      (event.currentTarget as Element).setPointerCapture(event.pointerId);
    }
    const other = [...this.fingers].find(([id]) => id !== event.pointerId)?.[1];
    if (other) {
      this.by(distance(now, other) / Math.max(1, distance(before, other)), middle(before, other));
      this.shift(middle(before, other), middle(now, other));
    } else if (this.close) {
      this.shift(before, now);
    }
    this.fingers.set(event.pointerId, now);
  }

  up(event: PointerEvent): void {
    if (!this.fingers.delete(event.pointerId)) return;
    if (this.fingers.size === 0) this.held = false;
    if (!this.dragged && event.type === "pointerup") this.tap(event);
  }

  /** A drag is no click. */
  click(event: MouseEvent): void {
    if (!this.dragged) return;
    this.dragged = false;
    event.stopPropagation();
    event.preventDefault();
  }

  wheel(event: WheelEvent): void {
    if (!event.ctrlKey) return;
    event.preventDefault();
    this.by(Math.exp(-event.deltaY / 120), this.at(event));
  }

  private tap(event: PointerEvent): void {
    const at = this.at(event);
    const twice = event.timeStamp - this.tapped.time < TWICE && distance(at, this.tapped.at) < 30;
    this.tapped = { at, time: twice ? 0 : event.timeStamp };
    if (!twice || (event.target as Element).closest("[role=button], button")) return;
    if (this.close) this.whole();
    else this.by(CLOSE, at);
  }

  private at(event: MouseEvent): Point {
    const box = (event.currentTarget as Element).getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  }

  private shift(from: Point, to: Point): void {
    this.put(this.scale, this.x + to[0] - from[0], this.y + to[1] - from[1]);
  }

  private put(scale: number, x: number, y: number): void {
    this.scale = scale;
    this.x = within(this.width - this.sheet[0] * scale, x);
    this.y = within(this.height - this.sheet[1] * scale, y);
  }
}

/** The map never leaves its window; while it is smaller it lies in the middle. */
function within(spare: number, offset: number): number {
  return spare >= 0 ? spare / 2 : Math.min(0, Math.max(spare, offset));
}

function middle(one: Point, other: Point): Point {
  return [(one[0] + other[0]) / 2, (one[1] + other[1]) / 2];
}
