/** How a whole state is made from one that is known and what the server says has changed. */
import type { LogLine, State, Update } from "./types";

/** `[new]` replaces a value, `[]` takes its key away, an object goes into the value: by key, or by index into a list. */
export type Patch = readonly [] | readonly [unknown] | { readonly [key: string]: Patch };

/** A value with a patch applied; what has not changed is shared with the old one, which stays as it was. */
export function patched(value: unknown, patch: Patch): unknown {
  if (isWhole(patch)) return patch[0];
  if (Array.isArray(value)) return value.map((item, index) => (index in patch ? patched(item, patch[index]!) : item));
  const changed: Record<string, unknown> = { ...(value as object) };
  for (const [key, change] of Object.entries(patch)) {
    if (isWhole(change) && change.length === 0) delete changed[key];
    else changed[key] = patched(changed[key], change);
  }
  return changed;
}

function isWhole(patch: Patch): patch is readonly [] | readonly [unknown] {
  return Array.isArray(patch);
}

/** The last state of a stream, brought up to date; null if the update continues a log that is not known. */
export function updated(last: State, { since, events, moments, patch }: Update): State | null {
  const log = continued(last.events, since, events);
  return log && { ...(patched(last, patch as Patch) as State), since: 0, events: log, moments };
}

/** An answer with the whole log, whose beginning is known from the state in which the question was put; else null. */
export function completed(answer: State, known: State | null): State | null {
  if (answer.since === 0) return answer;
  if (known?.seat !== answer.seat) return null;
  const log = continued(known.events, answer.since, answer.events);
  return log && { ...answer, since: 0, events: log };
}

/** A log whose lines, as far as they were known, are the known ones: who draws them draws only what is new. */
export function rejoined(known: LogLine[], log: LogLine[]): LogLine[] {
  const last = known.length - 1;
  if (last < 0 || log.length < known.length || JSON.stringify(known[last]) !== JSON.stringify(log[last])) return log;
  return log.length === known.length ? known : [...known, ...log.slice(known.length)];
}

function continued(known: readonly LogLine[], since: number, events: readonly LogLine[]): LogLine[] | null {
  return since > known.length ? null : [...known.slice(0, since), ...events];
}
