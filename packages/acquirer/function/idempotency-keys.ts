import { createHash, randomUUID } from 'node:crypto';
import { invalidRequest } from './api-error';
import type { Intent } from './intent';
import { KEY_LIFE_SECONDS, TIMEOUT_SECONDS } from './limits';
import type { Reply } from './reply';

/** Longest key, fixed by Stripe (docs.stripe.com/api/idempotent_requests). */
const MAX_KEY_LENGTH = 255;

/** What is remembered under an idempotency key for a day. */
export interface KeyRecord {
  /** Digest of method, path and parameters of the first request. */
  readonly fingerprint: string;
  /** Names the record through take-overs, and tells it from one made under the same key on another day. */
  readonly generation: string;
  /** Request that is working, or that gave the answer below. */
  readonly requestId: string;
  readonly startedMs: number;
  /** Nobody works on it after this: a function cannot outlive its time-out. */
  readonly leaseUntilMs: number;
  /** Answer of a create, known before anything happens. It is also the order to make this intent, if the first request died before. */
  readonly created?: { readonly intent: Intent; readonly statusCode: 200 | 402 };
  /** Any other answer that is not written with an intent. */
  readonly reply?: Reply;
}

export function checkedKey(value: string | undefined): string | undefined {
  if (value === undefined) return undefined;
  if (value.trim() === '') throw invalidRequest('The Idempotency-Key header must not be empty.');
  if (value.length > MAX_KEY_LENGTH) throw invalidRequest(`The Idempotency-Key header can have at most ${MAX_KEY_LENGTH} characters.`);
  return value;
}

/** Parameters are sorted: their order means nothing. */
export function fingerprintOf(method: string, path: string, pairs: readonly (readonly [string, string])[]): string {
  const sorted = pairs.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).sort();
  return createHash('sha256')
    .update([method, path, ...sorted].join('\n'))
    .digest('base64');
}

export function newRecord(fingerprint: string, requestId: string, nowMs: number): KeyRecord {
  return { fingerprint, generation: randomUUID(), requestId, startedMs: nowMs, leaseUntilMs: nowMs + TIMEOUT_SECONDS * 1000 };
}

/** The same work goes on under another request. The record's life does not start again. */
export const takenOver = (record: KeyRecord, requestId: string, nowMs: number): KeyRecord => ({
  ...record,
  requestId,
  leaseUntilMs: nowMs + TIMEOUT_SECONDS * 1000,
});

/** Forgotten to the millisecond, deleted or not: the table's TTL only cleans up, days late. */
export const isForgotten = (record: KeyRecord, nowMs: number): boolean => record.startedMs + KEY_LIFE_SECONDS * 1000 <= nowMs;

export const expiryOf = (record: KeyRecord): number => Math.ceil(record.startedMs / 1000) + KEY_LIFE_SECONDS;
