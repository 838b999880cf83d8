import '../testing/environment';
import { faultMemory } from '../function/fault-memory';
import { makeHandler } from '../function/handler';
import type { Store } from '../function/store';
import { proxyEvent } from '../testing/gateway';
import { memoryStore } from '../testing/memory-store';
import { API_KEY } from './acquirer';

describe('what an execution environment remembers of the fault rules', () => {
  let monotonicMs = 0;
  let wallMs = 0;
  const remembering = () => {
    [monotonicMs, wallMs] = [5000, 1_795_946_400_000];
    return faultMemory([() => monotonicMs, () => wallMs]);
  };
  const document = (rev: string) => ({ pk: 'faults', sk: 'faults', rev, body: [] });

  it('is nothing before it has asked', () => {
    expect(remembering().recall()).toBeUndefined();
  });

  it('is that there are none, when there are none', () => {
    const memory = remembering();
    memory.asking()(undefined);
    expect(memory.recall()).toEqual({ document: undefined });
  });

  it('lasts 200 milliseconds from the question, however long the answer took', () => {
    const memory = remembering();
    const remember = memory.asking();
    monotonicMs += 150;
    remember(document('1'));
    monotonicMs += 49;
    expect(memory.recall()).toEqual({ document: document('1') });
    monotonicMs += 1;
    expect(memory.recall()).toBeUndefined();
  });

  it('ends too when only the wall clock went on, because the environment was suspended', () => {
    const memory = remembering();
    memory.asking()(document('1'));
    wallMs += 200;
    expect(memory.recall()).toBeUndefined();
  });

  it('ends when the wall clock was set back', () => {
    const memory = remembering();
    memory.asking()(document('1'));
    wallMs -= 1;
    expect(memory.recall()).toBeUndefined();
  });

  it('is not replaced by the late answer to an earlier question', () => {
    const memory = remembering();
    const [early, late] = [memory.asking(), memory.asking()];
    late(document('2'));
    early(document('1'));
    expect(memory.recall()).toEqual({ document: document('2') });
  });
});

describe('two execution environments', () => {
  let nowMs: number;
  /** Ends of the waits that are going on. */
  let waits: { ms: number; end: () => void }[];
  let reads: string[];
  let writes: string[];

  const environment = (store: Store) => {
    const handler = makeHandler({
      store,
      clock: () => 1_795_946_400_000,
      monotonicClock: () => nowMs,
      sleep: (ms) =>
        new Promise((end) => {
          waits.push({ ms, end });
        }),
      readSecret: async () => API_KEY,
    });
    return async (method: string, path: string, body: string | null = null) =>
      (await handler(proxyEvent(method, path, { authorization: `Bearer ${API_KEY}` }, body))).statusCode;
  };
  type Environment = ReturnType<typeof environment>;
  let first: Environment;
  let second: Environment;

  beforeEach(() => {
    [nowMs, waits, reads, writes] = [0, [], [], []];
    const inner = memoryStore();
    const store: Store = {
      ...inner,
      read: (addresses) => {
        reads.push(...addresses.map(({ pk }) => pk));
        return inner.read(addresses);
      },
      write: (address, ...rest) => {
        writes.push(address.pk);
        return inner.write(address, ...rest);
      },
    };
    [first, second] = [environment(store), environment(store)];
  });

  const create = (send: Environment, orderId = 'ord-1') =>
    send('POST', '/v1/payment_intents', `amount=1999&currency=eur&metadata[orderId]=${orderId}`);
  const endOfWork = () => new Promise((resolve) => setImmediate(resolve));

  /** Sets a rule and lets the time pass that its answer takes. */
  async function set(send: Environment, rule: object) {
    const answer = send('POST', '/v1/test_helpers/faults', JSON.stringify(rule));
    await endOfWork();
    for (const { ms, end } of waits.splice(0)) {
      nowMs += ms;
      end();
    }
    expect(await answer).toBe(200);
  }

  it('answer whoever sets a rule only when both have forgotten what they knew', async () => {
    expect(await create(first)).toBe(200);
    let answered = false;
    const answer = second('POST', '/v1/test_helpers/faults', '{"mode":"down"}').then((status) => {
      answered = true;
      return status;
    });
    await endOfWork();
    expect([answered, waits.map(({ ms }) => ms)]).toEqual([false, [201]]);
    nowMs += 201;
    waits[0]!.end();
    expect(await answer).toBe(200);
    expect(await create(first)).toBe(503);
  });

  it('both go by a rule as soon as its setting, or its clearing, was answered', async () => {
    for (const send of [first, second]) expect(await create(send)).toBe(200);
    await set(first, { mode: 'down' });
    for (const send of [first, second]) expect(await create(send)).toBe(503);
    await set(second, { mode: 'none' });
    for (const send of [first, second]) expect(await create(send)).toBe(200);
  });

  it('use a rule as often as it says, also when one of them remembers it as unused', async () => {
    await set(first, { mode: 'down', orderId: 'ord-1', times: 1 });
    expect(await create(second, 'ord-2')).toBe(200);
    expect(await create(first, 'ord-1')).toBe(503);
    expect(await create(second, 'ord-1')).toBe(200);
  });

  it('turn to the general rule when the one of the order was used up elsewhere', async () => {
    await set(first, { mode: 'down' });
    await set(first, { mode: 'rate_limit', orderId: 'ord-1', times: 1 });
    expect(await create(second, 'ord-2')).toBe(503);
    expect(await create(first, 'ord-1')).toBe(429);
    expect(await create(second, 'ord-1')).toBe(503);
  });

  it('read the rules again after 200 milliseconds, and not before', async () => {
    await create(first);
    nowMs += 199;
    await create(first);
    expect(reads).toEqual(['faults']);
    nowMs += 1;
    await create(first);
    expect(reads).toEqual(['faults', 'faults']);
  });

  it('remember what they have counted themselves', async () => {
    await set(first, { mode: 'down', times: 2 });
    await create(first);
    [reads, writes] = [[], []];
    expect([await create(first), await create(first)]).toEqual([503, 200]);
    // No try on what it knows to be outdated; then the new intent.
    expect([reads, writes]).toEqual([[], ['faults', expect.stringMatching(/^order#/)]]);
  });
});
