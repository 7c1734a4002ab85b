import { preferences } from "../../lib/preferences.svelte";
import { forgetTable } from "../offline/keptTable";
import { changeMe, fetchMe } from "./api";
import type { Me, ProfileChange } from "./types";

/** The user of this browser. */
class CurrentUser {
  /** Null until the server has answered. */
  known: Me | null = $state.raw(null);
  /** The account panel is open; it can be opened over any page. */
  panelOpen = $state(false);
  /** How often this browser has changed its user: everything on the page belongs to the user before. */
  switches = $state(0);

  readonly name = $derived(this.known?.name ?? preferences.name.trim());

  /** The user's appearance; without a preference that of the first seat. */
  readonly appearance = $derived({ colour: this.known?.colour ?? 0, pattern: this.known?.pattern ?? 0 });

  /** Whether the user has never sat down at a game; false until the server has answered. */
  isNewTo(game: string): boolean {
    return this.known !== null && !this.known.played.includes(game);
  }

  async load(): Promise<void> {
    this.update(await fetchMe());
  }

  async save(change: ProfileChange): Promise<void> {
    this.update(await changeMe(change));
  }

  /** Take over an answer about the same user. */
  update(known: Me): void {
    this.known = known;
    if (known.name) preferences.name = known.name;
  }

  /** Become another user; the name of the old one is forgotten. */
  switchTo(known: Me): void {
    preferences.name = known.name ?? "";
    forgetTable();
    this.known = known;
    this.switches += 1;
  }
}

export const me = new CurrentUser();
