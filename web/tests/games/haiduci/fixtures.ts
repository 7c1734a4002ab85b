/** A table of Haiduci in the phase of offers, on the official map. */
import { loadEdition } from "../../../src/games/haiduci/boards";
import english from "../../../src/games/haiduci/text.en.json";
import type { HaiduciEvent, HaiduciLine, HaiduciView, LeaderView, PlayerView, StepView } from "../../../src/games/haiduci/types";
import { say as sayIn } from "../../../src/lib/phrase";
import type { MoveOf, Offer, Phrase } from "../../../src/lib/types";

export const EDITION = (await loadEdition("balkans_1807", "initiatives"))!;
export const NAMES = ["Alex", "Barbara", "Chris", "Doris"];
export const say = (phrase: Phrase) => sayIn(phrase, english, "en", NAMES);
export const logOf = (...events: HaiduciEvent[]): HaiduciLine[] => events.map((event, move) => ({ move, event, phrase: { id: `event.${event.event}` } }));
export const offer = (number: number, move: MoveOf<"haiduci">, ...touches: string[]): Offer<"haiduci"> => ({ number, move, notation: "", touches, phrase: { id: touches.join(" ") }, important: true });
export const pass = (number: number) => offer(number, { do: "pass" }, "action:pass");
export const step = (changes: Partial<StepView>): StepView => ({ task: "place", seat: 0, faction: "serbia", todo: 1, at: null, haiduc: null, ...changes });

export const player = (faction: string, changes: Partial<PlayerView> = {}): PlayerView => ({
  faction, cards: 3, hand: null, leader: null, claimed: false, put: 0, points: { provinces: 10, captured: 0, emerged: 0, territories: 3 }, ...changes,
});

export const LEADER: LeaderView = {
  name: "Karađorđe",
  conditions: [
    { word: "INDEP", text: { id: "condition.INDEP" }, province: null, needed: 3, reached: 2, met: false },
    { word: "EMG", text: { id: "condition.EMG" }, province: null, needed: 1, reached: 1, met: true },
  ],
};
export const FACTIONS = Object.keys(EDITION.board.provinces);

export const pawnsAt = (id: string): Record<string, number> => (id === "rudnik" ? { serbia: 2, ottoman: 1 } : {});

export const table = (changes: Partial<HaiduciView> = {}): HaiduciView => ({
  game: "haiduci", seat: 0, board: "balkans_1807", cards: "initiatives", leaders: "leaders_1807", first: 0, start: 1, season: 2, year: 1807, time: "autumn",
  phase: "offers", frozen: false, thawed: false, ending: false, to_move: [0], unplayed: null, pile: 20, discards: {},
  supply: Object.fromEntries(FACTIONS.map((id) => [id, 28])), agreement: null, step: null,
  territories: Object.keys(EDITION.board.territories).map((id) => ({ id, pawns: pawnsAt(id), control: id === "rudnik" ? "serbia" : null })),
  provinces: FACTIONS.map((id) => ({ id, pawns: {}, control: id === "serbia" ? "serbia" : null })),
  haiduci: [
    { id: "iancu-jianu", at: "rudnik", emerged_by: 1, captured_by: null },
    { id: "stefan-bujor", at: null, emerged_by: null, captured_by: 0 },
  ],
  boxes: [
    { faction: "ottoman", first: "faith", second: null, partner: null },
    { faction: "serbia", first: "army", second: "revolt", partner: 2 },
    { faction: "moldavia", first: null, second: null, partner: null },
    { faction: "russia", first: null, second: null, partner: null },
  ],
  players: [player("serbia", { hand: ["army", "faith", "faith", "ustym-karmaliuk"], leader: LEADER }), player("ottoman"), player("moldavia"), player("russia")],
  ...changes,
});
