/** Players are told apart by colour and by emblem; the colours are the custom properties `--seat-0` to `--seat-5`. */

export interface Emblem {
  name: string;
  ink: string;
  /** An SVG path in a square from -12 to 12. */
  path: string;
}

export const EMBLEMS: readonly Emblem[] = [
  { name: "vermilion", ink: "var(--seat-0)", path: "M0-10 10 8H-10Z" },
  { name: "indigo", ink: "var(--seat-1)", path: "M0-9.5a9.5 9.5 0 1 0 0 19a9.5 9.5 0 1 0 0-19Z" },
  { name: "jade", ink: "var(--seat-2)", path: "M-8.5-8.5H8.5V8.5H-8.5Z" },
  { name: "ochre", ink: "var(--seat-3)", path: "M0-11 9 0 0 11-9 0Z" },
  {
    name: "plum",
    ink: "var(--seat-4)",
    path: "M0-11 2.6-3.6 10.5-3.4 4.2 1.4 6.5 8.9 0 4.5-6.5 8.9-4.2 1.4-10.5-3.4-2.6-3.6Z",
  },
  { name: "slate", ink: "var(--seat-5)", path: "M-3.5-10H3.5V-3.5H10V3.5H3.5V10H-3.5V3.5H-10V-3.5H-3.5Z" },
];

export function emblem(seat: number): Emblem {
  return EMBLEMS[seat % EMBLEMS.length]!;
}
