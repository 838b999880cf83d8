import { TransientFailure } from '../../../contract/failures';
import { chargePayment } from '../../../functions/charge/charge-payment';
import type { PaymentPorts } from '../../../functions/charge/ports';
import type { Provider } from '../../../functions/charge/provider';
import { memoryPayments } from '../../../testing/memory-payments';
import { memoryProvider } from '../../../testing/memory-provider';
import { anEvent, aPayment } from '../../../testing/payment-factory';

const DAY = 24 * 60 * 60 * 1000;
const acceptedAt = '2026-11-29T10:00:00.000Z';
const soon = Date.parse(acceptedAt) + 1000;

function setUp(rows = [aPayment()], now = soon, declines: string[] = []) {
  const payments = memoryPayments(rows);
  const bank = memoryProvider(declines);
  const suppressed: string[] = [];
  const ports: PaymentPorts = {
    payments,
    provider: bank.provider,
    countSuppressed: (layer) => void suppressed.push(layer),
    clock: () => now,
  };
  return { payments, bank, suppressed, ports, run: (event = anEvent()) => chargePayment(event, ports) };
}

/** The steps at which a worker can die, each before and after the step was done. */
const STEPS = ['get', 'open', 'startCharging', 'settle at the provider', 'settle'] as const;
const END_STEPS = ['get', 'end at the provider', 'settle'] as const;
const deaths = STEPS.flatMap((step) => (['before', 'after'] as const).map((when) => ({ step, when })));

/** Ports that die once at a step, as a killed process would: what was done stays done, the caller learns nothing. */
function dying(ports: PaymentPorts, step: (typeof STEPS | typeof END_STEPS)[number], when: 'before' | 'after'): PaymentPorts {
  const die =
    <A extends unknown[], R>(name: string, call: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      if (name === step && when === 'before') throw new Error('killed');
      const result = await call(...args);
      if (name === step) throw new Error('killed');
      return result;
    };
  const { payments, provider } = ports;
  return {
    ...ports,
    payments: {
      get: die('get', payments.get),
      startCharging: die('startCharging', payments.startCharging),
      settle: die('settle', payments.settle),
      decline: die('decline', payments.decline),
      expire: die('expire', payments.expire),
      cancel: die('cancel', payments.cancel),
      adoptCharge: die('adoptCharge', payments.adoptCharge),
    },
    provider: {
      open: die('open', (payment) => provider.open(payment)),
      settle: die('settle at the provider', (payment, options) => provider.settle(payment, options)),
      end: die('end at the provider', (payment, reason) => provider.end(payment, reason)),
      look: die('look at the provider', (payment) => provider.look(payment)),
    },
  };
}

const messageOf = (work: Promise<unknown>) =>
  work.then(
    () => 'no error',
    (error: Error) => error.message,
  );

it('charges an accepted payment once and records id and time', async () => {
  const { run, payments, bank, suppressed } = setUp();
  expect((await run()).status).toBe('charged');
  expect(bank.charged()).toEqual(['pi_1']);
  expect(payments.rows()).toEqual([aPayment({ status: 'charged', chargeId: 'pi_1', chargedAt: '2026-11-29T10:00:05.000Z' })]);
  expect(suppressed).toEqual([]);
});

it('records a decline as the outcome, with its code', async () => {
  const { run, payments, bank } = setUp([aPayment({ paymentMethod: 'pm_bad' })], soon, ['pm_bad']);
  expect((await run(anEvent({ paymentMethod: 'pm_bad' }))).status).toBe('declined');
  expect(payments.rows()).toEqual([
    aPayment({ paymentMethod: 'pm_bad', status: 'declined', chargeId: 'pi_1', declineCode: 'generic_decline' }),
  ]);
  expect(bank.charged()).toEqual([]);
});

describe('a payment whose amount the provider will never take', () => {
  const refuse = async () => ({ kind: 'refused', declineCode: 'amount_too_small' }) as const;
  const declinedRow = aPayment({ status: 'declined', declineCode: 'amount_too_small' });

  it('is declined with that code, under no charge', async () => {
    const { ports, payments, bank } = setUp();
    const provider = { ...bank.provider, open: refuse };
    expect(await chargePayment(anEvent(), { ...ports, provider })).toEqual(declinedRow);
    expect(payments.rows()).toEqual([declinedRow]);
    expect(bank.confirmations).toEqual([]);
  });

  it('stays declined for a delivery that opened a charge earlier and was about to record it', async () => {
    const { ports, payments, bank } = setUp();
    const slow: Provider = {
      ...bank.provider,
      open: async (payment) => {
        const opening = await bank.provider.open(payment);
        await chargePayment(anEvent(), { ...ports, provider: { ...bank.provider, open: refuse } });
        return opening;
      },
    };
    expect(await chargePayment(anEvent(), { ...ports, provider: slow })).toEqual(declinedRow);
    expect(payments.rows()).toEqual([declinedRow]);
    expect(bank.confirmations).toEqual([]);
  });

  it('is charged all the same, once, when another delivery has recorded a charge meanwhile', async () => {
    const { ports, payments, bank } = setUp();
    const late: Provider = {
      ...bank.provider,
      open: async () => {
        await payments.startCharging(aPayment(), 'pi_other');
        return refuse();
      },
    };
    expect((await chargePayment(anEvent(), { ...ports, provider: late })).status).toBe('charged');
    expect(payments.rows()).toEqual([aPayment({ status: 'charged', chargeId: 'pi_other', chargedAt: '2026-11-29T10:00:05.000Z' })]);
    expect(bank.charged()).toEqual(['pi_other']);
  });
});

describe('a payment that has ended', () => {
  it.each([
    { status: 'charged', row: aPayment({ status: 'charged', chargeId: 'pi_9', chargedAt: acceptedAt }) },
    { status: 'declined', row: aPayment({ status: 'declined', chargeId: 'pi_9', declineCode: 'lost_card' }) },
    { status: 'declined', row: aPayment({ status: 'declined', declineCode: 'amount_too_small' }) },
    { status: 'expired', row: aPayment({ status: 'expired' }) },
  ] as const)('stays $status, and the duplicate is counted for the ledger', async ({ status, row }) => {
    const { run, payments, bank, suppressed } = setUp([row]);
    expect((await run()).status).toBe(status);
    expect(payments.rows()).toEqual([row]);
    expect(bank.confirmations).toEqual([]);
    expect(suppressed).toEqual(['Ledger']);
  });
});

describe('a message that the ledger does not bear out', () => {
  it('is refused when no payment was accepted', async () => {
    const { run, bank } = setUp([]);
    expect(await messageOf(run())).toBe('payment-unknown');
    expect(bank.confirmations).toEqual([]);
  });

  it.each([
    { case: 'amount', event: anEvent({ amount: 2000 }) },
    { case: 'currency', event: anEvent({ currency: 'USD' }) },
    { case: 'payment method', event: anEvent({ paymentMethod: 'pm_card_mastercard' }) },
  ])('is refused when its $case is another', async ({ event }) => {
    const { run, payments, bank } = setUp();
    expect(await messageOf(run(event))).toBe('message-differs-from-payment');
    expect(payments.rows()).toEqual([aPayment()]);
    expect(bank.confirmations).toEqual([]);
  });
});

describe('a payment that was never started', () => {
  it('is charged up to 40 days after it was accepted', async () => {
    const { run, bank } = setUp([aPayment()], Date.parse(acceptedAt) + 40 * DAY);
    expect((await run()).status).toBe('charged');
    expect(bank.charged()).toEqual(['pi_1']);
  });

  it('expires after that, and is never charged', async () => {
    const { run, payments, bank } = setUp([aPayment()], Date.parse(acceptedAt) + 40 * DAY + 1);
    expect((await run()).status).toBe('expired');
    expect((await run()).status).toBe('expired');
    expect(payments.rows()).toEqual([aPayment({ status: 'expired' })]);
    expect(bank.confirmations).toEqual([]);
  });
});

it('settles a payment found in charging by the id in its row, up to the horizon, and asks first', async () => {
  const { payments, bank, ports } = setUp([aPayment({ status: 'charging', chargeId: 'pi_7' })], Date.parse(acceptedAt) + 40 * DAY);
  const asked: boolean[] = [];
  const provider: Provider = {
    open: () => Promise.reject(new Error('must not open another charge')),
    end: () => Promise.reject(new Error('must not end what may be charged')),
    look: () => Promise.reject(new Error('must not look only')),
    settle: (payment, options) => {
      asked.push(options.askFirst);
      return bank.provider.settle(payment, options);
    },
  };
  expect((await chargePayment(anEvent(), { ...ports, provider })).status).toBe('charged');
  expect(asked).toEqual([true]);
  expect(payments.rows()).toEqual([aPayment({ status: 'charged', chargeId: 'pi_7', chargedAt: '2026-11-29T10:00:05.000Z' })]);
});

describe('a payment that was started and is older than the horizon', () => {
  const old = Date.parse(acceptedAt) + 40 * DAY + 1;
  const started = aPayment({ status: 'charging', chargeId: 'pi_7' });

  it('ends as expired, and nothing is confirmed', async () => {
    const { run, payments, bank } = setUp([started], old);
    expect((await run()).status).toBe('expired');
    expect(payments.rows()).toEqual([{ ...started, status: 'expired' }]);
    expect(bank.confirmations).toEqual([]);
  });

  it('ends as charged when an earlier delivery had charged it', async () => {
    const { run, bank, suppressed } = setUp([started], old);
    await bank.provider.settle(started as never, { askFirst: false });
    expect((await run()).status).toBe('charged');
    expect(bank.charged()).toEqual(['pi_7']);
    expect(suppressed).toEqual(['Provider']);
  });

  it('stays open while the provider does not say how it ended', async () => {
    const { ports, payments, bank } = setUp([started], old);
    const provider = { ...bank.provider, end: () => Promise.reject(new TransientFailure('provider-processing')) };
    expect(await messageOf(chargePayment(anEvent(), { ...ports, provider }))).toBe('provider-processing');
    expect(payments.rows()).toEqual([started]);
  });
});

describe('a payment that somebody has asked to cancel', () => {
  const cancelRequestedAt = '2026-11-29T10:00:00.500Z';

  it('is cancelled before anything is opened', async () => {
    const { run, payments, bank } = setUp([aPayment({ cancelRequestedAt })]);
    expect((await run()).status).toBe('cancelled');
    expect(payments.rows()).toEqual([aPayment({ cancelRequestedAt, status: 'cancelled' })]);
    expect(bank.confirmations).toEqual([]);
  });

  it('is cancelled when the request comes while its charge is being opened', async () => {
    const { ports, payments, bank } = setUp();
    const provider = {
      ...bank.provider,
      open: async (payment: never) => {
        const opening = await bank.provider.open(payment);
        await payments.requestCancel({ orderId: 'ord-1001', attempt: 1 }, cancelRequestedAt);
        return opening;
      },
    };
    expect((await chargePayment(anEvent(), { ...ports, provider })).status).toBe('cancelled');
    expect(payments.rows()).toEqual([aPayment({ cancelRequestedAt, status: 'cancelled' })]);
    expect(bank.charged()).toEqual([]);
  });

  it('is ended at the provider when it was started, and never confirmed', async () => {
    const { run, payments, bank } = setUp([aPayment({ status: 'charging', chargeId: 'pi_7', cancelRequestedAt })]);
    expect((await run()).status).toBe('cancelled');
    expect(payments.rows()).toEqual([aPayment({ status: 'cancelled', chargeId: 'pi_7', cancelRequestedAt })]);
    expect(bank.confirmations).toEqual([]);
  });

  it('stays charged when it had been charged before', async () => {
    const row = aPayment({ status: 'charging', chargeId: 'pi_7', cancelRequestedAt });
    const { run, bank } = setUp([row]);
    await bank.provider.settle(row as never, { askFirst: false });
    expect((await run()).status).toBe('charged');
    expect(bank.charged()).toEqual(['pi_7']);
  });

  it('is cancelled as asked when it is also past the horizon', async () => {
    const row = aPayment({ status: 'charging', chargeId: 'pi_7', cancelRequestedAt });
    expect((await setUp([row], Date.parse(acceptedAt) + 50 * DAY).run()).status).toBe('cancelled');
  });

  it('has ended otherwise without a charge in the ledger: no contradiction, the first end stands', async () => {
    const row = aPayment({ status: 'charging', chargeId: 'pi_7', cancelRequestedAt });
    const { ports, payments, bank } = setUp([row]);
    const provider = {
      ...bank.provider,
      end: async (payment: never, reason: 'cancelled' | 'expired') => {
        await payments.settle(row, { status: 'declined', declineCode: 'generic_decline' });
        return bank.provider.end(payment, reason);
      },
    };
    expect((await chargePayment(anEvent(), { ...ports, provider })).status).toBe('declined');
  });

  describe.each(END_STEPS.flatMap((step) => (['before', 'after'] as const).map((when) => ({ step, when }))))(
    'and whose worker is killed $when $step',
    ({ step, when }) => {
      it('is cancelled by the next delivery', async () => {
        const { ports, bank, run } = setUp([aPayment({ status: 'charging', chargeId: 'pi_7', cancelRequestedAt })]);
        expect(await messageOf(chargePayment(anEvent(), dying(ports, step, when)))).toBe('killed');
        expect((await run()).status).toBe('cancelled');
        expect(bank.charged()).toEqual([]);
      });
    },
  );
});

it('counts for the provider what an earlier delivery had charged without recording it', async () => {
  const { run, bank, suppressed } = setUp([aPayment({ status: 'charging', chargeId: 'pi_7' })]);
  await bank.provider.settle(aPayment({ status: 'charging', chargeId: 'pi_7' }) as never, { askFirst: false });
  expect((await run()).status).toBe('charged');
  expect(bank.charged()).toEqual(['pi_7']);
  expect(suppressed).toEqual(['Provider']);
});

it('charges once when twenty deliveries run at once without a guard, even if each opens a charge of its own', async () => {
  const { ports, bank, payments } = setUp();
  const opened = new Set<string>();
  const forgetful: Provider = {
    ...bank.provider,
    open: async (payment) => {
      const opening = await bank.provider.open(payment);
      // After each, so that the next one to come gets another id.
      bank.forgetKeys();
      opened.add(JSON.stringify(opening));
      return opening;
    },
  };
  const ends = await Promise.all(Array.from({ length: 20 }, () => chargePayment(anEvent(), { ...ports, provider: forgetful })));
  expect(ends.map(({ status }) => status)).toEqual(Array(20).fill('charged'));
  expect(opened.size).toBe(20);
  expect(bank.charged()).toHaveLength(1);
  expect(payments.rows()[0]?.chargeId).toBe(bank.charged()[0]);
});

it('refuses to call declined what the provider charged', async () => {
  const { ports, payments } = setUp([aPayment({ status: 'charging', chargeId: 'pi_1' })]);
  const contradicted = { ...payments, settle: async () => aPayment({ status: 'declined', chargeId: 'pi_1' }) };
  expect(await messageOf(chargePayment(anEvent(), { ...ports, payments: contradicted }))).toBe('ledger-contradicts-provider');
});

it('does not call charged what the ledger still shows as charging, under another id', async () => {
  const { ports, payments } = setUp([aPayment({ status: 'charging', chargeId: 'pi_1' })]);
  const takenOver = { ...payments, settle: async () => aPayment({ status: 'charging', chargeId: 'pi_2' }) };
  expect(await messageOf(chargePayment(anEvent(), { ...ports, payments: takenOver }))).toBe('ledger-contradicts-provider');
});

describe.each(deaths)('a worker killed $when $step', ({ step, when }) => {
  it.each([
    { case: 'at once', forget: false },
    { case: 'after the provider has forgotten the key', forget: true },
  ])('is followed by one charge in all when the message comes back $case', async ({ forget }) => {
    const { ports, bank, payments, run } = setUp();
    expect(await messageOf(chargePayment(anEvent(), dying(ports, step, when)))).toBe('killed');
    if (forget) bank.forgetKeys();
    expect((await run()).status).toBe('charged');
    expect(bank.charged()).toHaveLength(1);
    expect(payments.rows()).toEqual([aPayment({ status: 'charged', chargeId: bank.charged()[0], chargedAt: '2026-11-29T10:00:05.000Z' })]);
  });
});

it('would charge twice if the id were not recorded before money can move', async () => {
  const { ports, bank } = setUp();
  const { payments, provider } = ports;
  // Taken away: the row is not moved to charging, so the second delivery opens a charge of its own.
  const careless = {
    ...ports,
    payments: {
      ...payments,
      startCharging: async (row: never, chargeId: string) => ({ ...(row as object), status: 'charging', chargeId }) as never,
    },
  };
  const killed = dying(careless, 'settle at the provider', 'after');
  expect(await messageOf(chargePayment(anEvent(), killed))).toBe('killed');
  bank.forgetKeys();
  await messageOf(chargePayment(anEvent(), { ...careless, provider }));
  expect(bank.charged()).toHaveLength(2);
});
