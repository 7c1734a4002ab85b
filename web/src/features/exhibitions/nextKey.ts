/** Whether a key press means the next board: the letter N, typed into no field. */
export function isNextKey(event: KeyboardEvent): boolean {
  const modified = event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented;
  return event.key.toLowerCase() === "n" && !modified && !(event.target as Element).closest("input, textarea, select, dialog");
}
