/** How the emissaries of all players find room on one dragon. */

export interface Standing {
  seat: number;
  /** Which of its player's. */
  index: number;
  x: number;
  y: number;
  /** How many it stands for. */
  count: number;
}

const MOST = 6;
const APART = 18;

/** Up to six stand for themselves, in one or two rows; of more, one of each player stands for all of theirs. */
export function crowd(emissaries: readonly number[]): Standing[] {
  const all = emissaries.reduce((sum, count) => sum + count, 0);
  const people = emissaries.flatMap((count, seat) =>
    all <= MOST
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
    return { ...person, x: (place - (row - 1) / 2) * APART, y: back === 0 ? 16 : front ? 24 : 5 };
  });
}
