import { distance, type Point } from "./drawing";

const MAX_SCALE = 4;
const DOUBLE_TAP_SCALE = 2.4;
const DRAG_DISTANCE = 6; // pixels that a finger moves before it drags
const DOUBLE_TAP = 320; // milliseconds
const DOUBLE_TAP_DISTANCE = 30;

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Zoom and pan of a map by pinching, dragging and double-tapping.  Offsets are pixels from the window's corner. */
export class Zoom {
  scale = $state(1);
  x = $state(0);
  y = $state(0);
  /** Fingers move the map: no easing. */
  dragging = $state(false);

  /** Pixels at the bottom of the window that something else lies over. */
  covered = $state(0);

  private width = 0;
  private height = 0;
  private sheet: Point = [0, 0];
  private readonly fingers = new Map<number, Point>();
  private dragged = false;
  private start: Point = [0, 0];
  private tapped = { at: [0, 0] as Point, time: 0 };

  readonly zoomedIn = $derived(this.scale > 1.01);

  /** Set the size of the window; the whole map, of the given aspect ratio, is centred in it. */
  resize(width: number, height: number, ratio: number): void {
    [this.width, this.height] = [width, height];
    this.sheet = [Math.min(width, height * ratio), Math.min(height, width / ratio)];
    this.put(this.scale, this.x, this.y);
  }

  zoom(factor: number, at: Point = [this.width / 2, this.height / 2]): void {
    const scale = Math.max(1, Math.min(MAX_SCALE, this.scale * factor));
    const growth = scale / this.scale;
    this.put(scale, at[0] - (at[0] - this.x) * growth, at[1] - (at[1] - this.y) * growth);
  }

  /** Zoom and pan so that a box, in pixels of the unzoomed map, is in the middle of what is not covered from below. */
  fit(box: Box, limit: number): void {
    const height = this.height - this.covered;
    const scale = Math.max(1, Math.min(limit, MAX_SCALE, this.width / box.width, height / box.height));
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    this.put(scale, this.width / 2 - x * scale, height / 2 - y * scale);
  }

  /** Show the whole map. */
  reset(): void {
    this.put(1, 0, 0);
  }

  /** Move a point, in pixels of the window, into sight. */
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
    if (!this.dragged && distance(now, this.start) < DRAG_DISTANCE && this.fingers.size === 1) return;
    if (!this.dragged) {
      this.dragged = true;
      this.dragging = true;
      (event.currentTarget as Element).setPointerCapture(event.pointerId);
    }
    const other = [...this.fingers].find(([id]) => id !== event.pointerId)?.[1];
    if (other) {
      this.zoom(distance(now, other) / Math.max(1, distance(before, other)), middle(before, other));
      this.shift(middle(before, other), middle(now, other));
    } else if (this.zoomedIn) {
      this.shift(before, now);
    }
    this.fingers.set(event.pointerId, now);
  }

  up(event: PointerEvent): void {
    if (!this.fingers.delete(event.pointerId)) return;
    if (this.fingers.size === 0) this.dragging = false;
    if (!this.dragged && event.type === "pointerup") this.tap(event);
  }

  /** Suppress the click at the end of a drag. */
  click(event: MouseEvent): void {
    if (!this.dragged) return;
    this.dragged = false;
    event.stopPropagation();
    event.preventDefault();
  }

  wheel(event: WheelEvent): void {
    if (!event.ctrlKey) return;
    event.preventDefault();
    this.zoom(Math.exp(-event.deltaY / 120), this.at(event));
  }

  private tap(event: PointerEvent): void {
    const at = this.at(event);
    const twice = event.timeStamp - this.tapped.time < DOUBLE_TAP && distance(at, this.tapped.at) < DOUBLE_TAP_DISTANCE;
    this.tapped = { at, time: twice ? 0 : event.timeStamp };
    if (!twice || (event.target as Element).closest("[role=button], button")) return;
    if (this.zoomedIn) this.reset();
    else this.zoom(DOUBLE_TAP_SCALE, at);
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
    this.x = clampOffset(this.width - this.sheet[0] * scale, x);
    this.y = clampOffset(this.height - this.covered - this.sheet[1] * scale, y);
  }
}

/** An offset at which the map fills its window, or is centred in it while it is smaller. */
function clampOffset(spare: number, offset: number): number {
  return spare >= 0 ? spare / 2 : Math.min(0, Math.max(spare, offset));
}

function middle(one: Point, other: Point): Point {
  return [(one[0] + other[0]) / 2, (one[1] + other[1]) / 2];
}
