import { PermanentFailure } from '../../../contract/failures';
import type { TimeRange } from '../../../functions/reconcile/ports';
import type { ReconcilePorts } from '../../../functions/reconcile/reconcile';
import { aPayment } from '../../../testing/payment-factory';
import { aCharge } from '../../../testing/reconcile/books';
import { reconciledShop } from '../../../testing/reconcile/shop';

/** Nine charges of nine payments whose rows are still accepted, one a minute. */
const many = () => {
  const orders = Array.from({ length: 9 }, (_, index) => ({ orderId: `ord-${index}`, at: `2026-11-29T09:0${index}:00.000Z` }));
  return reconciledShop({
    rows: orders.map(({ orderId, at }) => aPayment({ orderId, acceptedAt: at })),
    charges: orders.map(({ orderId, at }, index) => aCharge({ orderId, chargeId: `pi_${index}`, createdAt: at })),
  });
};

/** Time for so many looks at the clock, and no more. */
const timeFor = (looks: number) => {
  let left = looks;
  return { timeLeft: () => left-- > 0 };
};

it('a run that is out of time says so; the next ones go on from there until all is compared', async () => {
  const shop = many();
  const healed: string[] = [];
  const runs = [];
  for (let run = 0; run < 9; run++) {
    const report = await shop.run({}, timeFor(2));
    runs.push(report.complete);
    healed.push(...report.healed.map(({ chargeId }) => chargeId));
    expect(report.from).toBe('2026-10-20T10:15:00.000Z');
    if (!report.complete) expect(report.stoppedBy).toBe('out-of-time');
    if (shop.saved?.firstPass?.done) break;
  }
  expect(healed.sort()).toEqual(Array.from({ length: 9 }, (_, index) => `pi_${index}`));
  expect(runs).toEqual([false, false, false]);
  expect(await shop.run()).toMatchObject({ complete: true, healed: [], open: { overdue: 0 } });
});

it('with no time at all nothing is done, and nothing is passed over', async () => {
  const shop = many();
  expect(await shop.run({}, timeFor(0))).toMatchObject({ complete: false, compared: 0, open: { overdue: 0 } });
  expect((await shop.run()).healed).toHaveLength(9);
});

it('open payments are gone through over several runs, too, and those at the front do not keep the others back', async () => {
  const shop = many();
  shop.provider.entries.length = 0;
  const handled: number[] = [];
  for (let run = 0; run < 20 && shop.sent.length < 9; run++) handled.push((await shop.run({}, timeFor(20))).open.resent);
  expect(shop.sent.map(({ orderId }) => orderId)).toEqual(Array.from({ length: 9 }, (_, index) => `ord-${index}`));
  expect(handled.length).toBeGreaterThan(1);
  expect(await shop.run()).toMatchObject({ complete: true, open: { overdue: 9, resent: 0 } });
});

it('each run begins where the last one ended', async () => {
  const shop = reconciledShop();
  expect(await shop.run()).toMatchObject({ from: '2026-10-20T10:15:00.000Z', to: '2026-11-29T10:15:00.000Z' });
  shop.pass(6);
  expect(await shop.run()).toMatchObject({ from: '2026-11-29T10:15:00.000Z', to: '2026-11-29T16:15:00.000Z' });
});

it('a second run in the same second asks the provider for nothing', async () => {
  const shop = reconciledShop({ charges: [aCharge()] });
  await shop.run();
  shop.provider.asked.length = 0;
  expect(await shop.run()).toMatchObject({ complete: true, compared: 0, from: '2026-11-29T10:15:00.000Z' });
  expect(shop.provider.asked).toEqual([]);
});

it('a provider that fails leaves the place where it was, and open payments are looked at all the same', async () => {
  const shop = reconciledShop({ rows: [aPayment()] });
  shop.provider.down(true);
  expect(await shop.run()).toMatchObject({ complete: false, stoppedBy: 'provider-unreachable', open: { resent: 1 } });
  shop.provider.down(false);
  shop.pass(6);
  expect(await shop.run()).toMatchObject({ complete: true, from: '2026-10-20T10:15:00.000Z', to: '2026-11-29T16:15:00.000Z' });
});

it('a provider that does not answer is asked once a run, however many payments are in doubt', async () => {
  const rows = [1, 2, 3].map((order) => aPayment({ orderId: `ord-${order}`, status: 'charging', chargeId: `pi_${order}` }));
  const shop = reconciledShop({ rows });
  shop.provider.down(true);
  expect(await shop.run()).toMatchObject({ stoppedBy: 'provider-unreachable', open: { overdue: 3, inDoubt: 3 } });
  expect(shop.provider.asked).toEqual(['list']);
  shop.provider.down(false);
  await shop.run();
  expect(shop.provider.asked.slice(1)).toEqual(['list', 'list', 'find pi_1', 'find pi_2', 'find pi_3']);
});

it('a run that ends what an earlier one left goes on with what was charged since, and is complete only then', async () => {
  const shop = many();
  expect(await shop.run({}, timeFor(2))).toMatchObject({ complete: false, to: '2026-11-29T10:15:00.000Z' });
  shop.pass(6);
  shop.provider.entries.push(
    aCharge({ orderId: 'ord-8', chargeId: 'pi_again', createdAt: '2026-11-29T16:00:00.000Z' }),
    aCharge({ orderId: 'ord-since', chargeId: 'pi_since', createdAt: '2026-11-29T16:01:00.000Z' }),
    aCharge({ orderId: 'ord-since', chargeId: 'pi_since_2', createdAt: '2026-11-29T16:02:00.000Z' }),
  );
  expect(await shop.run({}, timeFor(4))).toMatchObject({ complete: false, compared: 7, to: '2026-11-29T16:15:00.000Z' });
  expect(await shop.run()).toMatchObject({ complete: true, compared: 1, to: '2026-11-29T16:15:00.000Z' });
});

it('charges that take all the time there is leave some of it to open payments and to recorded charges', async () => {
  const shop = many();
  await shop.payments.create(aPayment({ orderId: 'ord-unsent' }));
  await shop.payments.create(
    aPayment({ orderId: 'ord-unknown', status: 'charged', chargeId: 'pi_unknown', chargedAt: '2026-11-29T10:00:02.000Z' }),
  );
  let secondsLeft = 200;
  const succeeded = (range: TimeRange) => {
    secondsLeft -= 40;
    return shop.provider.books.succeeded(range);
  };
  const timeLeft = (reservedShare = 0) => secondsLeft > 200 * reservedShare;
  expect(await shop.run({}, { books: { ...shop.provider.books, succeeded }, timeLeft })).toMatchObject({
    complete: false,
    stoppedBy: 'out-of-time',
    // Six of nine charges were compared.
    open: { resent: 4 },
    counts: { unknownToProvider: 1 },
  });
});

describe('recorded charges of one page', () => {
  const rows = Array.from({ length: 25 }, (_, index) =>
    aPayment({ orderId: `ord-${index}`, status: 'charged', chargeId: `pi_${index}`, chargedAt: '2026-11-29T10:00:02.000Z' }),
  );
  /** All rows on one page, as a scan may give them. */
  const onePage = (): Pick<ReconcilePorts, 'ledger'> => ({
    ledger: {
      open: async () => ({ keys: [] }),
      charged: async ({ after }) => {
        const items = rows.slice(after === undefined ? 0 : Number(after)) as ((typeof rows)[number] & { chargeId: string })[];
        return { items, cursors: items.map(({ orderId }) => String(Number(orderId.slice(4)) + 1)) };
      },
    },
  });

  it('are asked for no longer than there is time, and the next run goes on among them', async () => {
    const shop = reconciledShop();
    let asked = 0;
    const books = {
      ...shop.provider.books,
      find: async (id: string) => {
        asked += 1;
        return shop.provider.books.find(id);
      },
    };
    expect(await shop.run({}, { ...onePage(), books, timeLeft: () => asked < 10 })).toMatchObject({
      complete: false,
      stoppedBy: 'out-of-time',
      counts: { unknownToProvider: 10 },
    });
    expect(await shop.run({}, onePage())).toMatchObject({ complete: true, counts: { unknownToProvider: 15 } });
  });

  it('that the provider refuses to be asked about do not keep the others from being asked for', async () => {
    const shop = reconciledShop({
      charges: rows.slice(1).map(({ orderId, chargeId }) => aCharge({ orderId, chargeId, createdAt: '2026-01-01T00:00:00.000Z' })),
    });
    const books = {
      ...shop.provider.books,
      find: async (id: string) => {
        if (id === 'pi_0') throw new PermanentFailure('provider-refused');
        return shop.provider.books.find(id);
      },
    };
    expect(await shop.run({}, { ...onePage(), books })).toMatchObject({
      complete: true,
      unknownToProvider: [{ orderId: 'ord-0', attempt: 1, chargeId: 'pi_0' }],
      counts: { unknownToProvider: 1 },
    });
  });
});

it('a page that the provider refuses to go on from is left behind: the next run begins the stretch anew', async () => {
  const shop = many();
  await shop.run({}, timeFor(2));
  expect(shop.saved?.firstPass).toMatchObject({ after: 'pi_5', done: false });
  const refusing = { ...shop.provider.books, succeeded: () => Promise.reject(new PermanentFailure('provider-refused')) };
  expect(await shop.run({}, { books: refusing })).toMatchObject({ complete: false, stoppedBy: 'provider-refused' });
  expect(shop.saved?.firstPass).toEqual({ from: '2026-10-20T10:15:00.000Z', to: '2026-11-29T10:15:00.000Z', done: false });
  expect(await shop.run()).toMatchObject({ complete: true, compared: 9, counts: { healed: 5 } });
});

it('a run reads 250 pages of a list and leaves the rest to the next one', async () => {
  const shop = reconciledShop();
  let pages = 0;
  const books = { ...shop.provider.books, succeeded: async () => ({ items: [], next: ++pages < 300 ? `pi_${pages}` : undefined }) };
  expect(await shop.run({ from: '2026-11-29T00:00:00Z' }, { books })).toMatchObject({ complete: false, stoppedBy: 'out-of-time' });
  expect(pages).toBe(250);
});

describe('how far behind the schedule is', () => {
  it('is no longer than it has run at all, although its first run has forty days before it', async () => {
    const shop = many();
    shop.provider.down(true);
    expect((await shop.run()).lagSeconds).toBe(0);
    shop.pass(6);
    expect((await shop.run()).lagSeconds).toBe(6 * 3600);
    shop.pass(24);
    expect((await shop.run()).lagSeconds).toBe(30 * 3600);
  });

  it('is the 15 minutes that it leaves out, once it has come to the end', async () => {
    const shop = many();
    await shop.run();
    shop.pass(6);
    expect((await shop.run()).lagSeconds).toBe(900);
  });

  it('is not counted before the schedule has run', async () => {
    expect((await many().run({ from: '2026-11-29T00:00:00Z' })).lagSeconds).toBe(0);
  });
});

it.each([{ from: '2026-11-29T10:20:00Z' }, { from: '2026-11-29T10:20:00Z', to: '2026-11-29T10:25:00Z' }, { from: '2026-11-30T00:00:00Z' }])(
  'asked for what is younger than 15 minutes it compares nothing, and does not say that all is well: %j',
  async (asked) => {
    const shop = many();
    const { from, to, complete, stoppedBy, compared } = await shop.run(asked);
    expect({ from, to, complete, stoppedBy, compared }).toEqual({
      from: new Date(asked.from).toISOString(),
      to: new Date(asked.from).toISOString(),
      complete: false,
      stoppedBy: 'too-early',
      compared: 0,
    });
    expect(shop.saved?.requested).toBeUndefined();
  },
);

describe('how far the schedule has compared', () => {
  it('is told by every run: to the end of a list that was finished, and to the beginning of one that was not', async () => {
    const shop = many();
    expect((await shop.run({ from: '2026-11-29T00:00:00Z' })).comparedUntil).toBe('2026-10-20T10:15:00.000Z');
    expect((await shop.run()).comparedUntil).toBe('2026-11-29T10:15:00.000Z');
    shop.pass(6);
    shop.provider.down(true);
    expect((await shop.run()).comparedUntil).toBe('2026-11-29T10:15:00.000Z');
    shop.provider.down(false);
    expect((await shop.run({ from: '2026-11-29T00:00:00Z' })).comparedUntil).toBe('2026-11-29T10:15:00.000Z');
    expect((await shop.run()).comparedUntil).toBe('2026-11-29T16:15:00.000Z');
  });
});

describe('a comparison that is asked for', () => {
  it('covers the seconds asked for, and leaves the schedule’s place alone', async () => {
    const shop = many();
    const report = await shop.run({ from: '2026-11-29T09:02:00.500Z', to: '2026-11-29T09:05:00Z' });
    expect(report).toMatchObject({ from: '2026-11-29T09:02:00.000Z', to: '2026-11-29T09:05:00.000Z', complete: true });
    expect(report.healed.map(({ chargeId }) => chargeId).sort()).toEqual(['pi_2', 'pi_3', 'pi_4']);
    expect((await shop.run()).from).toBe('2026-10-20T10:15:00.000Z');
  });

  it('ends 15 minutes ago at the latest, and without a beginning goes back 40 days', async () => {
    const shop = reconciledShop();
    expect(await shop.run({ to: '2027-01-01T00:00:00Z' })).toMatchObject({
      from: '2026-10-20T10:15:00.000Z',
      to: '2026-11-29T10:15:00.000Z',
    });
  });

  it('goes on when it is asked for again after it was out of time, and begins anew once it was finished', async () => {
    const shop = many();
    const request = { from: '2026-11-29T09:00:00Z', to: '2026-11-29T09:09:00Z' };
    expect(await shop.run(request, timeFor(2))).toMatchObject({ complete: false, compared: 4 });
    shop.pass(1);
    expect(await shop.run({})).toMatchObject({ complete: true, compared: 9 });
    expect(await shop.run(request)).toMatchObject({ complete: true, compared: 5 });
    expect(await shop.run(request)).toMatchObject({ complete: true, compared: 9 });
  });

  it('compares what it is asked for, although another comparison was left unfinished', async () => {
    const shop = many();
    await shop.run({ from: '2026-11-29T09:00:00Z', to: '2026-11-29T09:09:00Z' }, timeFor(2));
    const other = { from: '2026-11-29T09:05:00Z', to: '2026-11-29T09:07:00Z' };
    expect(await shop.run(other)).toMatchObject({
      from: '2026-11-29T09:05:00.000Z',
      to: '2026-11-29T09:07:00.000Z',
      complete: true,
      compared: 2,
    });
  });
});

it('a report names 50 findings of a kind and counts them all', async () => {
  const charges = Array.from({ length: 60 }, (_, index) => aCharge({ orderId: `ord-${index}`, chargeId: `pi_${index}` }));
  const report = await reconciledShop({ charges }).run();
  expect([report.differing.length, report.counts.differing, report.compared]).toEqual([50, 60, 60]);
});

it('a report names 50 charges of an order', async () => {
  const charges = Array.from({ length: 60 }, (_, index) => aCharge({ chargeId: `pi_${index}` }));
  const { chargedTwice, counts } = await reconciledShop({ charges }).run();
  expect([chargedTwice[0]?.chargeIds.length, counts.chargedTwice]).toEqual([50, 1]);
});

it('tells of the report before it is saved, so that no finding is lost between the two', async () => {
  const shop = reconciledShop({ charges: [aCharge()] });
  const ports = shop.ports();
  const progress = { ...ports.progress, save: () => Promise.reject(new Error('throttled')) };
  await expect(shop.run({}, { progress })).rejects.toThrow('throttled');
  expect(shop.reports).toHaveLength(1);
});
