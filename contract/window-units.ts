const UNITS = [
  { seconds: 86_400, name: 'd' },
  { seconds: 3_600, name: 'h' },
  { seconds: 60, name: 'min' },
  { seconds: 1, name: 's' },
] as const;

/** Seconds in the largest unit that divides them: 180 is `3 min`, 3,542,400 is `41 d`, 90 is `90 s`. */
export function duration(seconds: number): string {
  const unit = UNITS.find((candidate) => seconds >= candidate.seconds && seconds % candidate.seconds === 0);
  return unit ? `${seconds / unit.seconds} ${unit.name}` : `${seconds} s`;
}

/** A window in human units. The unit is the end of its name: `_SECONDS`, `_DAYS`, `_BYTES`, `_MB`; all others are plain numbers. */
export function humanValue(name: string, value: number): string {
  if (name.endsWith('_SECONDS')) return duration(value);
  if (name.endsWith('_DAYS')) return `${value} d`;
  if (name.endsWith('_BYTES')) return `${value / 1024} KiB`;
  if (name.endsWith('_MB')) return `${value} MB`;
  return String(value);
}
