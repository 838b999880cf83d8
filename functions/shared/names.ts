/**
 * Names that a construct sets and a handler reads. One constant for both, so that they cannot drift.
 */

export const ENV = {
  paymentsTable: 'PAYMENTS_TABLE_NAME',
  guardTable: 'GUARD_TABLE_NAME',
  chargeQueueUrl: 'CHARGE_QUEUE_URL',
  chargeQueueArn: 'CHARGE_QUEUE_ARN',
  chargeDlqUrl: 'CHARGE_DLQ_URL',
  chargeDlqArn: 'CHARGE_DLQ_ARN',
  /** ARN of the secret whose value is the provider's API key, as plain text. */
  providerSecretArn: 'PROVIDER_SECRET_ARN',
  /** Base URL of a Stripe-compatible provider, ending in `/v1/`. Absent: Stripe itself. */
  providerUrl: 'PROVIDER_URL',
  acquirerTable: 'ACQUIRER_TABLE_NAME',
  acquirerSecretArn: 'ACQUIRER_SECRET_ARN',
} as const;

/** Keys of the tables, as the template declares and the adapters use them. */
export const PAYMENTS_TABLE = { pk: 'orderId', sk: 'attempt', openIndex: 'open', openPk: 'openShard', openSk: 'acceptedAt' } as const;
export const GUARD_TABLE = { pk: 'id', ttl: 'expiration' } as const;
export const ACQUIRER_TABLE = {
  pk: 'pk',
  sk: 'sk',
  ttl: 'expiresAt',
  timelineIndex: 'timeline',
  timelinePk: 'timeline',
  timelineSk: 'timelineKey',
} as const;

export const METRICS_NAMESPACE = 'ChargeOnce';
export const METRIC = { duplicatesSuppressed: 'DuplicatesSuppressed' } as const;

/** Dimension `Layer` of `DuplicatesSuppressed`: which layer stopped the duplicate. */
export const LAYERS = ['Api', 'InProgress', 'Guard', 'Ledger', 'Provider'] as const;
export type Layer = (typeof LAYERS)[number];
