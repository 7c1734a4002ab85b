// Types of the view and the log of Hanamikoji, and the colours of its seven items.
import type { LogLine, MomentShown, ViewOf } from "../../lib/types";

export type HanamikojiView = ViewOf<"hanamikoji">;
export type GeishaView = HanamikojiView["geishas"][number];
export type PlayerView = HanamikojiView["players"][number];
export type OfferView = NonNullable<HanamikojiView["offer"]>;
export type Line = LogLine<"hanamikoji">;
export type Moment = MomentShown<"hanamikoji">;
export type Item = GeishaView["item"];
export type Action = PlayerView["actions"][number];

export const ITEMS: Item[] = ["flute", "fan", "scroll", "umbrella", "drum", "bowl", "letter"];
export const ACTIONS: Action[] = ["secret", "trade-off", "gift", "competition"];
/** The charm of each item's geisha. */
export type Charm = Partial<Record<Item, number>>;
/** Turns of a round; after the last one the secrets are revealed. */
export const TURNS = 8;

/** The colours of a geisha's print. */
export interface Inks {
  kimono: string;
  deep: string;
  motif: string;
  lining: string;
  sash: string;
  ground: string;
  sky: string;
}

export const INKS: Record<Item, Inks> = {
  flute: { kimono: "#75629b", deep: "#4f4173", motif: "#c9bbe0", lining: "#e8c86e", sash: "#2e2a45", ground: "#e9e1e4", sky: "#a99cbf" },
  fan: { kimono: "#c2482f", deep: "#8c2d1d", motif: "#f8dcc0", lining: "#f3c9b4", sash: "#2f4a52", ground: "#f4e2cf", sky: "#dba385" },
  scroll: { kimono: "#b98a32", deep: "#84601c", motif: "#f6e3ae", lining: "#7c3a2a", sash: "#5b2a24", ground: "#f2e8cd", sky: "#cdb57c" },
  umbrella: { kimono: "#35597f", deep: "#203c5b", motif: "#b9d0e0", lining: "#c9513a", sash: "#8e2f24", ground: "#dde4e4", sky: "#8ba5b5" },
  drum: { kimono: "#2d7674", deep: "#1b5251", motif: "#b4dad0", lining: "#e3a24c", sash: "#c0622e", ground: "#e5e8da", sky: "#93b7a9" },
  bowl: { kimono: "#6d7c3c", deep: "#485425", motif: "#dbe0a9", lining: "#f0e5c4", sash: "#7a4a2d", ground: "#ebe8d0", sky: "#a9b07d" },
  letter: { kimono: "#a2416a", deep: "#6b2547", motif: "#f4c7d3", lining: "#e9c15f", sash: "#241d26", ground: "#f5e1dd", sky: "#d797a4" },
};
