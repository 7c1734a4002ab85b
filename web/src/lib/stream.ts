import { updated } from "./patch";
import type { State, Update } from "./types";
import type { Line } from "./types/people";

/** What can be heard of a table. */
export interface Listener {
  state: (state: State) => void;
  chat: (lines: Line[]) => void;
  /** The stream is there, or there again. */
  open: () => void;
  /** It has broken off; the browser opens it again by itself unless it `ended`. */
  cut: (ended: boolean) => void;
  /** It must be opened anew: the table may no longer be looked at so, or a part is missing. */
  lost: () => void;
}

/** A table's stream.  It keeps its own last state, whatever else is known of the table: updates refer to that one. */
export class TableStream {
  private last: State | null = null;
  private readonly source: EventSource;

  constructor(path: string, listener: Listener) {
    const source = new EventSource(path);
    this.source = source;
    const hear = <Message>(kind: string, work: (message: Message) => void): void =>
      source.addEventListener(kind, (event: MessageEvent<string>) => work(JSON.parse(event.data) as Message));
    const tell = (state: State | null): void => {
      this.last = state;
      listener.open();
      if (state) listener.state(state);
      else listener.lost();
    };
    hear("state", (state: State) => tell(state));
    hear("update", (update: Update) => tell(this.last && updated(this.last, update)));
    hear("chat", (lines: Line[]) => listener.chat(lines));
    source.addEventListener("refused", () => listener.lost());
    source.addEventListener("open", () => listener.open());
    // A stream that was refused, rather than cut, is not tried again by the browser.
    source.addEventListener("error", () => listener.cut(source.readyState === EventSource.CLOSED));
  }

  close(): void {
    this.source.close();
  }
}
