/** A player who learns a game before sitting down comes back to the seat afterwards. */
import { storage } from "../../lib/storage";

const key = (game: string): string => `return.${game}`;

/** Remember where a tutorial leads back to; null forgets it. */
export function setReturn(game: string, path: string | null): void {
  storage.set(key(game), path);
}

/** The page of the seat that waits for the learner, if any. */
export function returnPath(game: string): string | null {
  return storage.get(key(game));
}
