const ascending = (values: readonly number[]): number[] => [...values].sort((a, b) => a - b);

/** The value below which a share of the values lies, by nearest rank; NaN of nothing. `share` is 0 to 1. */
export function percentile(values: readonly number[], share: number): number {
  return ascending(values)[Math.max(0, Math.ceil(share * values.length) - 1)] ?? Number.NaN;
}

/** The middle value, or the mean of the two in the middle; NaN of nothing. */
export function median(values: readonly number[]): number {
  const sorted = ascending(values);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** Three significant digits, no exponent: `0.0123`, `12.3`, `1,230`. */
export function shown(value: number): string {
  if (!Number.isFinite(value)) return '–';
  if (Math.abs(value) >= 100) return Math.round(value).toLocaleString('en-US');
  return String(Number(value.toPrecision(3)));
}

/** Median and range: `12.3 (11.9–14.2)`. */
export const withRange = (values: readonly number[]): string =>
  `${shown(median(values))} (${shown(Math.min(...values))}–${shown(Math.max(...values))})`;

/** `6.2 ×`. */
export const ratio = (value: number): string => `${shown(value)} ×`;
