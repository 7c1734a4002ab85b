/** The other seats clockwise from the player's own; all seats for a spectator. */
export function otherSeats(seat: number | null, seats: number): number[] {
  if (seat === null) return Array.from({ length: seats }, (_, other) => other);
  return Array.from({ length: seats - 1 }, (_, step) => (seat + 1 + step) % seats);
}
