import { aDeadLetter } from '../../../testing/memory-dlq';
import { aPayment } from '../../../testing/payment-factory';
import { memoryStates } from '../../../testing/recover/memory-states';
import { BEGIN, deadPayment, outage } from '../../../testing/recover/outage';

const FIVE = ['ord-a', 'ord-b', 'ord-c', 'ord-d', 'ord-e'];
const five = () => FIVE.map((orderId, index) => deadPayment(orderId, { acceptedAt: `2026-11-29T10:00:0${index}.000Z` }));
const CHARGED = { status: 'charged', chargeId: 'pi_1', chargedAt: '2026-11-29T10:00:02.000Z' } as const;

describe('while the provider is down', () => {
  it('one payment at a time goes back, another one each time, and never sooner than ten minutes after the first few', async () => {
    const world = outage(five());
    await world.live(65);
    expect(world.sent).toEqual(['ord-a', 'ord-b', 'ord-c', 'ord-d', 'ord-e', 'ord-a', 'ord-b']);
    expect(world.inDlq().sort()).toEqual(FIVE);
  });

  it('an outage of two days uses up nobody’s budget', async () => {
    const world = outage(five());
    await world.live(48 * 60);
    for (const orderId of FIVE) expect(world.row(orderId).recoveriesInVain ?? 0).toBe(0);
    world.isUp = true;
    await world.live(30);
    expect(world.payments.rows().map(({ status }) => status)).toEqual(FIVE.map(() => 'charged'));
  });
});

describe('once the provider works again', () => {
  it.each([2, 14])('all are charged within 30 minutes after an outage of %d hours', async (hours) => {
    const rows = Array.from({ length: 40 }, (_, index) => deadPayment(`ord-${index}`));
    const world = outage(rows);
    await world.live(hours * 60);
    world.isUp = true;
    await world.live(30);
    expect(world.payments.rows().filter(({ status }) => status === 'charged')).toHaveLength(40);
    expect(world.inDlq()).toEqual([]);
  });

  it('nothing else goes back before the canary has ended, and then the rest in order', async () => {
    const world = outage(five());
    world.isUp = true;
    await world.run();
    expect(world.sent).toEqual(['ord-a']);
    await world.run();
    expect(world.sent).toEqual(FIVE);
  });

  it('nothing goes back while the canary is on its way', async () => {
    const world = outage(five());
    await world.run();
    await world.pass(2);
    await world.run();
    expect(world.sent).toEqual(['ord-a']);
  });

  it('a canary of which nothing is heard counts as come back after patience and visibility', async () => {
    const world = outage(five());
    await world.run();
    world.dlq.queue.length = 0;
    const lost = outage(five(), { states: world.states });
    await lost.pass(5);
    await lost.run();
    expect(lost.sent).toEqual([]);
    await lost.pass(0.6);
    await lost.run();
    expect(lost.sent).toHaveLength(1);
  });

  it('the rest stops when one comes back: then one is tried again', async () => {
    const world = outage(Array.from({ length: 30 }, (_, index) => deadPayment(`ord-${String(index).padStart(2, '0')}`)));
    world.isUp = true;
    await world.run();
    await world.run({ acquirePermit: permits(10) });
    expect(world.sent).toHaveLength(11);
    world.isUp = false;
    await world.run({ acquirePermit: permits(5) });
    expect(world.sent).toHaveLength(16);
    await world.pass(5);
    await world.run();
    expect(world.sent).toHaveLength(16);
    await world.pass(5);
    await world.run();
    expect(world.sent).toHaveLength(17);
  });

  it('a canary that somebody cancelled tells nothing of the provider: another one is tried', async () => {
    const world = outage(five());
    await world.run();
    await world.payments.cancel(world.row('ord-a'));
    await world.run();
    expect(world.sent).toEqual(['ord-a', 'ord-b']);
  });

  it('a canary that the provider had charged long before, its answer lost, shows that it answers', async () => {
    const world = outage(five());
    await world.run();
    const charging = await world.payments.startCharging(world.row('ord-a'), 'pi_1');
    await world.payments.settle(charging, { status: 'charged', chargedAt: '2026-11-29T09:00:00.000Z' });
    await world.run();
    expect(world.sent).toEqual(FIVE);
  });

  it('what lands in the DLQ while the rest goes back is none of it', async () => {
    const world = outage(five());
    world.isUp = true;
    await world.run();
    await world.run({ acquirePermit: permits(1) });
    await world.payments.create(deadPayment('ord-x'));
    world.dlq.bury(aDeadLetter('m-x', 'ord-x', { arrivedAt: world.now() + 1 }));
    await world.run();
    expect(world.sent).toEqual(FIVE);
    await world.run();
    expect(world.sent).toEqual([...FIVE, 'ord-x']);
  });

  it('what lands in the DLQ after all went back waits for a canary of its own', async () => {
    const world = outage(five());
    world.isUp = true;
    await world.live(10);
    world.isUp = false;
    for (const orderId of ['ord-x', 'ord-y']) {
      await world.payments.create(deadPayment(orderId));
      world.dlq.bury(aDeadLetter(`m-${orderId}`, orderId, { arrivedAt: world.now() }));
    }
    await world.run();
    expect(world.sent.slice(5)).toEqual(['ord-x']);
  });
});

describe('what comes back while others are charged', () => {
  const poisoned = () => {
    const world = outage(five());
    world.isUp = true;
    world.poison.add('ord-b');
    return world;
  };

  it('counts against its payment, which waits for a person after three', async () => {
    const world = poisoned();
    for (let order = 0; order < 6; order += 1) {
      await world.live(30);
      // Others fail now and then, and are recovered.
      for (const orderId of [`ord-new-${order}`, `ord-newer-${order}`]) {
        await world.payments.create(deadPayment(orderId));
        world.dlq.bury(aDeadLetter(`m-${orderId}`, orderId, { arrivedAt: world.now() }));
      }
    }
    await world.live(30);
    expect(world.row('ord-b')).toMatchObject({ status: 'accepted', recoveriesInVain: 3 });
    const before = world.sent.length;
    await world.live(60);
    expect(world.sent).toHaveLength(before);
    expect(await world.run()).toMatchObject({ gaveUp: 1, givenUp: ['ord-b/1'] });
  });

  it('counts once for each time it was sent: what a person redrives in between does not count', async () => {
    const world = outage([deadPayment('ord-a', { recoveries: 1, recoveredAt: '2026-11-29T10:00:00.000Z' })], {
      states: memoryStates({ endedAt: ['2026-11-29T10:01:00.000Z'] }),
    });
    for (let redrive = 0; redrive < 5; redrive += 1) {
      await world.run({ acquirePermit: async () => false });
      await world.pass(5);
      for (const message of world.dlq.deadLetters()) await world.dlq.remove(message);
      world.dlq.bury(aDeadLetter(`by-hand-${redrive}`, 'ord-a', { arrivedAt: world.now() }));
    }
    expect(world.row('ord-a')).toMatchObject({ recoveries: 1, recoveriesInVain: 1 });
  });

  it('is not what was sent and could not be removed: it has yet to come back', async () => {
    const row = deadPayment('ord-a', { recoveries: 1, recoveredAt: '2026-11-29T10:02:30.000Z' });
    const world = outage([row]);
    await world.run({ acquirePermit: async () => false });
    expect(world.row('ord-a')).toEqual(row);
  });

  it.each([
    { case: 'before it was sent', end: '2026-11-29T10:00:00.000Z' },
    { case: 'after it had come back', end: '2026-11-29T10:02:30.001Z' },
  ])('does not count when another one ended $case', async ({ end }) => {
    const world = outage([deadPayment('ord-a', { recoveries: 1, recoveredAt: '2026-11-29T10:00:00.000Z' })], {
      states: memoryStates({ endedAt: [end] }),
    });
    await world.run({ acquirePermit: async () => false });
    expect(world.row('ord-a')).not.toHaveProperty('recoveriesInVain');
    expect(world.row('ord-a')).not.toHaveProperty('recoveredAt');
  });

  it('alone in the DLQ goes back 432 times at most', async () => {
    const world = outage([deadPayment('ord-a', { recoveries: 432 })]);
    expect(await world.run()).toMatchObject({ gaveUp: 1, sent: 0 });
  });
});

describe('stays where it is', () => {
  const body = (over: object) =>
    JSON.stringify({ orderId: 'ord-a', attempt: 1, amount: 1999, currency: 'EUR', paymentMethod: 'pm_card_visa', ...over });
  it.each([
    { case: 'a request to cancel that nobody made', row: deadPayment('ord-a'), body: '{"kind":"cancel","orderId":"ord-a","attempt":1}' },
    { case: 'a message of an unknown kind', row: deadPayment('ord-a'), body: body({ kind: 'later' }) },
    { case: 'an unreadable message', row: deadPayment('ord-a'), body: 'not JSON' },
    { case: 'a message of an unknown payment', row: deadPayment('ord-a'), body: body({ orderId: 'ord-unknown' }) },
    { case: 'a forged one, of another amount', row: deadPayment('ord-a'), body: body({ amount: 1 }) },
    { case: 'a forged one of a payment that has ended', row: aPayment({ orderId: 'ord-a', ...CHARGED }), body: body({ amount: 1 }) },
    ...['provider-refused', 'ledger-contradicts-provider'].map((code) => ({
      case: `one that failed for good with ${code}`,
      row: deadPayment('ord-a', { lastFailure: { code, at: '2026-11-29T10:02:30.000Z', deadLettered: true } }),
      body: body({}),
    })),
    {
      case: 'one accepted more than 40 days ago',
      row: deadPayment('ord-a', { acceptedAt: '2026-10-20T10:02:29.000Z' }),
      body: body({}),
    },
    {
      case: 'one that met an error which the provider repeats for 24 hours',
      row: deadPayment('ord-a', { lastFailure: { code: 'provider-repeats-error', at: '2026-11-29T10:02:30.000Z', deadLettered: true } }),
      body: body({}),
    },
  ])('$case, and can be received at once', async ({ row, body }) => {
    const world = outage([row]);
    for (const message of world.dlq.deadLetters()) await world.dlq.remove(message);
    world.dlq.log.length = 0;
    world.dlq.bury(aDeadLetter('m-forged', 'ord-a', { body }));
    world.isUp = true;
    await world.live(60);
    expect(world.dlq.log).toEqual([]);
    expect(world.dlq.deadLetters()).toHaveLength(1);
    expect(world.dlq.hidden()).toEqual([]);
  });
});

it('does not let forged messages keep payments from coming back', async () => {
  const world = outage(five());
  for (let index = 0; index < 50; index += 1) world.dlq.bury(aDeadLetter(`f-${index}`, `forged-${index}`, { body: '{}' }));
  world.isUp = true;
  await world.live(15);
  expect(world.payments.rows().every(({ status }) => status === 'charged')).toBe(true);
  expect(world.dlq.deadLetters()).toHaveLength(50);
});

it('one copy stands for several messages of one event, and a settled payment’s go back too and end', async () => {
  const world = outage([deadPayment('ord-a'), aPayment({ orderId: 'ord-b', ...CHARGED })]);
  world.dlq.bury(aDeadLetter('again', 'ord-a'));
  world.isUp = true;
  await world.live(15);
  expect(world.sent).toEqual(['ord-a', 'ord-b']);
  expect(world.inDlq()).toEqual([]);
  expect(world.row('ord-b')).toEqual(aPayment({ orderId: 'ord-b', ...CHARGED }));
});

it('a request to cancel goes back as well', async () => {
  const world = outage([deadPayment('ord-a', { cancelRequestedAt: '2026-11-29T10:01:00.000Z' })]);
  for (const message of world.dlq.deadLetters()) await world.dlq.remove(message);
  const body = '{"kind":"cancel","orderId":"ord-a","attempt":1}';
  world.dlq.bury(aDeadLetter('m-cancel', 'ord-a', { body }));
  const copies: string[] = [];
  await world.run({ dlq: { ...world.dlq, sendCopy: async (message) => void copies.push(message.body) } });
  expect(copies).toEqual([body]);
  expect(world.row('ord-a')).toMatchObject({ recoveries: 1 });
});

it('only settled payments in the DLQ: they go back as well, one first', async () => {
  const world = outage(['ord-a', 'ord-b', 'ord-c'].map((orderId) => aPayment({ orderId, ...CHARGED })));
  await world.run();
  expect(world.sent).toEqual(['ord-a']);
  await world.live(20);
  expect(world.sent).toEqual(['ord-a', 'ord-b', 'ord-c']);
});

describe('the count', () => {
  it('is on the row before the copy is sent', async () => {
    const world = outage(five());
    const counted: unknown[] = [];
    const dlq = { ...world.dlq, sendCopy: async () => void counted.push(world.row('ord-a').recoveries) };
    await world.run({ dlq });
    expect(counted).toEqual([1]);
  });

  it('that another run has written first keeps this one from sending', async () => {
    const world = outage(five());
    const payments = { ...world.payments, noteRecovery: async () => false };
    expect(await world.run({ payments })).toMatchObject({ sent: 0 });
    expect(world.dlq.log).toEqual([]);
  });
});

describe('two runs at once', () => {
  it('send one canary', async () => {
    const world = outage(five());
    await Promise.all([world.run(), world.run()]);
    expect(world.sent).toHaveLength(1);
  });

  it('one that was outrun releases everything', async () => {
    const world = outage(five());
    const states = { ...world.states, save: async () => undefined };
    expect(await world.run({ states })).toMatchObject({ result: 'stood-back', sent: 0 });
    expect(world.dlq.hidden()).toEqual([]);
  });
});

it('stands back while a move task is at work', async () => {
  const world = outage(five());
  await world.dlq.startMove();
  expect(await world.run()).toMatchObject({ result: 'stood-back', sent: 0 });
  expect(world.sent).toEqual([]);
});

it('does nothing while it is paused', async () => {
  const world = outage(five(), { states: memoryStates({ isPaused: true }) });
  expect(await world.run()).toMatchObject({ result: 'paused' });
  expect(world.sent).toEqual([]);
});

it('releases what it does not move, also when it fails', async () => {
  const world = outage(five());
  const dlq = { ...world.dlq, sendCopy: () => Promise.reject(new Error('no queue')) };
  await expect(world.run({ dlq })).rejects.toThrow('no queue');
  expect(world.dlq.hidden()).toEqual([]);
  expect(world.dlq.deadLetters()).toHaveLength(5);
});

it('sends a copy before it removes the original, under an id of its own', async () => {
  const world = outage(five());
  const ids: string[] = [];
  const dlq = {
    ...world.dlq,
    sendCopy: async (message: Parameters<typeof world.dlq.sendCopy>[0], id: string) => {
      ids.push(id);
      await world.dlq.sendCopy(message, id);
    },
  };
  await world.run({ dlq });
  expect(world.dlq.log).toEqual(['send m-0', 'remove m-0']);
  expect(ids).toEqual(['run-1/m-0']);
});

it('tells the age of the oldest message that it saw, forged ones too', async () => {
  const world = outage(five());
  world.dlq.bury(aDeadLetter('old', 'forged', { body: '{}', arrivedAt: BEGIN - 3_600_000 }));
  await world.pass(10);
  expect(await world.run()).toMatchObject({ oldestAgeSeconds: 4200, seen: 6 });
});

function permits(count: number): () => Promise<boolean> {
  let left = count;
  return async () => left-- > 0;
}
