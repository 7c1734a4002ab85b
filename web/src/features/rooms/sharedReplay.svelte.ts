import { ApiError, NetworkError } from "../../lib/api";
import { errorMessage } from "../../lib/errors";
import { t } from "../../lib/i18n.svelte";
import type { Seat, State } from "../../lib/types";
import { TableChat } from "../chat/tableChat.svelte";
import type { Line } from "../chat/types";
import { Replay } from "../replay/replay.svelte";
import { enterRoom, fetchRoom, giveLead, movePosition, roomChat, streamPath } from "./api";
import type { PersonHere, Position, Room } from "./types";

const RETRY = 2000; // milliseconds

/** A room: its people, its chat, and the replay that follows whoever leads. */
export class SharedReplay {
  readonly id: string;
  readonly chat: TableChat;
  room: Room | null = $state.raw(null);
  replay: Replay | null = $state.raw(null);
  /** The room does not exist, has ended, or shows a game that this browser may not see. */
  missing: ApiError | null = $state.raw(null);
  lost = $state(false);
  error = $state("");

  readonly you = $derived(this.room?.people.find(({ yours }) => yours) ?? null);
  readonly leader = $derived(this.room?.people.find(({ place }) => place === this.room!.leader) ?? null);
  readonly leads = $derived(this.you !== null && this.you.place === this.room!.leader);
  readonly here = $derived(this.room?.people.filter(({ here }) => here) ?? []);

  private source: EventSource | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private closed = false;
  /** The position that was told last, or came last. */
  private told = "";
  private telling = false;

  constructor(id: string) {
    this.id = id;
    this.chat = new TableChat(`room.${id}`, roomChat(id));
  }

  /** Look at the room; the stream opens once the user is in it. */
  async open(): Promise<void> {
    try {
      await this.receive(await fetchRoom(this.id));
      if (this.you) this.listen();
    } catch (error) {
      this.fail(error, () => void this.open());
    }
  }

  async enter(name: string): Promise<boolean> {
    try {
      await this.receive(await enterRoom(this.id, name));
      this.listen();
      return true;
    } catch (error) {
      this.error = errorMessage(error);
      return false;
    }
  }

  close(): void {
    this.closed = true;
    this.source?.close();
    clearTimeout(this.timer);
  }

  async giveLead(person: PersonHere): Promise<void> {
    try {
      this.error = "";
      await this.receive(await giveLead(this.id, person.place));
    } catch (error) {
      this.error = errorMessage(error);
    }
  }

  /** Tell the others where the leader looks; while a request is under way only the newest position waits. */
  async tell(): Promise<void> {
    const replay = this.replay;
    if (!replay || !this.leads || this.telling) return;
    this.telling = true;
    try {
      while (this.leads && !this.closed && this.told !== keyOf(positionOf(replay))) {
        const position = positionOf(replay);
        this.told = keyOf(position);
        await movePosition(this.id, position);
      }
      this.error = "";
    } catch (error) {
      this.told = "";
      this.error = errorMessage(error);
    } finally {
      this.telling = false;
    }
  }

  nameOf(person: PersonHere): string {
    return person.name ?? t("room.guest", { number: person.place + 1 });
  }

  /** The table with the room's people in its seats: the chat knows nothing else. */
  talkers(state: State): State {
    const people = this.room?.people ?? [];
    const places = (people.at(-1)?.place ?? -1) + 1;
    const seats = Array.from({ length: places }, (_, place): Seat => {
      const person = people.find((one) => one.place === place);
      const name = person ? this.nameOf(person) : t("room.guest", { number: place + 1 });
      return { ...state.seats[0]!, seat: place, name, kind: "person", bot: null, yours: person?.yours ?? false };
    });
    return { ...state, seats, seat: this.you?.place ?? null, hot_seat: false };
  }

  private listen(): void {
    if (this.closed || this.source) return;
    const source = (this.source = new EventSource(streamPath(this.id)));
    source.addEventListener("open", () => (this.lost = false));
    source.addEventListener("room", (event: MessageEvent<string>) => void this.receive(JSON.parse(event.data) as Room));
    source.addEventListener("chat", (event: MessageEvent<string>) => this.chat.receive(JSON.parse(event.data) as Line[]));
    source.addEventListener("refused", () => this.again(0));
    source.addEventListener("error", () => {
      this.lost = true;
      if (source.readyState === EventSource.CLOSED) this.again(RETRY);
    });
  }

  /** Ask for the room again: it tells why the stream has ended. */
  private again(delay: number): void {
    this.source?.close();
    this.source = null;
    if (!this.closed) this.timer = setTimeout(() => void this.open(), delay);
  }

  private fail(error: unknown, retry: () => void): void {
    if (error instanceof ApiError && error.status < 500 && error.status !== 429) this.missing = error;
    else if (error instanceof ApiError || error instanceof NetworkError) {
      this.lost = true;
      if (!this.closed) this.timer = setTimeout(retry, RETRY);
    } else throw error;
  }

  private async receive(room: Room): Promise<void> {
    if (this.room && room.step < this.room.step) return;
    this.room = room;
    const { move, moment = null, seat = null } = room.position;
    if (!this.replay) {
      const replay = new Replay(room.table);
      this.told = keyOf(room.position);
      await replay.open(move, moment, seat, true);
      this.replay ??= replay;
    } else if (!this.leads && keyOf(room.position) !== keyOf(positionOf(this.replay))) {
      this.told = keyOf(room.position);
      await this.replay.lookAt(move, moment, seat);
    }
  }
}

export const positionOf = ({ move, inside, seat }: Replay): Position => ({ move, moment: inside, seat });
const keyOf = ({ move, moment, seat }: Position): string => `${move} ${moment ?? ""} ${seat ?? ""}`;
