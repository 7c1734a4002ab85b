/**
 * Offers as people make them: one form, several recipients.  The table takes them in small decisions (the partner, then term
 * by term); this sends those one after another, each chosen from the legal moves of the state it is sent in.
 */
import { list, player } from "../../lib/phrase";
import { storage } from "../../lib/storage";
import type { Offer, Phrase } from "../../lib/types";
import type { Line, LotusView } from "./types";

export interface Points {
  influence: number;
  combat: number;
}

/** An offer that is being written, or that waits to be sent. */
export interface Draft {
  /** The recipients still to be asked, one after another until somebody accepts. */
  to: number[];
  give: Points;
  want: Points;
  /** The id of the province it is about. */
  about: string | null;
  words: string;
  /** It answers an offer, which is declined with it. */
  counters: boolean;
}

/** An offer of this year that the user has heard, with its answer. */
export interface PastOffer {
  seat: number;
  partner: number;
  give: Points;
  want: Points;
  accepted: boolean;
}

type Move = Offer<"white_lotus">;
type Made = NonNullable<LotusView["offer"]>;

export function emptyDraft(to: number[], about: string | null = null): Draft {
  return { to, give: { influence: 0, combat: 0 }, want: { influence: 0, combat: 0 }, about, words: "", counters: false };
}

/** The terms of an offer; null for those who do not hear them. */
export function termsOf(offer: Pick<Made, "give_influence" | "give_combat" | "want_influence" | "want_combat">): { give: Points; want: Points } | null {
  const { give_influence, give_combat, want_influence, want_combat } = offer;
  if (give_influence === null || give_combat === null || want_influence === null || want_combat === null) return null;
  return { give: { influence: give_influence, combat: give_combat }, want: { influence: want_influence, combat: want_combat } };
}

/** A draft that answers an offer: what the other wants is given, what the other gives is wanted. */
export function counterTo(other: number, terms: { give: Points; want: Points }, about: string | null): Draft {
  return { ...emptyDraft([other], about), give: { ...terms.want }, want: { ...terms.give }, counters: true };
}

/** Some influence, some combat, both, or nothing. */
export function pointsPhrase({ influence, combat }: Points): Phrase {
  const parts: Phrase[] = [];
  if (influence > 0) parts.push({ id: "points.influence", params: { n: influence } });
  if (combat > 0) parts.push({ id: "points.combat", params: { n: combat } });
  return parts.length > 0 ? list(parts) : { id: "points.nothing" };
}

/** An offer in words; `id` names its two sides `give` and `want`. */
export function offerPhrase(id: string, seats: readonly number[], give: Points, want: Points): Phrase {
  return { id, params: { players: list(seats.map(player)), give: pointsPhrase(give), want: pointsPhrase(want) } };
}

export const isEmpty = ({ give, want }: Draft): boolean => give.influence + give.combat + want.influence + want.combat === 0;

/** The most that can be given to, and wanted from, all of some players; the view tells it while the user may speak. */
export function limits(view: LotusView, seat: number, to: readonly number[]): { give: Points; want: Points } {
  const stock = (other: number): Points => {
    const known = view.window?.most?.[other] ?? view.players[other]!;
    return { influence: known.influence ?? Infinity, combat: known.combat ?? Infinity };
  };
  const others = to.map(stock);
  const least = (kind: keyof Points): number => Math.min(...others.map((each) => each[kind]));
  return { give: stock(seat), want: { influence: least("influence"), combat: least("combat") } };
}

/** The offers of this year that the user has made or heard, newest first. */
export function pastOffers(events: readonly Line[], seat: number): PastOffer[] {
  const past: PastOffer[] = [];
  let asked: Omit<PastOffer, "accepted"> | null = null;
  for (const { event } of events.slice(Math.max(0, events.findLastIndex((line) => line.event.event === "year")))) {
    if (event.event === "offered") {
      const terms = event.seat === seat || event.partner === seat ? termsOf(event) : null;
      asked = terms && { seat: event.seat, partner: event.partner, ...terms };
    } else if ((event.event === "agreed" || event.event === "refused") && asked) {
      past.unshift({ ...asked, accepted: event.event === "agreed" });
      asked = null;
    }
  }
  return past;
}

/** What the browser stores of a negotiation. */
interface Stored {
  draft: Draft | null;
  waiting: Draft[];
  sending: Draft | null;
  returned: Draft | null;
  since: number;
}

/** Sends the offers of the user, and keeps those that wait for their turn, also when the page is loaded again. */
export class Negotiation {
  /** The draft in the form; null while it is closed. */
  draft: Draft | null = $state.raw(null);
  waiting: Draft[] = $state.raw([]);
  /** The draft whose offer is being stated or answered. */
  sending: Draft | null = $state.raw(null);
  /** A draft that could not be sent as it was written. */
  returned: Draft | null = $state.raw(null);
  /** The table has refused the last move. */
  refused = $state(false);
  private sentIn: LotusView | null = null;
  /** The length of the log when the offer was addressed. */
  private since = 0;
  /** The name under which the browser stores what is written here; null if it stores nothing. */
  private memory: string | null = null;
  /** The draft as the form has it now. */
  private written: Draft | null = null;

  /** Continue with what was written at a seat before the page was loaded. */
  restore(memory: string): void {
    if (memory === this.memory) return;
    this.memory = memory;
    const { draft, waiting, sending, returned, since }: Partial<Stored> = JSON.parse(storage.get(memory) ?? "{}") as Partial<Stored>;
    this.draft = this.written = draft ?? null;
    this.waiting = waiting ?? [];
    this.sending = sending ?? null;
    this.returned = returned ?? null;
    this.since = since ?? 0;
  }

  /** Note what the form contains now. */
  write(draft: Draft): void {
    this.written = draft;
    this.store();
  }

  /** Store everything that a reload of the page would lose. */
  store(): void {
    if (this.memory === null) return;
    const { waiting, sending, returned, since } = this;
    const draft = this.draft && (this.written ?? this.draft);
    const empty = !draft && !sending && !returned && waiting.length === 0;
    storage.set(this.memory, empty ? null : JSON.stringify({ draft, waiting, sending, returned, since } satisfies Stored));
  }

  /** Close the form, or open it with a draft. */
  open(draft: Draft | null): void {
    this.draft = this.written = draft;
  }

  /** Forget everything: the game is over. */
  clear(): void {
    this.open(null);
    this.waiting = [];
    this.sending = this.returned = null;
  }

  add(draft: Draft): void {
    this.returned = null;
    this.waiting = draft.counters ? [draft, ...this.waiting] : [...this.waiting, draft];
  }

  withdraw(draft: Draft): void {
    this.waiting = this.waiting.filter((each) => each !== draft);
    if (this.returned === draft) this.returned = null;
  }

  /** The move to make now, if the user has an offer to send; `speak` gets the recipient of an offer that begins. */
  next(view: LotusView, moves: readonly Move[], events: readonly Line[], seat: number, speak: (to: number, draft: Draft) => void): Move | null {
    if (this.sentIn === view) return this.refused ? this.giveBack() : null;
    this.refused = false;
    const move = this.choose(view, moves, events, seat);
    if (!move) return null;
    this.sentIn = view;
    if (move.move.do === "offer") {
      this.since = events.length;
      speak(move.move.player, this.sending!);
    }
    return move;
  }

  private choose(view: LotusView, moves: readonly Move[], events: readonly Line[], seat: number): Move | null {
    if (view.step === "terms" && view.offer?.seat === seat) return this.sending && termMove(this.sending, moves);
    if (view.step === "reply" && view.offer?.partner === seat) return this.decline(view.offer, moves);
    if (view.step === "reply" && view.offer?.seat === seat) return null;
    this.hearAnswer(events, seat);
    return view.step === "offers" ? this.address(view, moves, seat) : null;
  }

  /** Decline the offer that the first waiting draft counters; then it is a draft like any other. */
  private decline(offer: Made, moves: readonly Move[]): Move | null {
    const draft = this.waiting[0];
    if (!draft?.counters || !draft.to.includes(offer.seat)) return null;
    this.waiting = [{ ...draft, counters: false }, ...this.waiting.slice(1)];
    return moves.find(({ move }) => move.do === "reply" && move.answer === "no") ?? null;
  }

  /** After an answer the draft is done, or goes to its next recipient. */
  private hearAnswer(events: readonly Line[], seat: number): void {
    const draft = this.sending;
    if (!draft) return;
    const answers = events.slice(this.since).map(({ event }) => event);
    const accepted = answers.some((event) => event.event === "agreed" && event.partner === seat);
    const to = draft.to.slice(1);
    this.sending = null;
    if (!accepted && to.length > 0) this.waiting = [{ ...draft, to }, ...this.waiting];
  }

  /** Begin the first waiting draft. */
  private address(view: LotusView, moves: readonly Move[], seat: number): Move | null {
    const draft = this.waiting[0];
    if (!draft || moves.length === 0) return null;
    this.waiting = this.waiting.slice(1);
    const partner = draft.to[0]!;
    const { give, want } = limits(view, seat, [partner]);
    const possible = draft.give.influence <= give.influence && draft.give.combat <= give.combat && draft.want.influence <= want.influence && draft.want.combat <= want.combat;
    const move = moves.find((each) => each.move.do === "offer" && each.move.player === partner);
    if (!possible || !move) {
      this.returned = draft;
      return null;
    }
    this.sending = draft;
    return move;
  }

  /** A person has to look at a draft that the table has refused. */
  private giveBack(): null {
    this.refused = false;
    this.returned = this.sending ?? this.waiting[0] ?? null;
    this.waiting = this.waiting.filter((draft) => draft !== this.returned);
    this.sending = null;
    return null;
  }
}

/** The next term as the draft has it; the nearest possible one if the amounts have changed in between. */
function termMove(draft: Draft, moves: readonly Move[]): Move | null {
  const wished = ({ move }: Move): number => {
    if (move.do === "give") return Math.abs(draft.give[move.kind] - move.points);
    return move.do === "want" ? Math.abs(draft.want[move.kind] - move.points) : Infinity;
  };
  return moves.toSorted((one, other) => wished(one) - wished(other))[0] ?? null;
}
