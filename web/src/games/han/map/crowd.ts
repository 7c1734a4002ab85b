/** The arrangement of emissaries on a dragon. */

export interface Figure {
  seat: number;
  /** Its number among the player's emissaries. */
  index: number;
  x: number;
  y: number;
  /** How many emissaries it represents. */
  count: number;
}

const MAX_SINGLE = 6;
const SPACING = 18;

/** Up to six emissaries are drawn one by one, in one or two rows; beyond that, one per player with a number. */
export function crowd(emissaries: readonly number[]): Figure[] {
  const all = emissaries.reduce((sum, count) => sum + count, 0);
  const people = emissaries.flatMap((count, seat) =>
    all <= MAX_SINGLE
      ? Array.from({ length: count }, (_, index) => ({ seat, index, count: 1 }))
      : count > 0
        ? [{ seat, index: 0, count }]
        : [],
  );
  const back = people.length > 3 ? Math.floor(people.length / 2) : 0;
  return people.map((person, index) => {
    const front = index >= back;
    const row = front ? people.length - back : back;
    const place = front ? index - back : index;
    return { ...person, x: (place - (row - 1) / 2) * SPACING, y: back === 0 ? 16 : front ? 24 : 5 };
  });
}
