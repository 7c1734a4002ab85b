import { Refusal } from "./api";
import type { LiveTable } from "./live.svelte";
import { trouble } from "./trouble";
import type { State } from "./types";

/** What a panel asks of the server: whether an answer is awaited, and why the last one was no. */
export class Asking {
  busy = $state(false);
  trouble = $state("");

  /** The answer; undefined if there is none or it is no. */
  async ask<Answer>(wish: () => Promise<Answer>): Promise<Answer | undefined> {
    if (this.busy) return undefined;
    this.busy = true;
    this.trouble = "";
    try {
      return await wish();
    } catch (reason) {
      this.trouble = trouble(reason);
      return undefined;
    } finally {
      this.busy = false;
    }
  }

  /** Ask for a change of a table, which shows what has come of it; has it been granted? */
  async change(table: LiveTable, wish: () => Promise<State>): Promise<boolean> {
    const told = await this.ask(() =>
      wish().catch((refusal: unknown) => {
        if (refusal instanceof Refusal && refusal.state) table.learn(refusal.state);
        throw refusal;
      }),
    );
    if (told) table.learn(told);
    return told !== undefined;
  }
}
