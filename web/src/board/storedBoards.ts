/** Boards that people have made, by their ids; those that come with a game are part of the client. */
import { get } from "../lib/api";

const found = new Map<string, Promise<unknown>>();

export const isStored = (name: string): boolean => name.startsWith("map-");

/** The file of a stored board, or null.  A stored board never changes. */
export async function loadStoredBoard<File>(name: string): Promise<File | null> {
  if (!isStored(name)) return null;
  if (!found.has(name)) found.set(name, get("/api/boards/{id}", { id: name }).then(({ file }) => file));
  try {
    return (await found.get(name)) as File;
  } catch {
    found.delete(name);
    return null;
  }
}
