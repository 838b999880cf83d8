const UNITS = [
  [86_400_000, 'd'],
  [3_600_000, 'h'],
  [60_000, 'min'],
  [1000, 's'],
];

/** Milliseconds in the two largest units that fit: `14 h 2 min`, `3.2 s`, `850 ms`. */
export function duration(ms) {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 10_000) return `${(ms / 1000).toFixed(1)} s`;
  const largest = UNITS.findIndex(([unitMs]) => ms >= unitMs);
  const [unitMs, unit] = UNITS[largest];
  const [smallerMs, smaller] = UNITS[largest + 1] ?? [];
  const rest = smallerMs ? Math.floor((ms % unitMs) / smallerMs) : 0;
  return `${Math.floor(ms / unitMs)} ${unit}${rest > 0 ? ` ${rest} ${smaller}` : ''}`;
}

/** Minor units as people write them: 1999 EUR is `€19.99`, 500 JPY is `¥500`. */
export function money(amount, currency) {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency });
  return format.format(amount / 10 ** format.resolvedOptions().maximumFractionDigits);
}

const TIME = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'UTC',
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});

/** `Sun, 29 Nov 2026, 19:40:57 UTC` */
export const time = (iso) => `${TIME.format(new Date(iso))} UTC`;
