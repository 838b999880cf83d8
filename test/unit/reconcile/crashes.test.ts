import type { ReconcilePorts } from '../../../functions/reconcile/reconcile';
import { aPayment } from '../../../testing/payment-factory';
import { aCharge } from '../../../testing/reconcile/books';
import { reconciledShop } from '../../../testing/reconcile/shop';

const CHARGED = { status: 'charged', chargedAt: '2026-11-29T10:00:02.000Z' } as const;

/** One payment of every kind that a run does something about. */
const everything = () =>
  reconciledShop({
    rows: [
      aPayment({ orderId: 'ord-accepted' }),
      aPayment({ orderId: 'ord-charging', status: 'charging', chargeId: 'pi_charging' }),
      aPayment({ orderId: 'ord-old', acceptedAt: '2026-09-01T00:00:00.000Z' }),
      aPayment({ orderId: 'ord-twice', ...CHARGED, chargeId: 'pi_twice' }),
      aPayment({ orderId: 'ord-unknown', ...CHARGED, chargeId: 'pi_unknown' }),
      aPayment({ orderId: 'ord-unsent' }),
      aPayment({ orderId: 'ord-wrong' }),
      aPayment({ orderId: 'ord-doubt', status: 'charging', chargeId: 'pi_doubt', acceptedAt: '2026-09-01T00:00:00.000Z' }),
    ],
    charges: [
      aCharge({ orderId: 'ord-accepted', chargeId: 'pi_accepted' }),
      aCharge({ orderId: 'ord-charging', chargeId: 'pi_charging' }),
      aCharge({ orderId: 'ord-twice', chargeId: 'pi_twice' }),
      aCharge({ orderId: 'ord-twice', chargeId: 'pi_stray' }),
      aCharge({ orderId: 'ord-wrong', chargeId: 'pi_wrong', amount: 1 }),
      aCharge({ orderId: 'ord-doubt', chargeId: 'pi_doubt', createdAt: '2026-09-01T00:00:00.000Z' }),
    ],
  });

class Killed extends Error {}

/** The ports of a process that dies before or after its nth call. Whatever it began beside that call is cut off as well. */
function dying(ports: ReconcilePorts, nth: number, moment: 'before' | 'after') {
  let calls = 0;
  const wrap = <T extends object>(port: T): T =>
    new Proxy(port, {
      get: (target, name) => {
        const method = Reflect.get(target, name) as (...args: unknown[]) => unknown;
        return async (...args: unknown[]) => {
          const call = ++calls;
          if (call > nth || (call === nth && moment === 'before')) throw new Killed();
          const answer = await method.apply(target, args);
          if (call >= nth) throw new Killed();
          return answer;
        };
      },
    });
  return {
    ports: {
      ...ports,
      payments: wrap(ports.payments),
      ledger: wrap(ports.ledger),
      books: wrap(ports.books),
      queue: wrap(ports.queue),
      progress: wrap(ports.progress),
    },
    calls: () => calls,
  };
}

const endOf = (shop: ReturnType<typeof everything>) => ({
  statuses: Object.fromEntries(
    shop.payments.rows().map(({ orderId, status, chargeId }) => [orderId, `${status} ${chargeId ?? ''}`.trim()]),
  ),
  isUnsentMarked: shop.row('ord-unsent')?.resentAt !== undefined,
  sent: [...new Set(shop.sent.map(({ orderId }) => orderId))],
});

const END = {
  statuses: {
    'ord-accepted': 'charged pi_accepted',
    'ord-charging': 'charged pi_charging',
    'ord-doubt': 'charged pi_doubt',
    'ord-old': 'expired',
    'ord-twice': 'charged pi_twice',
    'ord-unknown': 'charged pi_unknown',
    'ord-unsent': 'accepted',
    'ord-wrong': 'accepted',
  },
  isUnsentMarked: true,
  sent: ['ord-unsent'],
};

it('a run does all there is to do, and a second one nothing more', async () => {
  const shop = everything();
  expect(await shop.run()).toMatchObject({ counts: { chargedTwice: 1, healed: 3, unknownToProvider: 1, differing: 1 } });
  expect(endOf(shop)).toEqual(END);
  const rows = shop.payments.rows();
  shop.pass(6);
  expect(await shop.run()).toMatchObject({ counts: { chargedTwice: 0, healed: 0, unknownToProvider: 0 }, open: { resent: 0, expired: 0 } });
  expect(shop.payments.rows()).toEqual(rows);
  expect(shop.sent).toHaveLength(1);
});

it.each(['before', 'after'] as const)('killed %s any of its calls, a run comes to the same end when it is repeated', async (moment) => {
  const whole = dying(everything().ports(), Number.POSITIVE_INFINITY, moment);
  await everything().run({}, whole.ports);
  expect(whole.calls()).toBeGreaterThan(30);
  for (let nth = 1; nth <= whole.calls(); nth++) {
    const shop = everything();
    await expect(shop.run({}, dying(shop.ports(), nth, moment).ports)).rejects.toBeInstanceOf(Killed);
    await shop.run();
    expect({ nth, ...endOf(shop) }).toEqual({ nth, ...END });
    // Sent twice only when the process died between the send and its mark: within five minutes SQS drops the second.
    expect(shop.sent.length).toBeLessThanOrEqual(2);
  }
});

it('two runs at once come to the same end', async () => {
  const shop = everything();
  await Promise.all([shop.run(), shop.run()]);
  expect(endOf(shop)).toEqual(END);
});
