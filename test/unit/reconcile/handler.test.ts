import '../../../testing/function-environment';

import { makeHandler } from '../../../functions/reconcile/handler';
import { aPayment } from '../../../testing/payment-factory';
import { lambdaContext } from '../../../testing/proxy-event';
import { aCharge } from '../../../testing/reconcile/books';
import { reconciledShop } from '../../../testing/reconcile/shop';

const printed: string[] = [];
beforeEach(() => {
  printed.length = 0;
  // Powertools prints past jest's console.
  jest.spyOn(process.stdout, 'write').mockImplementation((text) => printed.push(String(text)) > 0);
});
afterEach(() => jest.restoreAllMocks());

/** Values of the one metric line that a run prints. */
function metrics(): Record<string, number> {
  const documents = printed.map((line) => JSON.parse(line)).filter((line) => '_aws' in line);
  expect(documents).toHaveLength(1);
  const names: string[] = documents[0]._aws.CloudWatchMetrics.flatMap(({ Metrics }: { Metrics: { Name: string }[] }) =>
    Metrics.map(({ Name }) => Name),
  );
  return Object.fromEntries(names.map((name) => [name, documents[0][name]]));
}

const invoke = (shop: ReturnType<typeof reconciledShop>, input: unknown = {}, remainingMs = 300_000) =>
  makeHandler(shop.ports())(input, lambdaContext('invocation-1', remainingMs));

it('counts every kind of finding in every run, zero too, so that alarms have data', async () => {
  await invoke(reconciledShop());
  expect(metrics()).toEqual({
    DoubleCharges: 0,
    ChargesHealed: 0,
    ChargesUnknownToProvider: 0,
    AmountsDiffering: 0,
    PaymentsOverdue: 0,
    PaymentsNewlyOverdue: 0,
    PaymentsResent: 0,
    PaymentsExpired: 0,
    ReconciliationLag: 0,
  });
});

it('tells how far behind it is when it does not get through', async () => {
  const shop = reconciledShop();
  await invoke(shop);
  shop.pass(24);
  shop.provider.down(true);
  printed.length = 0;
  await invoke(shop);
  expect(metrics()).toMatchObject({ ReconciliationLag: 24 * 3600 });
});

it('leaves a share of its time when it is asked to', async () => {
  const shop = reconciledShop({ rows: [aPayment()], charges: [aCharge({ orderId: 'ord-other' })] });
  let remainingMs = 300_000;
  const context = { ...lambdaContext('invocation-1', 0), getRemainingTimeInMillis: () => remainingMs };
  const succeeded = async () => {
    remainingMs -= 16_000;
    return { items: [], next: 'pi_more' };
  };
  const books = { ...shop.provider.books, succeeded };
  expect(await makeHandler({ ...shop.ports(), books })({}, context)).toMatchObject({ complete: false, open: { resent: 1 } });
  // Of 270 seconds the first list leaves half and the second a quarter: 9 pages, and then 4.
  expect(remainingMs).toBe(300_000 - 13 * 16_000);
});

it('counts what it found', async () => {
  const shop = reconciledShop({
    rows: [
      aPayment({ orderId: 'ord-twice', status: 'charged', chargeId: 'pi_2', chargedAt: '2026-11-29T10:00:02.000Z' }),
      aPayment({ orderId: 'ord-healed' }),
      aPayment({ orderId: 'ord-unsent' }),
    ],
    charges: [
      aCharge({ orderId: 'ord-twice', chargeId: 'pi_1' }),
      aCharge({ orderId: 'ord-healed', chargeId: 'pi_3' }),
      aCharge({ orderId: 'ord-nowhere', chargeId: 'pi_4' }),
    ],
  });
  await invoke(shop);
  expect(metrics()).toMatchObject({
    DoubleCharges: 1,
    ChargesHealed: 1,
    ChargesUnknownToProvider: 1,
    AmountsDiffering: 1,
    PaymentsOverdue: 1,
    PaymentsNewlyOverdue: 1,
    PaymentsResent: 1,
  });
});

it.each([
  { remainingMs: 30_001, complete: true },
  { remainingMs: 30_000, complete: false },
])('with $remainingMs ms left: complete $complete', async ({ remainingMs, complete }) => {
  expect(await invoke(reconciledShop({ charges: [aCharge()] }), {}, remainingMs)).toMatchObject({ complete });
});

it('does nothing for a request that it does not understand', async () => {
  const shop = reconciledShop({ rows: [aPayment()] });
  await expect(invoke(shop, { to: 'now' })).rejects.toMatchObject({ name: 'InvalidReconcileRequest' });
  expect([shop.sent, shop.provider.asked, printed]).toEqual([[], [], []]);
});
