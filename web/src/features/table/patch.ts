/** Puts together a table's whole state from a known one and the server's changes. */
import type { LogLine, State, Update } from "../../lib/types";

/** `[new]` replaces a value, `[]` removes its key, an object patches the value's keys or the items of a list by index. */
export type Patch = readonly [] | readonly [unknown] | { readonly [key: string]: Patch };

/** A patched copy of a value; it shares whatever has not changed with the original. */
export function applyPatch(value: unknown, patch: Patch): unknown {
  if (isReplacement(patch)) return patch[0];
  if (Array.isArray(value)) return value.map((item, index) => (index in patch ? applyPatch(item, patch[index]!) : item));
  const changed: Record<string, unknown> = { ...(value as object) };
  for (const [key, change] of Object.entries(patch)) {
    if (isReplacement(change) && change.length === 0) delete changed[key];
    else changed[key] = applyPatch(changed[key], change);
  }
  return changed;
}

function isReplacement(patch: Patch): patch is readonly [] | readonly [unknown] {
  return Array.isArray(patch);
}

/** The next state of a stream; null if the update continues a log that is longer than the known one. */
export function applyUpdate(last: State, { since, events, moments, patch }: Update): State | null {
  const log = extendLog(last.events, since, events);
  return log && { ...(applyPatch(last, patch as Patch) as State), since: 0, events: log, moments };
}

/** An answer with the whole log: its beginning is taken from the known state.  Null if that does not fit. */
export function withWholeLog(answer: State, known: State | null): State | null {
  if (answer.since === 0) return answer;
  if (known?.seat !== answer.seat) return null;
  const log = extendLog(known.events, answer.since, answer.events);
  return log && { ...answer, since: 0, events: log };
}

/** A log that reuses the known line objects, so that only new lines are drawn. */
export function reuseLines(known: LogLine[], log: LogLine[]): LogLine[] {
  const last = known.length - 1;
  if (last < 0 || log.length < known.length || JSON.stringify(known[last]) !== JSON.stringify(log[last])) return log;
  return log.length === known.length ? known : [...known, ...log.slice(known.length)];
}

function extendLog(known: readonly LogLine[], since: number, events: readonly LogLine[]): LogLine[] | null {
  return since > known.length ? null : [...known.slice(0, since), ...events];
}
