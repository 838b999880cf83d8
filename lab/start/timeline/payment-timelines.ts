import type { Observation, Subject, TimelineEntry } from './entry';

/** Payments remembered, those seen last; and entries of each. Together a few tens of megabytes at most. */
const MAX_PAYMENTS = 1000;
const MAX_ENTRIES = 400;

export interface SeenPayment {
  orderId: string;
  /** ISO 8601, virtual time of the last entry; absent when the payment is known from an earlier run only. */
  lastAt?: string;
  /** How many entries there have been, forgotten ones included: it changes whenever something happens. */
  entries: number;
}

export interface PaymentTimelines {
  /** @param at epoch milliseconds, virtual time */
  add: (at: number, subject: Subject, observation: Observation) => void;
  /** A payment that was there before this process. */
  know: (orderId: string) => void;
  /** Seen last comes first. */
  list: (limit: number) => SeenPayment[];
  /** Oldest first; undefined for an order that was never seen or is forgotten. `forgotten`: entries before the first one here. */
  of: (orderId: string) => { entries: TimelineEntry[]; forgotten: number } | undefined;
}

/** The time lines of the payments that were seen last, in bounded memory. */
export function createPaymentTimelines(): PaymentTimelines {
  // A map keeps the order of insertion: whoever is seen again goes to its end, and the first is the one to forget.
  const timelines = new Map<string, { entries: TimelineEntry[]; forgotten: number }>();

  const touch = (orderId: string): { entries: TimelineEntry[]; forgotten: number } => {
    const timeline = timelines.get(orderId) ?? { entries: [], forgotten: 0 };
    timelines.delete(orderId);
    timelines.set(orderId, timeline);
    if (timelines.size > MAX_PAYMENTS) timelines.delete(timelines.keys().next().value!);
    return timeline;
  };

  return {
    add(at, { orderId, attempt }, observation) {
      const timeline = touch(orderId);
      timeline.entries.push({ at: new Date(at).toISOString(), ...(attempt === undefined ? {} : { attempt }), ...observation });
      if (timeline.entries.length <= MAX_ENTRIES) return;
      timeline.entries.shift();
      timeline.forgotten += 1;
    },
    know: (orderId) => void touch(orderId),
    list: (limit) =>
      [...timelines]
        .reverse()
        .slice(0, limit)
        .map(([orderId, { entries, forgotten }]) => ({ orderId, lastAt: entries.at(-1)?.at, entries: entries.length + forgotten })),
    of: (orderId) => timelines.get(orderId),
  };
}
