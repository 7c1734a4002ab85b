/** A rectangle in the coordinates of the page. */
export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** The area that a box has in common with others. */
export function overlap(box: Box, others: readonly Box[]): number {
  return others.reduce((sum, other) => {
    const width = Math.min(box.left + box.width, other.left + other.width) - Math.max(box.left, other.left);
    const height = Math.min(box.top + box.height, other.top + other.height) - Math.max(box.top, other.top);
    return sum + Math.max(0, width) * Math.max(0, height);
  }, 0);
}
