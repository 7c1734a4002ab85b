/** A table of The White Lotus with three players, in the phase of claims. */
import yuan from "../../../../src/guanxi/games/white_lotus/boards/yuan.json";
import english from "../../../src/games/white_lotus/text.en.json";
import type { BoardFile, ConflictView, Line, LotusView, PlayerView, RebellionView } from "../../../src/games/white_lotus/types";
import { say as sayIn } from "../../../src/lib/phrase";
import type { Offer, Phrase } from "../../../src/lib/types";

export const BOARD = yuan as unknown as BoardFile;
export const NAMES = ["Alex", "Barbara", "Chris"];
export const say = (phrase: Phrase) => sayIn(phrase, english, "en", NAMES);
export const lineOf = (move: number, event: Line["event"]): Line => ({ move, event, phrase: { id: `event.${event.event}` } });
export type Move = Offer<"white_lotus">["move"];
export const offer = (number: number, move: Move, ...touches: string[]): Offer<"white_lotus"> => ({ number, move, notation: "", touches, phrase: { id: touches.join(" ") }, important: true });
export const amount = (points: number) => offer(points, { do: "influence", points }, `amount:${points}`);
export const NONE = { village: 0, palace: 0, temple: 0, fortress: 0, rice: 0 };
export const NO_POINTS = { palaces: 0, temples: 0, others: 0, territory: 0, dragons: 0, tokens: 0 };

export const player = (changes: Partial<PlayerView> = {}): PlayerView => ({
  influence: 12, combat: 3, tokens: 0, buildings: NONE, territory: 0, points: NO_POINTS, total: 0, ...changes,
});

export const table = (changes: Partial<LotusView> = {}): LotusView => ({
  game: "white_lotus", seat: 0, board: "yuan", year: 1, phase: 1, step: "claims", last: false, emperor: 1, to_move: [0], ready: [],
  provinces: [
    { id: "luoyang", name: "Luoyang", building: "palace", owner: null, claims: [1] },
    { id: "xian", name: "Xi’an", building: "village", owner: 2, claims: [] },
    { id: "dadu", name: "Dadu", building: null, owner: null, claims: [] },
  ],
  players: [player(), player({ influence: null, combat: null }), player()],
  unseen: { ...NONE, temple: 2 }, tile: null, palace: null, conflict: null, rebellion: null, window: null, offer: null, silent: [], choice: null,
  ...changes,
});

export const BIDS = [
  { seat: 0, target: 1, influence: 4 },
  { seat: 1, target: 0, influence: 1 },
  { seat: 2, target: 1, influence: 2 },
];
export const conflict = (changes: Partial<ConflictView> = {}): ConflictView => ({ province: "luoyang", present: [0, 1, 2], bids: [], tied: [], ...changes });
export const rebellion = (changes: Partial<RebellionView> = {}): RebellionView => ({
  leader: 2, camps: [null, "emperor", "rebels"], combat: null, strength: null, winner: null, ...changes,
});
export const ROUND = [
  lineOf(3, { event: "contested", province: "luoyang", players: [0, 1, 2] }),
  ...BIDS.map((bid) => lineOf(8, { event: "played", ...bid })),
];
export const EJECTED = lineOf(8, { event: "ejected", seat: 1, province: "luoyang", influence: 1 });
