import { ApiError, NetworkError } from "./api";
import { t } from "./i18n.svelte";

/** A sentence for the user about a failed request; any other error is a bug and is thrown again. */
export function errorMessage(error: unknown): string {
  if (error instanceof ApiError) return error.message;
  if (error instanceof NetworkError) return t("offline");
  throw error;
}
