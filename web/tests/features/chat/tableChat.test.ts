import { beforeEach, describe, expect, it, vi } from "vitest";
import { TableChat } from "../../../src/features/chat/tableChat.svelte";
import type { Line } from "../../../src/features/chat/types";
import { preferences } from "../../../src/lib/preferences.svelte";

const line = (number: number, seat = 0): Line => ({ number, seat, at: "2027-01-15T12:00:00Z", text: `line ${number}`, phrase: null, to: null });

describe("the chat", () => {
  beforeEach(() => localStorage.clear());

  it("keeps every line once and in order, even if it arrives again", () => {
    const chat = new TableChat("t1");
    chat.receive([line(2), line(3)]);
    chat.receive([line(1), line(2)]);
    expect(chat.lines.map((each) => each.number)).toEqual([1, 2, 3]);
  });

  it("remembers across reloads what has been read", () => {
    const chat = new TableChat("t1");
    chat.receive([line(1), line(2)]);
    expect(chat.unread).toBe(2);
    chat.markRead();
    const later = new TableChat("t1");
    later.receive([line(1), line(2), line(3)]);
    expect(later.unread).toBe(1);
    expect(new TableChat("t2").unread).toBe(0);
  });

  it("shows a line that was just said for a few seconds, but no old one", () => {
    vi.useFakeTimers({ now: Date.parse("2027-01-15T12:00:05Z") });
    const chat = new TableChat("t1");
    chat.receive([{ ...line(1), at: "2027-01-15T11:00:00Z" }]);
    expect(chat.latest).toBeNull();
    chat.receive([line(2), line(3)]);
    expect(chat.latest?.number).toBe(3);
    chat.receive([line(3)]);
    vi.advanceTimersByTime(10_000);
    expect(chat.latest).toBeNull();
    vi.useRealTimers();
  });

  it("shows remarks by bots, which ask for no attention, unless the user has turned them off", () => {
    const remark: Line = { ...line(2, 1), text: null, phrase: { id: "remark.bold.torn.1", params: {} } };
    const chat = new TableChat("t1");
    chat.receive([line(1), remark]);
    expect([chat.lines.length, chat.unread]).toEqual([2, 1]);
    preferences.botsTalk = false;
    expect(chat.lines.map((each) => each.number)).toEqual([1]);
    preferences.botsTalk = true;
  });

  it("removes the lines of a blocked person", async () => {
    const chat = new TableChat("t1");
    chat.receive([line(1, 0), line(2, 1)]);
    const answer = { lines: [line(1, 0)], phrases: ["chat.hello"], blocked: [1], may_write: true };
    vi.stubGlobal("fetch", () => Promise.resolve(new Response(JSON.stringify(answer))));
    await chat.block(1, true);
    vi.unstubAllGlobals();
    expect(chat.lines.map((each) => each.seat)).toEqual([0]);
    expect(chat.blocked).toEqual([1]);
  });
});
