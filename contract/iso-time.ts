import * as z from 'zod';

const RULE = 'must be a time such as 2026-11-29T00:00:00Z';

/** How a time is written, whether or not there is such a time. Without an offset it would mean another moment on another machine. */
const WRITTEN = /^(\d{4}-\d{2}-\d{2})T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/;

/**
 * A moment that a person names: ISO 8601 with its offset, on a day and at an hour that exist. `Date.parse` alone would take 31 November for
 * 1 December, and 24:00 for the next day. Kept as it was written; what is refused is answered by one sentence without a subject.
 */
export const isoTime = z.iso.datetime({ offset: true, error: ({ input }) => whyNot(input) });

function whyNot(input: unknown): string {
  const written = typeof input === 'string' ? WRITTEN.exec(input) : null;
  if (!written) return RULE;
  return `${RULE}: there is no such ${z.iso.date().safeParse(written[1]).success ? 'time of day' : 'day'}`;
}
