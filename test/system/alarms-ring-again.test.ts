import { InvokeCommand } from '@aws-sdk/client-lambda';
import { operator, payment } from '../../testing/operator';
import { startForTest } from '../../testing/start';

/** A system of its own for a part of this suite, and its alarms as the control endpoint shows them. */
async function startWatched(options: Parameters<typeof startForTest>[0] = {}) {
  const simulator = await startForTest(options);
  const shop = operator(simulator);
  const stateOf = async (name: string): Promise<string> => {
    const all = await shop.alarms();
    return all.find((each) => each.name === `PaymentsStack-${name}`)!.state;
  };
  /** As the schedule invokes it. */
  const reconcile = async () => {
    const { ReconcileFunctionName } = (await shop.state()).outputs;
    await shop.lambda.send(new InvokeCommand({ FunctionName: ReconcileFunctionName, Payload: '{}' }));
  };
  return { ...shop, stateOf, reconcile, close: () => simulator.close() };
}
type Watched = Awaited<ReturnType<typeof startWatched>>;

describe('a second incident beside what the first one left', () => {
  let shop: Watched;
  beforeAll(async () => {
    shop = await startWatched();
  }, 120_000);
  afterAll(() => shop?.close());

  const ringing = async () => ({ arrivals: await shop.stateOf('payments-dead-lettered'), level: await shop.stateOf('dlq-not-empty') });

  /** The provider is down until the messages of so many new payments lie in the DLQ; it then answers again. */
  const outage = async (name: string, payments: number) => {
    const before = await shop.inDlq();
    await shop.fault({ mode: 'down' });
    for (let index = 1; index <= payments; index++) await shop.post(payment(`ord-${name}-${index}`));
    // The alarm looks at five minutes, so it is asked once a minute, as CloudWatch does.
    let heard = false;
    for (let minute = 0; minute < 16; minute++) {
      await shop.advance('PT1M');
      heard ||= (await shop.stateOf('payments-dead-lettered')) === 'ALARM';
    }
    await shop.fault({ mode: 'none' });
    expect(await shop.inDlq()).toBe(before + payments);
    return heard;
  };

  it('rings for a forged message, and for two outages two days later, one after the other', async () => {
    expect(await ringing()).toEqual({ arrivals: 'OK', level: 'OK' });
    await shop.enqueue(JSON.stringify(payment('ord-forged', { attempt: 1 })), 'ord-forged', 'forged-1');
    await shop.advance('PT1M');
    expect(await ringing()).toEqual({ arrivals: 'ALARM', level: 'ALARM' });

    await shop.advance('P2D');
    // Nobody has looked at it: the level cannot ring again, it has never been quiet.
    expect(await ringing()).toEqual({ arrivals: 'OK', level: 'ALARM' });
    expect(await outage('first', 20)).toBe(true);
    await shop.advance('PT10M');
    expect(await ringing()).toEqual({ arrivals: 'OK', level: 'ALARM' });
    expect(await outage('second', 20)).toBe(true);
    await shop.advance('PT10M');
    expect(await ringing()).toEqual({ arrivals: 'OK', level: 'ALARM' });
  }, 120_000);
});

describe('payments that become overdue beside a forgotten one', () => {
  let shop: Watched;
  beforeAll(async () => {
    shop = await startWatched();
  }, 120_000);
  afterAll(() => shop?.close());

  const ringing = async () => ({ all: await shop.stateOf('payments-overdue'), new: await shop.stateOf('payments-newly-overdue') });
  const forget = async (orderId: string) => {
    await shop.fault({ mode: 'down', orderId });
    await shop.post(payment(orderId));
    await shop.advance('PT16M');
  };

  it('ring again', async () => {
    await forget('ord-forgotten');
    await shop.reconcile();
    expect(await ringing()).toEqual({ all: 'ALARM', new: 'ALARM' });
    await shop.advance('PT6H');
    await shop.reconcile();
    expect(await ringing()).toEqual({ all: 'ALARM', new: 'OK' });
    await forget('ord-next');
    await shop.reconcile();
    expect(await ringing()).toEqual({ all: 'ALARM', new: 'ALARM' });
    await shop.advance('PT6M');
    expect(await ringing()).toEqual({ all: 'ALARM', new: 'OK' });
  }, 120_000);
});

describe('a reconciliation that is not started', () => {
  let shop: Watched;
  afterEach(() => shop?.close());

  it('is an alarm within twelve hours: without a run nothing is found, which must not look like finding nothing', async () => {
    shop = await startWatched();
    await shop.reconcile();
    await shop.advance('PT11H');
    expect(await shop.stateOf('reconciliation-stopped')).toBe('OK');
    await shop.advance('PT1H');
    expect(await shop.stateOf('reconciliation-stopped')).toBe('ALARM');
    await shop.advance('P3D');
    expect(await shop.stateOf('reconciliation-stopped')).toBe('ALARM');
  }, 120_000);

  it('is none while the schedule starts it', async () => {
    shop = await startWatched({ schedules: true });
    await shop.advance('PT6H');
    expect(await shop.stateOf('reconciliation-stopped')).toBe('OK');
    await shop.advance('P3D');
    expect(await shop.stateOf('reconciliation-stopped')).toBe('OK');
  }, 120_000);
});
