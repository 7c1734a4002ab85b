/** A number with its sign, and a proper minus. */
export function signed(number: number, language: string): string {
  const format = new Intl.NumberFormat(language, { signDisplay: "exceptZero", maximumFractionDigits: 1 });
  return format.format(number).replace("-", "−");
}
