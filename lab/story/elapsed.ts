const UNITS: readonly (readonly [unit: string, ms: number])[] = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1000],
];

/** `+14 h 15 min`, or `start`. */
export function elapsed(ms: number): string {
  const parts: string[] = [];
  let rest = ms;
  for (const [unit, unitMs] of UNITS) {
    const count = Math.floor(rest / unitMs);
    rest -= count * unitMs;
    if (count > 0) parts.push(`${count} ${unit}`);
  }
  return parts.length === 0 ? 'start' : `+${parts.join(' ')}`;
}
