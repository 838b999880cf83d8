const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const WEEK_MS = 7 * DAY_MS;

/** Ten years: beyond every window of the system, and within what a date can hold. */
const MAX_MS = 3650 * DAY_MS;

const DURATION = /^P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d{1,3})?)S)?)?$/;

/**
 * Milliseconds of an ISO 8601 duration such as `PT14H`, `P13D` or `PT5M30S`. Years and months are refused: their length depends on
 * the calendar. A string is the reason why the value is not a duration to move forward by.
 */
export function parseDuration(value: unknown): number | string {
  if (typeof value !== 'string') return 'must be a string, an ISO 8601 duration such as PT14H';
  if (/^[+-]|-\d/.test(value)) return 'must not be negative: time moves forward only';
  const match = DURATION.exec(value);
  if (!match || /[PT]$/.test(value))
    return 'must be an ISO 8601 duration in weeks, days, hours, minutes and seconds, such as PT14H or P13D';
  const [weeks, days, hours, minutes, seconds] = match.slice(1).map((part) => Number(part ?? 0)) as [
    number,
    number,
    number,
    number,
    number,
  ];
  const ms = Math.round(weeks * WEEK_MS + days * DAY_MS + hours * HOUR_MS + minutes * MINUTE_MS + seconds * SECOND_MS);
  if (ms === 0) return 'must be longer than zero';
  if (ms > MAX_MS) return 'must not be longer than P3650D';
  return ms;
}
