import { SECOND, timeLeft } from "../clocks/serverTime.svelte";
import type { LiveTable } from "../table/liveTable.svelte";
import { soundPlayer } from "./player";

const LOW_TIME = 10 * SECOND;

/** Lets a table be heard: moves, the user's turn, a clock that runs out, the chat.  To be called while a component is set up. */
export function playTableSounds(table: LiveTable): void {
  const game = $derived(table.state?.game ?? "");
  const asked = $derived(table.narrowing !== null);
  const low = $derived(ownTimeIsLow(table));

  $effect(() => {
    if (table.announced.length) soundPlayer.playEvents(table.announced, game);
  });
  $effect(() => {
    if (asked) soundPlayer.play("turn", game, 0.3);
  });
  $effect(() => {
    if (low) soundPlayer.play("time", game);
  });
  $effect(() => {
    const line = table.chat.latest;
    if (line && !table.state?.seats[line.seat]?.yours) soundPlayer.play("chat", game);
  });
}

function ownTimeIsLow(table: LiveTable): boolean {
  const { state } = table;
  const clock = state && state.seat !== null && !state.over ? state.time.clocks[state.seat] : undefined;
  if (!clock?.since || state?.time.control?.kind !== "live") return false;
  return (timeLeft(clock, state.time.control) ?? Infinity) < LOW_TIME;
}
