import type { Attending, State, Update } from "../../lib/types";
import type { Line } from "../chat/types";
import { applyUpdate } from "./patch";

export interface StreamListener {
  state: (state: State) => void;
  chat: (lines: Line[]) => void;
  presence: (attending: Attending) => void;
  /** The stream is connected, possibly again. */
  open: () => void;
  /** The connection broke.  The browser reconnects by itself unless the stream has `ended`. */
  cut: (ended: boolean) => void;
  /** A new stream is needed: access was refused, or an update is missing. */
  lost: () => void;
}

/** A table's event stream.  It keeps its own last state, which the server's updates refer to. */
export class TableStream {
  private last: State | null = null;
  private readonly source: EventSource;

  constructor(path: string, listener: StreamListener) {
    const source = new EventSource(path);
    this.source = source;
    const on = <Message>(kind: string, handle: (message: Message) => void): void =>
      source.addEventListener(kind, (event: MessageEvent<string>) => handle(JSON.parse(event.data) as Message));
    const receive = (state: State | null): void => {
      this.last = state;
      listener.open();
      if (state) listener.state(state);
      else listener.lost();
    };
    on("state", (state: State) => receive(state));
    on("update", (update: Update) => receive(this.last && applyUpdate(this.last, update)));
    on("chat", (lines: Line[]) => listener.chat(lines));
    on("presence", (attending: Attending) => listener.presence(attending));
    source.addEventListener("refused", () => listener.lost());
    source.addEventListener("open", () => listener.open());
    // Browsers do not retry a stream that was refused.
    source.addEventListener("error", () => listener.cut(source.readyState === EventSource.CLOSED));
  }

  close(): void {
    this.source.close();
  }
}
