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
  /** `short` or `hour`: how long the queue and its worker retry a payment. */
  patience: 'CHARGE_PATIENCE',
  /** ARN of the secret whose value is the provider's API key, as plain text. */
  providerSecretArn: 'PROVIDER_SECRET_ARN',
  /** Base URL of a Stripe-compatible provider, ending in `/v1/`. Absent: Stripe itself. */
  providerUrl: 'PROVIDER_URL',
  /** `true` where charges are real, otherwise `false`, as Stripe's objects say it of themselves. */
  providerLivemode: 'PROVIDER_LIVEMODE',
} as const;

/** Keys of the tables, as the template declares and the adapters use them. */
export const PAYMENTS_TABLE = { pk: 'orderId', sk: 'attempt', openIndex: 'open', openPk: 'openShard', openSk: 'acceptedAt' } as const;
/** Key of the item that holds the last reconciliation's report. No order id has a `#`, so no payment can be there and no reader finds it. */
export const RECONCILIATION_REPORT = { orderId: 'reconciliation#report', attempt: 0 } as const;
/** Key of the item that holds the recovery's state, in the same way. */
export const RECOVERY_STATE = { orderId: 'recovery#state', attempt: 0 } as const;
export const GUARD_TABLE = { pk: 'id', ttl: 'expiration' } as const;

export const METRICS_NAMESPACE = 'ChargeOnce';
export const METRIC = {
  /** By `Layer`. */
  duplicatesSuppressed: 'DuplicatesSuppressed',
  /** Rows created. Less those charged, declined and expired, these are the open payments. */
  paymentsAccepted: 'PaymentsAccepted',
  /** The API put a message on the queue again, for a payment that is not settled. */
  sentAgain: 'SentAgain',
  paymentsCharged: 'PaymentsCharged',
  paymentsDeclined: 'PaymentsDeclined',
  paymentsExpired: 'PaymentsExpired',
  paymentsCancelled: 'PaymentsCancelled',
  /** Seconds from `acceptedAt` to the record of the charge. */
  acceptedToCharged: 'AcceptedToCharged',
  /** Deliveries that were given back, by `Code`. */
  chargeFailures: 'ChargeFailures',
  /** Deliveries after which SQS moves the message to the DLQ. Arrivals: the level of the DLQ cannot show a second incident. */
  deadLettered: 'DeadLettered',
  /** Orders that the provider has charged more than once. */
  doubleCharges: 'DoubleCharges',
  /** Charges that the provider made and the ledger did not know; it does now. */
  chargesHealed: 'ChargesHealed',
  /** Rows in `charged` that the provider does not know, or knows as something else. */
  chargesUnknownToProvider: 'ChargesUnknownToProvider',
  /** Charges that the ledger contradicts: another amount or currency, no such payment, or one that has ended otherwise. */
  amountsDiffering: 'AmountsDiffering',
  /** Payments that are not settled after `ATTENTION_AFTER`. */
  paymentsOverdue: 'PaymentsOverdue',
  /** Those that became overdue since the last scheduled reconciliation: one forgotten payment keeps the number of all above zero. */
  paymentsNewlyOverdue: 'PaymentsNewlyOverdue',
  /** Overdue payments whose message the queue never delivered, sent once more by the reconciliation. */
  paymentsResent: 'PaymentsResent',
  /** Seconds since the time up to which the reconciliation has compared all charges, or since it ran first. */
  reconciliationLag: 'ReconciliationLag',
  /** Messages of the DLQ that the recovery sent back. */
  recovered: 'Recovered',
  /** Payments in the DLQ whose recoveries were in vain too often: they wait for a person. */
  recoveryGaveUp: 'RecoveryGaveUp',
  /** Seconds since the oldest message came into the DLQ, of those that the recovery saw. */
  oldestDeadLetterAge: 'OldestDeadLetterAge',
} as const;

/** Dimensions beside `service`, which is the function's folder and stands on every metric. */
export const DIMENSION = { layer: 'Layer', code: 'Code' } as const;

/** Dimension `Layer` of `DuplicatesSuppressed`: which layer stopped the duplicate. */
export const LAYERS = ['Api', 'InProgress', 'Guard', 'Ledger', 'Provider'] as const;
export type Layer = (typeof LAYERS)[number];
