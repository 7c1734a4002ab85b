import type { ClassValue } from "svelte/elements";
import type { Narrowing } from "./narrowing.svelte";

/**
 * Attributes for a drawn place of the board: a picture with a label, or a button for pointer and keyboard while a legal
 * move touches it.  Its classes `reachable`, `touchable` and `chosen` follow the narrowing; others can be added.
 */
export function placeAttributes(narrowing: Narrowing | null, place: string, label: string, ...classes: ClassValue[]) {
  const common = { "aria-label": label, "data-place": place };
  if (!narrowing?.reachable(place)) return { ...common, class: ["place", ...classes], role: "img" };
  const press = () => narrowing.click(place);
  return {
    ...common,
    class: ["place", "reachable", { touchable: narrowing.touchable(place), chosen: narrowing.chosen(place) > 0 }, ...classes],
    role: "button",
    tabindex: 0,
    "aria-pressed": narrowing.chosen(place) > 0,
    onclick: press,
    onkeydown: (event: KeyboardEvent) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      press();
    },
  };
}

/** Attributes for an HTML button that stands for a place. */
export function buttonAttributes(narrowing: Narrowing, place: string, ...classes: ClassValue[]) {
  const chosen = narrowing.chosen(place) > 0;
  return {
    class: [{ touchable: narrowing.touchable(place), chosen }, ...classes],
    "aria-pressed": chosen,
    "data-place": place,
    onclick: () => narrowing.click(place),
  };
}
