import { isIntentId, orderPartition, partitionOfIntent } from './ids';
import type { Address } from './store';

/**
 * Where everything lies in the table:
 *
 * | what                      | pk                      | sk       | key in the time line  |
 * |---------------------------|-------------------------|----------|-----------------------|
 * | PaymentIntent, its charge | `order#` + 8 characters | `pi_…`   | created ms `#` `pi_…` |
 * | idempotency key           | `key#` + key            | `key`    |                       |
 * | fault rules               | `faults`                | `faults` |                       |
 *
 * The time line is an index over the intents, so that an intent and its place in it are one write. It is one partition, which takes 1,000
 * new intents a second: plenty for a test acquirer, too little for a real one.
 */
export const FAULTS: Address = { pk: 'faults', sk: 'faults' };

export const keyAddress = (idempotencyKey: string): Address => ({ pk: `key#${idempotencyKey}`, sk: 'key' });

/** `undefined` for what cannot be an id: it is not looked up. */
export const intentAddress = (id: string): Address | undefined =>
  isIntentId(id) ? { pk: `order#${partitionOfIntent(id)}`, sk: id } : undefined;

/** Partition that holds every intent of an order, and hardly ever one of another order. */
export const orderAddress = (orderId: string): string => `order#${orderPartition(orderId)}`;

/** Thirteen digits hold every millisecond until the year 2286, so that text order is time order. */
export const timelineKey = (createdMs: number, id = ''): string => String(Math.max(0, createdMs)).padStart(13, '0') + (id && `#${id}`);
