/** The clothes that tell the six haiduci apart. */

export interface Wear {
  hat: string;
  felt: string;
  coat: string;
  sash: string;
  /** Folds, a tassel, a feather. */
  trim: string;
  thread: string;
}

const DRESSED: Record<string, Wear> = {
  "iancu-jianu": { hat: "M-6-7.5Q-8-17 0-18 8-17 6-7.5 0-10-6-7.5Z", felt: "#2b2320", coat: "#7a3b24", sash: "#b3321f", trim: "M-3-14q1.5-2 3 0M1-12q1.5-2 3 0", thread: "#6f6058" },
  "hajduk-veljko": { hat: "M-5.3-8.3-4-16H4L5.3-8.3Q0-10.3-5.3-8.3Z", felt: "#a3271c", coat: "#2f4156", sash: "#d6a443", trim: "M0-16Q5-17 6.5-11V-7", thread: "#1d1513" },
  "stefan-bujor": { hat: "M-6-7.5Q-5-14-1-18.5 5-20.5 7-16.5 3.5-17 5-13 6.5-10 6-7.5 0-10-6-7.5Z", felt: "#d8cdb8", coat: "#3f5a3a", sash: "#7c3a6d", trim: "M-3-11.5q1.5-2 3 0M0-15q1.5-2 3 0", thread: "#8a7d69" },
  "indje-voivode": { hat: "M-7-7.5Q-9-14 0-16.5 9-14 7-7.5 0-11-7-7.5Z", felt: "#efe3c8", coat: "#5a2f45", sash: "#2c7355", trim: "M-6.5-9.5Q0-14 6-9M-4-12.5Q1-15.5 5.5-12", thread: "#a08d68" },
  "stanoje-glavas": { hat: "M-9.5-7.8Q0-11.5 9.5-7.8 0-5.5-9.5-7.8ZM-5-9.3Q-4.5-16.5 0-16.5T5-9.3Z", felt: "#1f1c1a", coat: "#8f6a34", sash: "#3a4a7a", trim: "M-4.7-10.5Q0-12 4.7-10.5", thread: "#b3321f" },
  "ustym-karmaliuk": { hat: "M-5.8-7.5-6.5-15Q0-19 6.5-15L5.8-7.5Q0-9.5-5.8-7.5Z", felt: "#54493f", coat: "#4a5660", sash: "#b3321f", trim: "M5-14Q9-21 12-19 9-17 7-11", thread: "#d9d0c0" },
};

export function wear(haiduc: string): Wear {
  return DRESSED[haiduc] ?? DRESSED["iancu-jianu"]!;
}
