import { read as recall, write as remember } from "./kept.svelte";
import { fetchChat, muteSeat, reportLine, sayPhrase, sayText } from "./people";
import type { Chat, Line } from "./types/people";

/** What is said at a table, and how far it has been read. */
export class TableChat {
  readonly id: string;
  lines: Line[] = $state.raw([]);
  phrases: string[] = $state.raw([]);
  muted: number[] = $state.raw([]);
  mayWrite = $state(false);
  /** Has the server told who may write and who is muted? */
  open = $state(false);
  /** The number of the last line that was in sight, in this browser. */
  private read = $state(0);

  constructor(id: string) {
    this.id = id;
    this.read = Number(recall(`chat.${id}`) ?? 0);
  }

  readonly unread = $derived(this.lines.filter((line) => line.number > this.read).length);

  /** Lines come once more after a break; each is kept once, in the order in which they were said. */
  hear(lines: readonly Line[]): void {
    const known = new Map([...this.lines, ...lines].map((line) => [line.number, line]));
    this.lines = [...known.values()].toSorted((one, other) => one.number - other.number);
  }

  /** All lines are in sight now. */
  see(): void {
    const last = this.lines.at(-1)?.number ?? 0;
    if (last <= this.read) return;
    this.read = last;
    remember(`chat.${this.id}`, String(last));
  }

  async load(): Promise<void> {
    const chat = await fetchChat(this.id);
    this.hear(chat.lines);
    this.rules(chat);
  }

  async say(seat: number, text: string): Promise<void> {
    this.hear([await sayText(this.id, seat, text)]);
  }

  async sayPhrase(seat: number, phrase: string): Promise<void> {
    this.hear([await sayPhrase(this.id, seat, phrase)]);
  }

  /** Lines of who is muted go away; those of who is heard again come back. */
  async mute(seat: number, muted: boolean): Promise<void> {
    const chat = await muteSeat(this.id, seat, muted);
    this.lines = chat.lines;
    this.rules(chat);
  }

  async report(line: Line, reason: string): Promise<void> {
    await reportLine(this.id, line.number, reason);
  }

  private rules(chat: Chat): void {
    this.phrases = chat.phrases;
    this.muted = chat.muted;
    this.mayWrite = chat.may_write;
    this.open = true;
  }
}
