import { isIntentId, orderPartition, partitionOfIntent } from './ids';
import type { Intent } from './intent';
import type { Address } from './store';

/**
 * Where everything lies in the table, which has two keys and no index:
 *
 * | what                      | pk                      | sk                    |
 * |---------------------------|-------------------------|-----------------------|
 * | PaymentIntent, its charge | `order#` + 8 characters | `pi_…`                |
 * | time line of intents      | `intents`               | created ms `#` `pi_…` |
 * | idempotency key           | `key#` + key            | `key`                 |
 * | fault rules               | `faults`                | `faults`              |
 *
 * The time line is one partition, which takes 1,000 new intents a second: plenty for a test acquirer, too little for a real one.
 */
export const FAULTS: Address = { pk: 'faults', sk: 'faults' };
export const TIMELINE = 'intents';

export const keyAddress = (idempotencyKey: string): Address => ({ pk: `key#${idempotencyKey}`, sk: 'key' });

/** `undefined` for what cannot be an id: it is not looked up. */
export const intentAddress = (id: string): Address | undefined =>
  isIntentId(id) ? { pk: `order#${partitionOfIntent(id)}`, sk: id } : undefined;

/** Partition that holds every intent of an order, and hardly ever one of another order. */
export const orderAddress = (orderId: string): string => `order#${orderPartition(orderId)}`;

/** Thirteen digits hold every millisecond until the year 2286, so that text order is time order. */
export const timelineKey = (createdMs: number, id = ''): string => String(Math.max(0, createdMs)).padStart(13, '0') + (id && `#${id}`);
export const timelineAddress = (intent: Intent): Address => ({ pk: TIMELINE, sk: timelineKey(intent.createdMs, intent.id) });
export const intentIdOf = (timelineSk: string): string => timelineSk.slice(timelineSk.indexOf('#') + 1);
