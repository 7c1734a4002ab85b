import { ApiError } from "./api";
import { errorMessage } from "./errors";
import type { State } from "./types";

/** A request made by a form or a panel: whether it is under way, and why the last one failed. */
export class ServerRequest {
  busy = $state(false);
  error = $state("");

  /** Send a request; undefined if it fails or another one is still under way. */
  async run<Answer>(send: () => Promise<Answer>): Promise<Answer | undefined> {
    if (this.busy) return undefined;
    this.busy = true;
    this.error = "";
    try {
      return await send();
    } catch (error) {
      this.error = errorMessage(error);
      return undefined;
    } finally {
      this.busy = false;
    }
  }

  /** Send a request that changes a table and show the table's new state; returns whether it succeeded. */
  async update(table: { update: (state: State) => void }, send: () => Promise<State>): Promise<boolean> {
    const state = await this.run(() =>
      send().catch((error: unknown) => {
        if (error instanceof ApiError && error.state) table.update(error.state);
        throw error;
      }),
    );
    if (state) table.update(state);
    return state !== undefined;
  }
}
