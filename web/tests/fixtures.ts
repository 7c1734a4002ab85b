/** A table of Hanamikoji as the server describes it, for tests that need only some of it. */
import type { LogLine, MomentShown, Offer, Seat, State, ViewOf } from "../src/lib/types";

export const offer: Offer = {
  number: 1,
  move: { do: "secret", card: "fan" },
  notation: "secret fan",
  touches: ["hand:fan"],
  phrase: { id: "move" },
  important: true,
};

/** A view that is identified by its turn. */
export const view = (turn: number): ViewOf<"hanamikoji"> => ({
  game: "hanamikoji",
  seat: 0,
  round: 1,
  most_rounds: 3,
  charm_to_win: 11,
  geishas_to_win: 4,
  first: 0,
  turn,
  pile: 8,
  to_move: [0],
  geishas: [],
  players: [],
  offer: null,
});

export const seats = (...yours: boolean[]): Seat[] =>
  yours.map((mine, seat) => ({
    seat,
    name: null,
    kind: "person",
    bot: null,
    taken: true,
    open: false,
    yours: mine,
    absent: null,
    profile: null,
    colour: seat,
    pattern: seat,
    character: null,
    nudged: null,
  }));

export const line = (move: number, more: Partial<LogLine> = {}): LogLine => ({
  move,
  event: { event: "drew", seat: 0, item: null },
  phrase: { id: `event.${move}` },
  ...more,
});

/** A moment after so many lines, with a view of its own. */
export const moment = (after: number, turn = 100 + after): MomentShown => ({
  kind: "round",
  phrase: { id: "moment.round" },
  after,
  view: { ...view(turn), to_move: [] },
});

/** A table after so many moves, with one line per move. */
export function state(length: number, more: Partial<State> = {}): State {
  return {
    table: "t1",
    game: "hanamikoji",
    options: {},
    created: "2026-01-01T00:00:00Z",
    hot_seat: false,
    open: false,
    length,
    moves: length,
    started: true,
    seats: seats(true, false),
    seat: 0,
    view: view(length),
    prompt: { id: "prompt.act" },
    to_move: [0],
    legal: [offer],
    forced: false,
    since: 0,
    events: Array.from({ length: length + 1 }, (_, move) => line(move)),
    moments: [],
    over: false,
    result: null,
    commitment: "",
    seed: null,
    undo: { possible: false, consent: false, free: true, asked_by: null, to: 0 },
    rematch: null,
    ended: null,
    halted: false,
    lesson: null,
    changes: 0,
    time: { control: null, absent: "bot", proposal: null, clocks: [], waits_for: [], waits_since: null, arrival: 10, patience: 72, idle: 1440, motion: null },
    plan: null,
    plannable: [],
    private: false,
    language: null,
    yours: false,
    hinted: false,
    rated: true,
    tournament: null,
    exhibition: null,
    club: null,
    delay: 0,
    hands: null,
    campaign: null,
    from: null,
    ...more,
  };
}
