import { ATTENTION_AFTER_SECONDS, OPEN_SHARDS } from '../../contract/windows';
import type { LedgerWalk, OpenKey } from './ledger-walk';

export interface OpenPaymentsPorts {
  readonly ledger: Pick<LedgerWalk, 'open'>;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  readonly timeLeft: () => boolean;
}

/** The last payment looked at in each shard that was not finished; `null` where that was none. */
export type OpenPlaces = Readonly<Record<string, OpenKey | null>>;

/**
 * Goes through the open payments that are overdue, the oldest first, the shards side by side. Returns where the next run goes on: an empty
 * object when all were looked at.
 */
export async function walkOverdue(
  places: OpenPlaces,
  look: (key: OpenKey) => Promise<void>,
  { ledger, clock, timeLeft }: OpenPaymentsPorts,
): Promise<OpenPlaces> {
  const acceptedBefore = new Date(clock() - ATTENTION_AFTER_SECONDS * 1000).toISOString();

  /** `undefined` when the shard is finished. */
  async function walkShard(shard: number): Promise<OpenKey | null | undefined> {
    let at = places[shard] ?? null;
    while (timeLeft()) {
      const { keys, next } = await ledger.open(shard, acceptedBefore, at ?? undefined);
      for (const key of keys) {
        if (!timeLeft()) return at;
        await look(key);
        at = key;
      }
      if (!next) return undefined;
      at = next;
    }
    return at;
  }

  const shards = Array.from({ length: OPEN_SHARDS }, (_, shard) => shard);
  const ends = await Promise.all(shards.map(async (shard) => [String(shard), await walkShard(shard)] as const));
  return Object.fromEntries(ends.filter((end): end is readonly [string, OpenKey | null] => end[1] !== undefined));
}
