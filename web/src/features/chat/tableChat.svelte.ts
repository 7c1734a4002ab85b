import { i18n } from "../../lib/i18n.svelte";
import { preferences } from "../../lib/preferences.svelte";
import { storage } from "../../lib/storage";
import { serverTime } from "../clocks/serverTime.svelte";
import { tableSource, type ChatSource } from "./api";
import type { Chat, Line } from "./types";

// Milliseconds.
const LATEST_TIME = 7000;
const JUST_NOW = 20_000; // older lines, such as those after a reload, are not news

/** The chat of a table, and how much of it the user has read. */
export class TableChat {
  readonly id: string;
  private received: Line[] = $state.raw([]);
  phrases: string[] = $state.raw([]);
  /** Seats of people whom the user has blocked. */
  blocked: number[] = $state.raw([]);
  mayWrite = $state(false);
  /** Players may write to one another at this table. */
  private = $state(false);
  loaded = $state(false);
  /** A line that has just been said, for a few seconds. */
  latest: Line | null = $state.raw(null);
  /** The number of the last line read in this browser. */
  private lastRead = $state(0);

  private timer: ReturnType<typeof setTimeout> | undefined;

  private readonly source: ChatSource;

  constructor(id: string, source: ChatSource = tableSource(id)) {
    this.id = id;
    this.source = source;
    this.lastRead = Number(storage.get(`chat.${id}`) ?? 0);
  }

  /** The lines to show. */
  readonly lines = $derived(preferences.botsTalk ? this.received : this.received.filter((line) => !isRemark(line)));
  /** Remarks by bots ask for no attention. */
  readonly unread = $derived(this.received.filter((line) => line.number > this.lastRead && !isRemark(line)).length);

  /** Add lines.  After a reconnect some arrive again; each is kept once, in order. */
  receive(lines: readonly Line[]): void {
    const last = this.received.at(-1)?.number ?? 0;
    const newest = lines.findLast((line) => line.number > last && serverTime.now - Date.parse(line.at) < JUST_NOW);
    if (newest && (preferences.botsTalk || !isRemark(newest))) this.announce(newest);
    const known = new Map([...this.received, ...lines].map((line) => [line.number, line]));
    this.received = [...known.values()].toSorted((one, other) => one.number - other.number);
  }

  /** Show no line any more. */
  dismiss(): void {
    clearTimeout(this.timer);
    this.latest = null;
  }

  private announce(line: Line): void {
    this.dismiss();
    this.latest = line;
    this.timer = setTimeout(() => this.dismiss(), LATEST_TIME);
  }

  markRead(): void {
    const last = this.received.at(-1)?.number ?? 0;
    if (last <= this.lastRead) return;
    this.lastRead = last;
    storage.set(`chat.${this.id}`, String(last));
  }

  async load(): Promise<void> {
    const chat = await this.source.fetch();
    this.receive(chat.lines);
    this.apply(chat);
  }

  async say(seat: number, text: string, to: number | null = null): Promise<void> {
    this.receive([await this.source.sayText(seat, text, to)]);
  }

  async sayPhrase(seat: number, phrase: string, to: number | null = null): Promise<void> {
    this.receive([await this.source.sayPhrase(seat, phrase, to)]);
  }

  /** Block the person in a seat, whose lines are then hidden, or unblock them. */
  async block(seat: number, blocked: boolean): Promise<void> {
    const chat = await this.source.block(seat, blocked);
    this.received = chat.lines;
    this.apply(chat);
  }

  async report(line: Line, reason: string): Promise<void> {
    await this.source.report(line.number, reason);
  }

  private apply({ phrases, blocked, may_write, private: whispers }: Chat): void {
    this.phrases = phrases;
    this.blocked = blocked;
    this.mayWrite = may_write;
    this.private = whispers;
    this.loaded = true;
  }
}

/** Has a bot said what it thinks of its game? */
const isRemark = (line: Line): boolean => line.phrase?.id.startsWith("remark.") ?? false;

/** What a line says, in the user's language if it is a prepared phrase. */
export function wordsOf(line: Line, game: string): string {
  return line.phrase ? i18n.say(game, line.phrase) : (line.text ?? "");
}
