import { Refusal, Unreachable } from "./api";
import { t } from "./words.svelte";

/** Why something could not be done, in a sentence; a fault of the client itself is not hidden. */
export function trouble(reason: unknown): string {
  if (reason instanceof Refusal) return reason.message;
  if (reason instanceof Unreachable) return t("offline");
  throw reason;
}
