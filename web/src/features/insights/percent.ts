import { i18n } from "../../lib/i18n.svelte";

/** A share as a whole percentage, as the language writes it. */
export function percent(share: number): string {
  return new Intl.NumberFormat(i18n.language, { style: "percent", maximumFractionDigits: 0 }).format(share);
}
