import { isPermanent, type TransientCode } from '../../../contract/failures';
import { BUSY_PROVIDER_SECONDS, CHARGE_HORIZON_SECONDS, PROVIDER_KEY_LIFE_SECONDS, VAIN_REDRIVES } from '../../../contract/windows';
import type { Payment, PaymentStatus } from '../payments';

/** What a message in the DLQ is: its payment's status, or why it has none. */
export type MessageStatus = PaymentStatus | 'unreadable' | 'unknown' | 'differs';

/** A message with its payment. */
export type Joined =
  | { readonly status: 'unreadable' | 'unknown'; readonly payment?: undefined }
  | { readonly status: PaymentStatus | 'differs'; readonly payment: Payment };

/** `not-asked` when no sampled message needs the provider; otherwise what a read of it showed just now. */
export type ProviderState = 'answers' | 'not-asked' | TransientCode;

/** What redriving a message would bring about. */
export type RedriveEffect = 'unreadable' | 'unknown' | 'differs' | 'settled' | 'expires' | 'fails-again' | 'to-be-charged';

/** In the order in which the charge function looks at these things. */
export function effectOf({ status, payment }: Joined, now: number): RedriveEffect {
  switch (status) {
    case 'unreadable':
    case 'unknown':
    case 'differs':
      return status;
    case 'charged':
    case 'declined':
    case 'expired':
    case 'cancelled':
      return 'settled';
    case 'accepted':
    case 'charging':
      if (now - Date.parse(payment.acceptedAt) > CHARGE_HORIZON_SECONDS * 1000) return 'expires';
      return failsAgain(payment) ? 'fails-again' : 'to-be-charged';
    default:
      return status satisfies never;
  }
}

const failsAgain = ({ lastFailure }: Payment): boolean => lastFailure !== undefined && isPermanent(lastFailure.code);

export interface Verdict {
  /** ISO 8601; `null` when no sampled message has a payment. */
  readonly oldestAcceptedAt: string | null;
  readonly byStatus: Partial<Record<MessageStatus, number>>;
  /**
   * Redriving does what it is for: every sampled message would be settled now, or is settled already. False when some would expire or come
   * back to the DLQ, or when the provider does not answer. It is never about charging twice, which no redrive can do.
   */
  readonly safe: boolean;
  /** One sentence for each thing to know, the worst first. */
  readonly reasons: readonly string[];
}

/** Judges a sample out of `total` messages, at an epoch in milliseconds. */
export function judge(sample: readonly Joined[], total: number, provider: ProviderState, now: number): Verdict {
  const byStatus: Partial<Record<MessageStatus, number>> = {};
  for (const { status } of sample) byStatus[status] = (byStatus[status] ?? 0) + 1;
  const of = (effect: RedriveEffect) => sample.filter((joined) => effectOf(joined, now) === effect);
  const toBeCharged = of('to-be-charged').flatMap(({ payment }) => payment ?? []);
  const busy = toBeCharged.filter((payment) => turnedAway(payment, now)).length;
  const failing = provider !== 'answers' && provider !== 'not-asked';
  const count = (effect: RedriveEffect, text: string) => (of(effect).length > 0 ? [`${of(effect).length} ${text}`] : []);
  const failsAgainCodes = codes(of('fails-again').flatMap(({ payment }) => payment ?? []));

  const obstacles = [
    ...(failing ? [`${toBeCharged.length} need the provider, and it does not answer a read now (${provider}): they would come back`] : []),
    ...repeatedErrors(toBeCharged, now),
    ...(busy > 0
      ? [
          `${busy} turned away by the provider (provider-busy) in the last ${BUSY_PROVIDER_SECONDS / 60} minutes, of which a read tells nothing: wait`,
        ]
      : []),
    ...redrivenInVain(toBeCharged),
    ...count('unreadable', 'unreadable: will come back to the DLQ'),
    ...count('unknown', 'of an unknown payment: will come back to the DLQ'),
    ...count('differs', 'other than their payment in amount, currency or payment method: will come back to the DLQ'),
    ...count('fails-again', `failed for good (${failsAgainCodes}): will come back to the DLQ unless the cause is gone`),
    ...count(
      'expires',
      `accepted more than ${CHARGE_HORIZON_SECONDS / 86_400} days ago: will end without a charge, unless the provider has charged it`,
    ),
  ];
  const notes = [
    ...count('settled', 'settled already: harmless, nothing is charged again'),
    ...lastFailures(toBeCharged),
    ...(sample.length < total ? [`sample: ${sample.length} of ${total} messages were looked at, the rest may differ`] : []),
  ];
  const accepted = sample.flatMap(({ payment }) => payment?.acceptedAt ?? []).sort();
  return { oldestAcceptedAt: accepted[0] ?? null, byStatus, safe: obstacles.length === 0, reasons: [...obstacles, ...notes] };
}

/**
 * Redrives of a payment that ended in the DLQ again: the worker has given it up once more for each. Those of the recovery do not count while it
 * only finds out whether the provider works again.
 */
const vainRedrives = ({ deadLetterings = 0, recoveries = 0, recoveriesInVain = 0 }: Payment): number =>
  Math.max(0, deadLetterings - 1 - (recoveries - recoveriesInVain));

function redrivenInVain(payments: readonly Payment[]): string[] {
  const vain = payments.map(vainRedrives).filter((redrives) => redrives >= VAIN_REDRIVES);
  if (vain.length === 0) return [];
  return [
    `${vain.length} came back from ${Math.min(...vain)} redrives or more: would come back again unless the cause is gone, see docs/runbook.md`,
  ];
}

/** Whether sending the payment's message back now would be in vain, as the provider's own last answer says. */
export const isHeld = (payment: Payment, now: number): boolean => turnedAway(payment, now) || repeatedErrorEnd(payment) > now;

/**
 * The provider refused a write, by 409 or 429, a moment ago. It limits reads and writes apart, so that its answer to a read tells nothing.
 *
 * @see https://docs.stripe.com/rate-limits
 */
const turnedAway = ({ lastFailure }: Payment, now: number): boolean =>
  lastFailure?.code === 'provider-busy' && now - Date.parse(lastFailure.at) < BUSY_PROVIDER_SECONDS * 1000;

/**
 * The provider stored an error under the key that creates the charge, and answers with it for as long as it keeps the key. That began before
 * the payment last failed with it, so it is over by one key life after that. A charge that was begun needs that key no more.
 */
const repeatedErrorEnd = ({ status, lastFailure }: Payment): number =>
  status === 'accepted' && lastFailure?.code === 'provider-repeats-error'
    ? Date.parse(lastFailure.at) + PROVIDER_KEY_LIFE_SECONDS * 1000
    : Number.NEGATIVE_INFINITY;

function repeatedErrors(payments: readonly Payment[], now: number): string[] {
  const ends = payments.map(repeatedErrorEnd).filter((end) => end > now);
  if (ends.length === 0) return [];
  const end = new Date(Math.max(...ends)).toISOString();
  const hours = PROVIDER_KEY_LIFE_SECONDS / 3600;
  return [`${ends.length} met an error that the provider stored and repeats for ${hours} hours: they would come back, wait until ${end}`];
}

/** What the payments themselves say of the provider: codes, and when it last failed. */
function lastFailures(payments: readonly Payment[]): string[] {
  const latest = payments
    .flatMap(({ lastFailure }) => lastFailure?.at ?? [])
    .sort()
    .at(-1);
  return latest === undefined ? [] : [`last failures: ${codes(payments)}, the latest at ${latest}`];
}

function codes(payments: readonly Payment[]): string {
  const counts = new Map<string, number>();
  for (const { lastFailure } of payments) if (lastFailure) counts.set(lastFailure.code, (counts.get(lastFailure.code) ?? 0) + 1);
  return [...counts].map(([code, count]) => `${count} ${code}`).join(', ');
}
