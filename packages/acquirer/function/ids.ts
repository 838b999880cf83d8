import { createHash, randomBytes } from 'node:crypto';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Characters of a PaymentIntent id that name its partition: 62^8, so that two orders practically never share one. */
const PARTITION_LENGTH = 8;

/** 256 is no multiple of 62, so some letters come a little more often. The ids need to be unique, not secret. */
const lettersOf = (bytes: Buffer): string => Array.from(bytes, (byte) => ALPHABET[byte % ALPHABET.length]).join('');
const random = (length: number): string => lettersOf(randomBytes(length));

/** Partition of an order's PaymentIntents. */
export const orderPartition = (orderId: string): string =>
  lettersOf(createHash('sha256').update(orderId).digest()).slice(0, PARTITION_LENGTH);

/** `pi_` and 24 characters, as at Stripe. The first eight are the order's partition: an id alone is enough to find its item. */
export const newIntentId = (orderId: string | undefined): string =>
  `pi_${orderId === undefined ? random(PARTITION_LENGTH) : orderPartition(orderId)}${random(24 - PARTITION_LENGTH)}`;

export const partitionOfIntent = (intentId: string): string => intentId.slice(3, 3 + PARTITION_LENGTH);

export const isIntentId = (text: string): boolean => /^pi_[A-Za-z0-9]{24}$/.test(text);

/** A charge's id contains its PaymentIntent's, so that a list can go on after either. */
export const newChargeId = (intentId: string): string => `ch_${intentId.slice(3)}${random(4)}`;
export const intentIdOfCharge = (id: string): string => (/^ch_[A-Za-z0-9]{28}$/.test(id) ? `pi_${id.slice(3, 27)}` : id);

/** Names one request in the header `Request-Id`. */
export const newRequestId = (): string => `req_${random(14)}`;
