import { type Intent, paidCharge } from './intent';
import { timelineKey } from './layout';
import type { Range, Store } from './store';

/** Entries looked at in one step: as many intents as one batch read takes. */
const STEP = 100;

export interface Page {
  readonly intents: readonly Intent[];
  readonly hasMore: boolean;
}

export interface PageRequest extends Pick<Range, 'from' | 'to' | 'newestFirst'> {
  readonly after?: Intent;
  readonly limit: number;
  readonly keep?: (intent: Intent) => boolean;
}

export const isPaid = (intent: Intent): boolean => paidCharge(intent) !== undefined;

/**
 * Intents in the order of their creation. Reads what it shows, and what `keep` leaves out on the way. Which intents there are is told by an
 * index, which on AWS follows a create by a moment; what is shown of each is consistent.
 */
export async function pageOfIntents(store: Store, { after, limit, keep = () => true, ...range }: PageRequest): Promise<Page> {
  const found: Intent[] = [];
  let cursor = after && timelineKey(after.createdMs, after.id);
  // One more than asked for is looked for: it is the answer to "has more".
  let more = true;
  while (more && found.length <= limit) {
    const entries = await store.timeline({
      ...range,
      ...(cursor !== undefined && { after: cursor }),
      limit: Math.min(STEP, limit + 1),
    });
    more = entries.length > 0;
    cursor = entries.at(-1)?.timelineKey;
    for (const stored of await store.read(entries)) if (stored && keep(stored.body as Intent)) found.push(stored.body as Intent);
  }
  return { intents: found.slice(0, limit), hasMore: found.length > limit };
}
