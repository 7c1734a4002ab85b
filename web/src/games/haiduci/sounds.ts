import type { SoundsOf } from "../types";

export const sounds: SoundsOf<"haiduci"> = {
  wood: 340,
  instrument: "drum",
  scale: [196, 208, 247, 262, 294],
  events: {
    led: "card", offered: "card", joined: "card", discarded: "card", drew: "card", shuffled: "card", spent: "card",
    chose: "piece", placed: "piece", removed: "piece", marched: "piece", emerged: "piece", captured: "piece",
    season: "seal", agreed: "seal", cancelled: "seal", conference: "seal", claimed: "seal", ended: "seal",
  },
};
