import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { SharedReplay } from "../../../src/features/rooms/sharedReplay.svelte";
import type { Position, Room } from "../../../src/features/rooms/types";
import { state, view } from "../../fixtures";

const LAST = 9;

/** A stream that says what the test wants. */
class Stream {
  static last: Stream;
  readyState = 1;
  private readonly listeners = new Map<string, (event: { data: string }) => void>();

  constructor() {
    Stream.last = this;
  }

  addEventListener(kind: string, listener: (event: { data: string }) => void): void {
    this.listeners.set(kind, listener);
  }

  say(kind: string, data: unknown): void {
    this.listeners.get(kind)?.({ data: JSON.stringify(data) });
  }

  close(): void {}
}

/** A room with Alex, who leads, and Bea; one of them is the user. */
function room(step: number, move: number, you: number, leader = 0, seat: number | null = null): Room {
  const people = ["Alex", "Bea"].map((name, place) => ({ place, name, profile: null, here: true, yours: place === you }));
  return { room: "r1", table: "t1", position: { move, moment: null, seat }, step, leader, people };
}

const told: Position[] = [];
let given: Room;
let answer: () => Promise<void>;

beforeEach(() => {
  told.length = 0;
  answer = () => Promise.resolve();
  vi.stubGlobal("EventSource", Stream);
  vi.stubGlobal("fetch", async (path: string, options?: RequestInit) => {
    if (path.endsWith("/position")) {
      told.push(JSON.parse(options!.body as string) as Position);
      await answer();
      return new Response("{}");
    }
    if (path.startsWith("/api/rooms")) return new Response(JSON.stringify(given));
    const move = Number(/move=(\d+)/.exec(path)?.[1] ?? LAST);
    const seat = /seat=(\d)/.exec(path)?.[1];
    return new Response(JSON.stringify(state(move, { moves: move, view: view(move), over: move === LAST, seat: seat ? Number(seat) : null })));
  });
});
afterEach(() => void vi.unstubAllGlobals());

async function opened(first: Room): Promise<SharedReplay> {
  given = first;
  const shared = new SharedReplay("r1");
  await shared.open();
  return shared;
}

describe("a shared replay", () => {
  it("begins where the room looks", async () => {
    const { replay } = await opened(room(0, 3, 1));
    expect([replay!.move, replay!.seat, replay!.last]).toEqual([3, null, LAST]);
  });

  it("follows the leader to moves and points of view", async () => {
    const shared = await opened(room(0, 3, 1));
    Stream.last.say("room", room(1, 7, 1, 0, 1));
    await vi.waitFor(() => expect(shared.replay!.state!.moves).toBe(7));
    expect(shared.replay!.seat).toBe(1);
    // What comes too late is not shown any more.
    Stream.last.say("room", room(0, 3, 1));
    expect(shared.replay!.move).toBe(7);
  });

  it("tells nobody where a follower looks", async () => {
    const shared = await opened(room(0, 3, 1));
    await shared.replay!.go(5);
    await shared.tell();
    expect(told).toEqual([]);
  });

  it("tells where the leader looks, and only the newest position if there were several meanwhile", async () => {
    const shared = await opened(room(0, 3, 0));
    let release = (): void => undefined;
    answer = () => new Promise((resolve) => (release = resolve));
    await shared.replay!.go(4);
    const telling = shared.tell();
    await vi.waitFor(() => expect(told.length).toBe(1));
    await shared.replay!.go(5);
    void shared.tell();
    await shared.replay!.go(6);
    answer = () => Promise.resolve();
    release();
    await telling;
    expect(told.map(({ move }) => move)).toEqual([4, 6]);
  });

  it("gives the chat its people in place of the players", async () => {
    const shared = await opened(room(0, 3, 1));
    const talkers = shared.talkers(shared.replay!.state!);
    expect(talkers.seats.map(({ name, yours }) => [name, yours])).toEqual([["Alex", false], ["Bea", true]]);
    expect(talkers.seat).toBe(1);
  });
});
