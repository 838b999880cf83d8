import { type Joined, judge, type ProviderState } from '../../../functions/shared/dlq/verdict';
import type { Failure, Payment } from '../../../functions/shared/payments';
import { aPayment } from '../../../testing/payment-factory';

const DAY = 86_400_000;
const NEXT_MORNING = Date.parse('2026-11-30T09:00:00.000Z');

const of = (status: Payment['status'], over: Partial<Payment> = {}): Joined => ({ status, payment: aPayment({ status, ...over }) });
const failed = (code: string, at = '2026-11-29T10:02:30.000Z'): { lastFailure: Failure } => ({
  lastFailure: { code, at, deadLettered: true },
});
const verdict = (sample: readonly Joined[], { provider = 'answers' as ProviderState, now = NEXT_MORNING, total = sample.length } = {}) =>
  judge(sample, total, provider, now);

describe('redriving is safe, in that it does what it is for, when', () => {
  it.each<{ case: string; sample: Joined[]; reasons: string[] }>([
    { case: 'there is nothing', sample: [], reasons: [] },
    { case: 'a payment was never started', sample: [of('accepted')], reasons: [] },
    { case: 'a charge was begun', sample: [of('charging', { chargeId: 'pi_1' })], reasons: [] },
    { case: 'one is charged', sample: [of('charged')], reasons: ['1 settled already: harmless, nothing is charged again'] },
    {
      case: 'all are settled',
      sample: [of('charged'), of('declined'), of('expired')],
      reasons: ['3 settled already: harmless, nothing is charged again'],
    },
    {
      case: 'the provider failed last night and answers now',
      sample: [of('accepted', failed('provider-unreachable')), of('charging', failed('provider-error', '2026-11-29T10:05:00.000Z'))],
      reasons: ['last failures: 1 provider-unreachable, 1 provider-error, the latest at 2026-11-29T10:05:00.000Z'],
    },
  ])('$case', ({ sample, reasons }) => {
    expect(verdict(sample)).toMatchObject({ safe: true, reasons });
  });
});

it('redriving is safe when a repeated error was met by a charge that was begun: it is confirmed without the key', () => {
  expect(verdict([of('charging', failed('provider-repeats-error'))])).toMatchObject({ safe: true });
});

describe('redriving is not safe, because messages would come back to the DLQ, when', () => {
  it.each<{ case: string; sample: Joined; reason: string }>([
    { case: 'one is unreadable', sample: { status: 'unreadable' }, reason: '1 unreadable: will come back to the DLQ' },
    { case: 'one has no payment', sample: { status: 'unknown' }, reason: '1 of an unknown payment: will come back to the DLQ' },
    {
      case: 'one contradicts its payment, even a settled one',
      sample: { status: 'differs', payment: aPayment({ status: 'charged' }) },
      reason: '1 other than their payment in amount, currency or payment method: will come back to the DLQ',
    },
    ...['provider-refused', 'provider-key-reused', 'provider-reply-differs', 'ledger-contradicts-provider'].map((code) => ({
      case: `one failed for good with ${code}`,
      sample: of('charging', failed(code)),
      reason: `1 failed for good (1 ${code}): will come back to the DLQ unless the cause is gone`,
    })),
  ])('$case', ({ sample, reason }) => {
    expect(verdict([sample])).toMatchObject({ safe: false, reasons: [reason] });
  });

  it.each<ProviderState>(['provider-unreachable', 'provider-error', 'provider-busy', 'provider-rejects-credentials'])(
    'a read of the provider ends in %s',
    (provider) => {
      expect(verdict([of('accepted'), of('charging'), of('charged')], { provider })).toMatchObject({
        safe: false,
        reasons: [
          `2 need the provider, and it does not answer a read now (${provider}): they would come back`,
          '1 settled already: harmless, nothing is charged again',
        ],
      });
    },
  );

  it('the provider turned one away within five minutes, because it limits reads and charges apart', () => {
    const busy = of('accepted', failed('provider-busy', '2026-11-30T08:55:00.001Z'));
    const reason = '1 turned away by the provider (provider-busy) in the last 5 minutes, of which a read tells nothing: wait';
    expect(verdict([busy])).toMatchObject({ safe: false, reasons: [reason, expect.stringMatching(/^last failures: 1 provider-busy/)] });
    expect(verdict([busy], { now: NEXT_MORNING + 1 })).toMatchObject({ safe: true });
  });

  it('the provider repeats an error that it stored, until 24 hours after the last of them met it', () => {
    const earlier = of('accepted', failed('provider-repeats-error', '2026-11-29T10:02:30.000Z'));
    const later = of('accepted', failed('provider-repeats-error', '2026-11-29T10:05:00.000Z'));
    const met = (count: number) =>
      `${count} met an error that the provider stored and repeats for 24 hours: they would come back, wait until 2026-11-30T10:05:00.000Z`;
    expect(verdict([earlier, later, of('accepted')])).toMatchObject({
      safe: false,
      reasons: [met(2), 'last failures: 2 provider-repeats-error, the latest at 2026-11-29T10:05:00.000Z'],
    });
    expect(verdict([earlier, later], { now: Date.parse('2026-11-30T10:04:59.999Z') })).toMatchObject({
      safe: false,
      reasons: [met(1), expect.stringMatching(/^last failures/)],
    });
    expect(verdict([earlier, later], { now: Date.parse('2026-11-30T10:05:00.000Z') })).toMatchObject({ safe: true });
  });

  it('the provider repeats an error, which is told before that it turned others away', () => {
    const busy = of('accepted', failed('provider-busy', '2026-11-30T08:59:00.000Z'));
    const repeated = of('accepted', failed('provider-repeats-error'));
    expect(verdict([busy, repeated], { provider: 'provider-error' }).reasons).toEqual([
      expect.stringMatching(/^2 need the provider/),
      expect.stringMatching(/^1 met an error that the provider stored/),
      expect.stringMatching(/^1 turned away/),
      expect.stringMatching(/^last failures/),
    ]);
  });
});

describe('redrives in vain', () => {
  const given = (deadLetterings: number, over: Partial<Payment> = {}) => of('accepted', { deadLetterings, ...over });
  const text = (count: number, redrives: number) =>
    `${count} came back from ${redrives} redrives or more: would come back again unless the cause is gone, see docs/runbook.md`;

  it('make another one unsafe, from the third on', () => {
    expect(verdict([given(3)])).toMatchObject({ safe: true, reasons: [] });
    expect(verdict([given(4), given(6), given(1)])).toMatchObject({ safe: false, reasons: [text(2, 3)] });
  });

  it('do not make it unsafe once the payment has ended', () => {
    expect(verdict([of('charged', { deadLetterings: 4 })])).toMatchObject({ safe: true });
  });

  it('are not those by which the recovery found out that the provider is still down', () => {
    expect(verdict([given(9, { recoveries: 8 })])).toMatchObject({ safe: true });
    expect(verdict([given(9, { recoveries: 8, recoveriesInVain: 3 })])).toMatchObject({ safe: false, reasons: [text(1, 3)] });
  });
});

describe('a payment accepted more than 40 days ago', () => {
  const FORTY_DAYS_LATER = Date.parse('2026-11-29T10:00:00.000Z') + 40 * DAY;
  const expires = '1 accepted more than 40 days ago: will end without a charge, unless the provider has charged it';

  it('makes a redrive unsafe, since it would only expire, from the first millisecond after them', () => {
    expect(verdict([of('accepted')], { now: FORTY_DAYS_LATER })).toMatchObject({ safe: true, reasons: [] });
    expect(verdict([of('accepted')], { now: FORTY_DAYS_LATER + 1 })).toMatchObject({ safe: false, reasons: [expires] });
  });

  it('expires whatever its last failure was: its age is looked at before the provider is asked', () => {
    const { reasons } = verdict([of('accepted', failed('provider-refused'))], { now: FORTY_DAYS_LATER + 1 });
    expect(reasons).toEqual([expires]);
  });

  it('ends too when its charge was begun: it is asked for, and cancelled at the provider unless it was charged', () => {
    expect(verdict([of('charging')], { now: FORTY_DAYS_LATER + 1 })).toMatchObject({ safe: false, reasons: [expires] });
  });

  it('does not expire by a message that differs from it', () => {
    const { reasons } = verdict([{ status: 'differs', payment: aPayment() }], { now: FORTY_DAYS_LATER + 1 });
    expect(reasons).toEqual(['1 other than their payment in amount, currency or payment method: will come back to the DLQ']);
  });
});

it('counts each status, gives every reason with the worst first, and the oldest acceptance', () => {
  const sample: Joined[] = [
    of('accepted', { acceptedAt: '2026-11-28T23:59:59.999Z' }),
    of('declined'),
    of('accepted', { acceptedAt: '2026-10-01T00:00:00.000Z' }),
    of('charged'),
    of('charging', failed('provider-refused')),
    { status: 'unreadable' },
    { status: 'unknown' },
    { status: 'unknown' },
  ];
  expect(verdict(sample, { total: 250 })).toEqual({
    oldestAcceptedAt: '2026-10-01T00:00:00.000Z',
    byStatus: { accepted: 2, declined: 1, charged: 1, charging: 1, unreadable: 1, unknown: 2 },
    safe: false,
    reasons: [
      '1 unreadable: will come back to the DLQ',
      '2 of an unknown payment: will come back to the DLQ',
      '1 failed for good (1 provider-refused): will come back to the DLQ unless the cause is gone',
      '1 accepted more than 40 days ago: will end without a charge, unless the provider has charged it',
      '2 settled already: harmless, nothing is charged again',
      'sample: 8 of 250 messages were looked at, the rest may differ',
    ],
  });
});

it('says that it rests on a sample, which alone does not make a redrive unsafe', () => {
  expect(verdict([of('accepted')], { total: 2 })).toMatchObject({
    safe: true,
    reasons: ['sample: 1 of 2 messages were looked at, the rest may differ'],
  });
});
