import { beforeEach, describe, expect, it, vi } from "vitest";
import { TableChat } from "../src/lib/chat.svelte";
import { dresses, inkStyle, look } from "../src/lib/emblems";
import { kept } from "../src/lib/kept.svelte";
import { me } from "../src/lib/me.svelte";
import { scale } from "../src/lib/ratings";
import { pageOf } from "../src/lib/router.svelte";
import type { Line, Me } from "../src/lib/types/people";

const dress = (colour: number, pattern = colour) => ({ colour, pattern });
const line = (number: number, seat = 0): Line => ({ number, seat, at: "2027-01-15T12:00:00Z", text: `line ${number}`, phrase: null });
const person = (name: string | null): Me => ({
  name,
  language: "en",
  profile: "p",
  account: null,
  colour: null,
  pattern: null,
  devices: 1,
});

describe("colours and emblems", () => {
  it("are those of the seat's number where nobody wishes otherwise", () => {
    expect(dresses([dress(0), dress(1)])).toEqual([0, 1, 2, 3, 4, 5].map((number) => dress(number)));
  });

  it("that nobody wears are left for what nobody plays", () => {
    const worn = dresses([dress(4, 2), dress(1, 5), dress(2, 0)]);
    for (const kind of ["colour", "pattern"] as const) {
      expect(worn.map((each) => each[kind]).toSorted()).toEqual([0, 1, 2, 3, 4, 5]);
    }
    expect(worn.slice(0, 3)).toEqual([dress(4, 2), dress(1, 5), dress(2, 0)]);
  });

  it("are chosen apart from each other", () => {
    expect(look(dress(4, 1))).toEqual({ ink: "var(--ink-4)", path: look(dress(1)).path });
    expect(inkStyle([dress(4, 1)])).toMatch(/^--seat-0: var\(--ink-4\); --seat-1: var\(--ink-1\);/);
  });
});

describe("the chat", () => {
  beforeEach(() => localStorage.clear());

  it("keeps every line once, in order, however often it comes", () => {
    const chat = new TableChat("t1");
    chat.hear([line(2), line(3)]);
    chat.hear([line(1), line(2)]);
    expect(chat.lines.map((each) => each.number)).toEqual([1, 2, 3]);
  });

  it("knows after a reload what has been read", () => {
    const chat = new TableChat("t1");
    chat.hear([line(1), line(2)]);
    expect(chat.unread).toBe(2);
    chat.see();
    const later = new TableChat("t1");
    later.hear([line(1), line(2), line(3)]);
    expect(later.unread).toBe(1);
    expect(new TableChat("t2").unread).toBe(0);
  });

  it("lets the lines of who is muted go", async () => {
    const chat = new TableChat("t1");
    chat.hear([line(1, 0), line(2, 1)]);
    const answer = { lines: [line(1, 0)], phrases: ["chat.hello"], muted: [1], may_write: true };
    vi.stubGlobal("fetch", () => Promise.resolve(new Response(JSON.stringify(answer))));
    await chat.mute(1, true);
    vi.unstubAllGlobals();
    expect(chat.lines.map((each) => each.seat)).toEqual([0]);
    expect(chat.muted).toEqual([1]);
  });
});

describe("who one is", () => {
  it("has the same name here and on the server", () => {
    kept.name = "Alex";
    me.learn(person(null));
    expect(me.name).toBe("Alex");
    me.learn(person("Bea"));
    expect(kept.name).toBe("Bea");
  });

  it("leaves nothing of the one before when it changes", () => {
    const before = me.changes;
    me.learn(person("Alex"));
    me.become(person(null));
    expect([kept.name, me.name, me.changes]).toEqual(["", "", before + 1]);
  });
});

describe("pages about people", () => {
  it("have their addresses", () => {
    expect(pageOf("/people/p1")).toEqual({ name: "person", id: "p1" });
    expect(pageOf("/ratings/han")).toEqual({ name: "ranking", game: "han" });
    expect(pageOf("/device/s3cret")).toEqual({ name: "device", token: "s3cret" });
  });

  it("draw ratings on a scale that has room for all", () => {
    const rating = (points: number, uncertainty: number) => ({ rating: points, uncertainty, games: 1 });
    expect(scale([])).toEqual({ from: 1000, to: 2000 });
    expect(scale([rating(1500, 1000), rating(2600, 100)])).toEqual({ from: 500, to: 2700 });
  });
});
