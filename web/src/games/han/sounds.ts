import type { SoundsOf } from "../types";

export const sounds: SoundsOf<"han"> = {
  wood: 410,
  instrument: "bell",
  scale: [220, 247, 294, 330, 392],
  events: {
    began: "card", took: "card", drew: "card", discarded: "card", shuffled: "card",
    placed: "piece",
    completed: "seal", "last-round": "seal", "markets-closed": "seal", final: "seal",
  },
};
