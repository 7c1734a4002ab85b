import type { LogLine } from "./types";

/** The seat that acted or was affected; null if the event names none. */
export function seatOf({ event }: Pick<LogLine, "event">): number | null {
  return "seat" in event ? event.seat : null;
}
