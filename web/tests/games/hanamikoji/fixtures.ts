/** Tables of Hanamikoji, and the end of a round. */
import cards from "../../../../src/guanxi/games/hanamikoji/cards.json";
import { ACTIONS, ITEMS, TURNS, type HanamikojiView, type Item, type Line, type Moment, type PlayerView } from "../../../src/games/hanamikoji/types";

export function player(changes: Partial<PlayerView> = {}): PlayerView {
  return { cards: 0, hand: null, actions: ACTIONS, secret: null, traded: null, charm: 0, geishas: 0, ...changes };
}

export function table(changes: Partial<HanamikojiView> = {}, laid: Partial<Record<Item, number[]>> = {}): HanamikojiView {
  return {
    game: "hanamikoji",
    seat: 0,
    round: 1,
    most_rounds: 0,
    charm_to_win: cards.charm_to_win,
    geishas_to_win: cards.geishas_to_win,
    first: 0,
    turn: 0,
    pile: 0,
    to_move: [0],
    geishas: ITEMS.map((item) => ({
      item,
      copies: cards.geishas[item].items,
      charm: cards.geishas[item].charm,
      favour: null,
      items: laid[item] ?? [0, 0],
    })),
    players: [player(), player()],
    offer: null,
    ...changes,
  };
}

/** The lines of a log; each event belongs to the move number before it. */
export function log(...items: (number | Line["event"])[]): Line[] {
  let move = 0;
  return items.flatMap((one) => {
    if (typeof one === "object") return [{ move, event: one, phrase: { id: `event.${one.event}` } }];
    move = one;
    return [];
  });
}

/** The log of the end of a round in which two favours move. */
export function roundEnd(): Line[] {
  return log(
    0, { event: "dealt", round: 1, first: 0 },
    8, { event: "secret", seat: 0, item: "fan" },
    9, { event: "secret", seat: 1, item: null },
    { event: "revealed", seat: 0, item: "fan" }, { event: "revealed", seat: 1, item: "letter" },
    { event: "favour", seat: 0, geisha: "fan" }, { event: "favour", seat: 1, geisha: "letter" },
    { event: "counted", seat: 0, charm: 2, geishas: 1 }, { event: "counted", seat: 1, charm: 5, geishas: 1 },
  );
}

export const REVEALED = 5; // events up to the revelation of the secrets
export const ended = { turn: TURNS, to_move: [], players: [player({ actions: [] }), player({ actions: [] })] };
export const revealed = table(ended, { fan: [1, 0], drum: [1, 1], letter: [0, 2] });
export const scored: HanamikojiView = {
  ...revealed,
  geishas: revealed.geishas.map((geisha) => ({ ...geisha, favour: geisha.item === "fan" ? 0 : geisha.item === "letter" ? 1 : null })),
  players: [player({ actions: [], charm: 2, geishas: 1 }), player({ actions: [], charm: 5, geishas: 1 })],
};
export const secretsMoment: Moment = { kind: "secrets", phrase: { id: "moment.secrets" }, after: REVEALED, view: revealed };
export const roundMoment: Moment = { kind: "round", phrase: { id: "moment.round" }, after: roundEnd().length, view: scored };
export const itemsOf = (view: HanamikojiView, item: Item) => view.geishas.find((geisha) => geisha.item === item)!.items;
