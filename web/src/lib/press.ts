/** Things that can be pressed, by pointer or by key. */
import type { Narrowing } from "./narrowing.svelte";

export function pressable(narrowing: Narrowing | null, place: string, label: string) {
  if (!narrowing?.reachable(place)) return { role: "img", "aria-label": label, "data-place": place };
  const press = () => narrowing.click(place);
  return {
    role: "button",
    tabindex: 0,
    "aria-label": label,
    "data-place": place,
    "aria-pressed": narrowing.chosen(place) > 0,
    onclick: press,
    onkeydown: (event: KeyboardEvent) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      press();
    },
  };
}
