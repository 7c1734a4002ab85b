import type { SoundsOf } from "../types";

export const sounds: SoundsOf<"white_lotus"> = {
  wood: 480,
  instrument: "bell",
  scale: [262, 294, 330, 392, 440],
  events: {
    played: "card", committed: "card", earned: "card", chose: "card", drew: "card", offered: "card",
    laid: "piece", claimed: "piece", controlled: "piece", "won-province": "piece", ejected: "piece", took: "piece", founded: "piece",
    year: "seal", contested: "seal", crowned: "seal", agreed: "seal", rose: "seal", camp: "seal", battle: "seal", ready: "seal",
  },
};
