import type { SoundsOf } from "../types";

export const sounds: SoundsOf<"hanamikoji"> = {
  wood: 640,
  instrument: "string",
  scale: [294, 311, 392, 440, 466],
  events: {
    dealt: "card", drew: "card", "trade-off": "card", gift: "card", competition: "card", took: "card", revealed: "card",
    favour: "piece",
    secret: "seal",
  },
};
