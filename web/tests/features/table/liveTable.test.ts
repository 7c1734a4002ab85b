import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { LiveTable } from "../../../src/features/table/liveTable.svelte";
import { newUuid } from "../../../src/features/table/uuid";
import type { LogLine, State, Update } from "../../../src/lib/types";
import { line, moment, offer, seats, state, view } from "../../fixtures";

/** An event stream that is fed by the test. */
class FakeSource extends EventTarget {
  static readonly CLOSED = 2;
  static all: FakeSource[] = [];
  static get last(): FakeSource {
    return FakeSource.all.at(-1)!;
  }
  readyState = 1;
  constructor(readonly url: string) {
    super();
    FakeSource.all.push(this);
  }
  close(): void {
    this.readyState = 2;
  }
  send(next: State): void {
    this.dispatchEvent(new MessageEvent("state", { data: JSON.stringify(next) }));
  }
  update(next: Partial<Update>): void {
    const update = { since: 0, events: [], moments: [], patch: {}, ...next };
    this.dispatchEvent(new MessageEvent("update", { data: JSON.stringify(update) }));
  }
  breakOff(readyState: number): void {
    this.readyState = readyState;
    this.dispatchEvent(new Event("error"));
  }
}

type Answer = State | { status: number; body: unknown } | "unreachable";
let answers: Answer[];
let requests: { path: string; body: Record<string, unknown> | null }[];
let table: LiveTable;

const settle = (milliseconds = 0): Promise<unknown> => vi.advanceTimersByTimeAsync(milliseconds);

async function opened(first: State): Promise<LiveTable> {
  answers.push(first);
  table = new LiveTable("t1");
  table.open();
  await settle();
  return table;
}

beforeEach(() => {
  vi.useFakeTimers();
  FakeSource.all = [];
  answers = [];
  requests = [];
  vi.stubGlobal("EventSource", FakeSource);
  vi.stubGlobal("fetch", (path: string, request?: RequestInit) => {
    requests.push({ path, body: request?.body ? (JSON.parse(request.body as string) as Record<string, unknown>) : null });
    const answer = answers.shift() ?? "unreachable";
    if (answer === "unreachable") return Promise.reject(new TypeError("no network"));
    if ("status" in answer) return Promise.resolve(new Response(JSON.stringify(answer.body), { status: answer.status }));
    return Promise.resolve(new Response(JSON.stringify(answer)));
  });
});

afterEach(() => {
  table.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("a live table", () => {
  it("fetches the state and opens the stream of its own seat", async () => {
    await opened(state(3));
    expect(table.state?.length).toBe(3);
    expect(FakeSource.last.url).toBe("/api/tables/t1/stream?seat=0");
    expect(table.fresh.map((event) => event.move)).toEqual([3]);
  });

  it("shows the table even if the open seat was taken meanwhile", async () => {
    const free = seats(false, false).map((seat) => ({ ...seat, taken: seat.seat === 0 }));
    await opened(state(0, { seat: null, started: false, seats: free }));
    const full = state(0, { seat: null, seats: seats(false, false) });
    answers.push({ status: 409, body: { error: "seat-taken", message: "Somebody sits there already.", state: full } });
    await table.sitDown("Bea");
    await settle(1000);
    expect(requests.map((request) => request.path)).toEqual(["/api/tables/t1", "/api/tables/t1/seats"]);
    expect(table.missing).toBeNull();
    expect(table.state?.started).toBe(true);
    expect(table.refusal?.message).toBe("Somebody sits there already.");
  });

  it("reconnects as a spectator if the browser has changed its user", async () => {
    await opened(state(3));
    FakeSource.last.breakOff(FakeSource.CLOSED);
    answers.push({ status: 403, body: { error: "not-your-seat" } }, state(3, { seat: null, seats: seats(false, false) }));
    await settle(1000);
    expect(requests.slice(1).map((request) => request.path)).toEqual(["/api/tables/t1?seat=0", "/api/tables/t1"]);
    expect([table.missing, table.state?.seat]).toEqual([null, null]);
  });

  it("reports a closed table with the server's message", async () => {
    await opened(state(0, { started: false }));
    answers.push({ status: 404, body: { error: "closed-table", message: "This table was closed." } });
    FakeSource.last.dispatchEvent(new MessageEvent("refused", { data: "{}" }));
    await settle();
    expect(table.missing).toMatchObject({ id: "closed-table", message: "This table was closed." });
  });

  it("receives chat lines", async () => {
    await opened(state(3));
    const line = { number: 1, seat: 1, at: "2027-01-15T12:00:00Z", text: "hello", phrase: null };
    FakeSource.last.dispatchEvent(new MessageEvent("chat", { data: JSON.stringify([line]) }));
    expect(table.chat.lines).toEqual([line]);
  });

  it("shows states of the stream and ignores older ones", async () => {
    await opened(state(3));
    await settle(1000);
    FakeSource.last.send(state(4));
    await settle(1000);
    FakeSource.last.send(state(2));
    await settle(1000);
    expect(table.state?.length).toBe(4);
    expect(table.previous).toEqual(view(3));
    expect(table.fresh.map((event) => event.move)).toEqual([4]);
  });

  it("shows quick moves one after the other", async () => {
    await opened(state(0));
    await settle(1000);
    FakeSource.last.send(state(1));
    FakeSource.last.send(state(2));
    await settle(1);
    expect(table.state?.length).toBe(1);
    await settle(700);
    expect(table.state?.length).toBe(2);
  });

  it("keeps a partial choice if nothing has changed", async () => {
    await opened(state(1));
    table.narrowing!.click("hand:fan");
    FakeSource.last.send(state(1));
    await settle(1000);
    expect(table.narrowing!.clicked).toEqual(["hand:fan"]);
    FakeSource.last.send(state(2));
    await settle(1000);
    expect(table.narrowing!.clicked).toEqual([]);
  });
});

describe("an update", () => {
  const grown = (length: number) => ({ length: [length], moves: [length], view: { turn: [length] } });

  it("applies to the last state of the stream, not to an answer received meanwhile", async () => {
    await opened(state(1));
    FakeSource.last.send(state(1));
    answers.push(state(2, { since: 2, events: [line(2)] }));
    await Promise.all([table.play(offer), settle()]);
    expect(table.state?.events.map(({ move }) => move)).toEqual([0, 1, 2]);
    FakeSource.last.update({ since: 2, events: [line(2)], patch: grown(2) });
    FakeSource.last.update({ since: 3, events: [line(3)], patch: grown(3) });
    await settle(1000);
    expect(table.state).toEqual(state(3));
    expect(table.previous).toEqual(view(2));
  });

  it("reuses known lines of the log", async () => {
    await opened(state(1));
    FakeSource.last.send(state(1));
    const [first] = table.state!.events;
    FakeSource.last.update({ since: 2, events: [line(2)], patch: grown(2) });
    await settle(1000);
    expect(table.state!.events[0]).toBe(first);
  });

  it("that does not fit makes the table fetch its whole state", async () => {
    await opened(state(1));
    FakeSource.last.send(state(1));
    answers.push(state(9));
    FakeSource.last.update({ since: 8, events: [line(8)], patch: grown(8) });
    await settle(1000);
    expect([table.state?.length, FakeSource.all.length, requests.length]).toEqual([9, 2, 2]);
  });

  it("that arrives before any state does the same", async () => {
    await opened(state(1));
    answers.push(state(2));
    FakeSource.last.update({ since: 2, patch: grown(2) });
    await settle(1000);
    expect([table.state?.length, FakeSource.all.length]).toEqual([2, 2]);
  });

  it("can be a whole state after an undo or a return", async () => {
    await opened(state(3));
    await settle(1000);
    const undone: LogLine = line(1, { event: { event: "undone", seat: 1, moves: 1 } });
    FakeSource.last.send(state(4, { moves: 1, events: [line(0), line(1), undone] }));
    await settle(1000);
    expect([table.state?.moves, table.fresh]).toEqual([1, [undone]]);
    FakeSource.last.update({ since: 3, events: [line(2)], patch: { length: [5], moves: [2] } });
    await settle(1000);
    expect([table.state?.length, table.fresh]).toEqual([5, [line(2)]]);
  });
});

describe("a moment", () => {
  it("of the user's own move is shown first, without any choice", async () => {
    await opened(state(1));
    answers.push(state(2, { since: 2, events: [line(2)], moments: [moment(3)] }));
    await Promise.all([table.play(offer), settle()]);
    expect([table.moment?.after, table.narrowing, table.state?.view]).toEqual([3, null, { ...view(103), to_move: [] }]);
    FakeSource.last.send(state(2, { moments: [moment(3)] }));
    await settle(300);
    table.skip();
    expect([table.moment, table.state?.length, table.narrowing?.offers.length]).toEqual([null, 2, 1]);
    await settle(9000);
    expect(table.moment).toBeNull();
  });

  it("does not hide whose turn it is", async () => {
    await opened(state(1, { to_move: [1] }));
    FakeSource.last.send(state(2, { moments: [moment(3)] }));
    await settle(1000);
    expect([table.state?.to_move, table.latest?.to_move]).toEqual([[], [0]]);
  });

  it("is shorter while the user's clock runs", async () => {
    const time: State["time"] = { control: { kind: "live", game: 300, move: 5 }, absent: "bot", proposal: null, clocks: [], waits_for: [], waits_since: null, arrival: 10, patience: 72, idle: 1440, motion: null };
    const events = [line(0), line(1), ...Array.from({ length: 9 }, () => line(2))];
    await opened(state(1, { to_move: [1], time }));
    await settle(1000);
    FakeSource.last.send(state(2, { time, events, moments: [moment(11)] }));
    await settle(100);
    expect(table.moment).not.toBeNull();
    await settle(3000);
    expect(table.moment).toBeNull();
  });
});

describe("a move", () => {
  it("is sent once, however often the button is clicked", async () => {
    await opened(state(1));
    answers.push(state(2));
    void table.play(offer);
    void table.play(offer);
    await settle();
    expect(requests.slice(1)).toHaveLength(1);
    expect(requests[1]!.body).toMatchObject({ seat: 0, move: "secret fan", length: 1 });
    expect(table.state?.length).toBe(2);
    expect(table.busy).toBe(false);
  });

  it("is repeated with the same id until the server answers", async () => {
    await opened(state(1));
    answers.push("unreachable", { status: 503, body: {} }, state(2));
    void table.play(offer);
    await settle(5000);
    const ids = requests.slice(1).map((request) => request.body!["id"]);
    expect(ids).toHaveLength(3);
    expect(new Set(ids).size).toBe(1);
    expect(table.state?.length).toBe(2);
  });

  it("is dropped silently after a conflict", async () => {
    await opened(state(1));
    answers.push({ status: 409, body: { error: "conflict", message: "stale", state: state(5) } });
    await Promise.all([table.play(offer), settle()]);
    expect(table.state?.length).toBe(5);
    expect(table.refusal).toBeNull();
  });

  it("is not offered again while later moves wait to be shown", async () => {
    await opened(state(1));
    await settle(100);
    answers.push(state(2, { to_move: [1], legal: [] }));
    const played = table.play(offer);
    FakeSource.last.send(state(2, { to_move: [1], legal: [] }));
    FakeSource.last.send(state(3));
    await Promise.all([played, settle()]);
    expect([table.state?.length, table.narrowing]).toEqual([2, null]);
    await settle(1000);
    expect(table.state?.length).toBe(3);
  });

  it("that no rule allows is explained by the server, with what is clicked so far", async () => {
    await opened(state(3, { legal: [{ ...offer, touches: ["action:secret", "hand:fan"] }] }));
    table.narrowing!.click("action:secret");
    answers.push({ status: 200, body: { reason: { id: "reason.used" }, paragraph: "actions" } });
    await table.explain("action:gift");
    expect(requests.at(-1)).toEqual({ path: "/api/tables/t1/why", body: { seat: 0, places: ["action:secret", "action:gift"], length: 3 } });
    expect(table.refusal).toEqual({ message: "", reason: { id: "reason.used" }, paragraph: "actions" });
    answers.push({ status: 429, body: { error: "too-many", message: "Slowly." } });
    await table.explain("action:gift");
    expect(table.refusal?.reason).toEqual({ id: "reason.used" });
  });

  it("that was taken back leaves the decision to the user", async () => {
    await opened(state(3));
    expect(table.takenBack).toBe(false);
    FakeSource.last.send(state(4, { moves: 2, events: [line(0), line(1), line(2)] }));
    await settle(5000);
    expect(table.takenBack).toBe(true);
    FakeSource.last.send(state(5, { moves: 3 }));
    await settle(5000);
    expect(table.takenBack).toBe(false);
  });

  it("that is refused shows the reason", async () => {
    await opened(state(1));
    answers.push({ status: 422, body: { error: "illegal", message: "No.", reason: { id: "reason.used" } } });
    await Promise.all([table.play(offer), settle()]);
    expect(table.refusal).toEqual({ message: "No.", reason: { id: "reason.used" } });
  });

  it("that fails keeps the clicked places", async () => {
    await opened(state(1));
    table.narrowing!.click("hand:fan");
    answers.push({ status: 500, body: {} });
    await Promise.all([table.play(offer), settle()]);
    expect(table.narrowing!.clicked).toEqual(["hand:fan"]);
  });

  it("that is accepted clears the choice, even if the same moves are legal again", async () => {
    await opened(state(1, { to_move: [0, 1] }));
    table.narrowing!.click("hand:fan");
    answers.push(state(2, { to_move: [1] }));
    await Promise.all([table.play(offer), settle()]);
    expect(table.narrowing!.clicked).toEqual([]);
  });
});

describe("a stream", () => {
  it("that is cut is reopened by the browser", async () => {
    await opened(state(1));
    FakeSource.last.breakOff(0);
    expect(table.connection).toBe("lost");
    FakeSource.last.dispatchEvent(new Event("open"));
    expect(table.connection).toBe("live");
    expect(FakeSource.all).toHaveLength(1);
  });

  it("that is refused is reopened until it works", async () => {
    await opened(state(1));
    FakeSource.last.breakOff(2);
    answers.push("unreachable", state(4));
    await settle(10000);
    expect(FakeSource.all).toHaveLength(2);
    expect(table.state?.length).toBe(4);
  });

  it("waits after rate limits and server errors", async () => {
    await opened(state(1));
    FakeSource.last.breakOff(2);
    answers.push({ status: 429, body: { error: "too-often" } }, { status: 503, body: {} }, state(4));
    await settle(20000);
    expect([table.missing, table.state?.length]).toEqual([null, 4]);
  });

  it("is not opened for a table that does not exist", async () => {
    answers.push({ status: 404, body: { error: "no-table", message: "No such table." } });
    table = new LiveTable("t1");
    table.open();
    await settle();
    expect(table.missing?.id).toBe("no-table");
    expect(FakeSource.all).toHaveLength(0);
  });
});

describe("a shared device", () => {
  const shared = (length: number, seat: number, to_move: number[]): State =>
    state(length, { hot_seat: true, seats: seats(true, true), seat, to_move });

  it("is covered until the next player confirms", async () => {
    await opened(shared(1, 0, [0]));
    expect(table.curtain).toBe(0);
    table.viewFrom(0);
    expect(table.curtain).toBeNull();
    answers.push(shared(2, 0, [1]));
    await Promise.all([table.play(offer), settle()]);
    expect(table.curtain).toBe(1);
    answers.push(shared(2, 1, [1]));
    table.viewFrom(1);
    expect(table.curtain).toBe(1);
    await settle();
    expect(table.curtain).toBeNull();
    expect(table.state?.seat).toBe(1);
    expect(FakeSource.last.url).toContain("seat=1");
  });
});

describe("a UUID", () => {
  it("is unique, also on pages without https", () => {
    vi.stubGlobal("crypto", { getRandomValues: (bytes: Uint8Array) => globalThis.crypto === undefined ? bytes : bytes.map(() => Math.floor(Math.random() * 256)) });
    expect(newUuid()).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    expect(newUuid()).not.toBe(newUuid());
  });
});
