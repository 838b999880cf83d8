import type { Store } from '../function/store';
import { memoryStore } from '../testing/memory-store';
import { type Acquirer, startAcquirer } from './acquirer';
import { type CrashingStore, crashingStore } from './crashing-store';

/** Time-out of the acquirer's function: whoever holds a key is gone after it. */
const LEASE_MS = 20_000;

const FORM = 'amount=1999&currency=eur&metadata[orderId]=ord-1';
const PAID = `${FORM}&payment_method=pm_card_visa&confirm=true`;

let store: CrashingStore;
let acquirer: Acquirer;

beforeEach(async () => {
  store = crashingStore(memoryStore());
  acquirer = await startAcquirer(store);
});
afterEach(() => acquirer.close());

const post = (path: string, key: string, body: string) =>
  acquirer.call('POST', `/v1/payment_intents${path}`, body, { 'idempotency-key': key });
const confirm = (id: string) => post(`/${id}/confirm`, 'k2', 'payment_method=pm_card_visa');
const charges = async () => (await acquirer.books('orderId=ord-1')).data.length;
const listed = async () => (await acquirer.stripe.paymentIntents.list()).data.length;

/** An execution environment that has just read the fault rules, or one that knows nothing yet. */
type Environment = 'a warm' | 'a new';
const meet = async (environment: Environment) => {
  if (environment === 'a warm') await acquirer.call('GET', '/v1/payment_intents');
  else acquirer.newEnvironment();
};

/** Every table call of a request, before and after. */
const deaths = (environment: Environment, calls: number) =>
  Array.from({ length: calls }, (_, index) => index + 1).flatMap((call) => [
    [environment, call, 'before'] as const,
    [environment, call, 'after'] as const,
  ]);
const CREATE_DEATHS = [...deaths('a warm', 2), ...deaths('a new', 3)];
const CONFIRM_DEATHS = [...deaths('a warm', 3), ...deaths('a new', 3)];

/** The process has died: the next request meets another one. */
const restart = () => {
  store.restart();
  acquirer.newEnvironment();
};

it.each([
  ['a warm', 2, 3],
  ['a new', 3, 3],
] as const)('takes in %s environment %i table calls for a create and %i for a confirmation', async (environment, create, confirmation) => {
  await meet(environment);
  store.restart();
  const { json } = await post('', 'k1', FORM);
  expect(store.calls()).toBe(create);
  await meet(environment);
  store.restart();
  await confirm(json.id);
  expect(store.calls()).toBe(confirmation);
});

it.each(CREATE_DEATHS)(
  'makes one PaymentIntent when a create in %s environment dies at call %i, %s it, and is sent again',
  async (environment, call, when) => {
    await meet(environment);
    store.dieAt(call, when);
    expect((await post('', 'k1', FORM)).status).toBe(500);
    restart();
    expect([200, 409]).toContain((await post('', 'k1', FORM)).status);
    acquirer.wait(LEASE_MS);
    const again = await post('', 'k1', FORM);
    expect(again).toMatchObject({ status: 200, json: { status: 'requires_payment_method' } });
    expect(await confirm(again.json.id)).toMatchObject({ status: 200, json: { status: 'succeeded' } });
    expect([await listed(), await charges()]).toEqual([1, 1]);
  },
);

it.each(CREATE_DEATHS)(
  'charges once when a create with confirmation in %s environment dies at call %i, %s it, and is sent again',
  async (environment, call, when) => {
    await meet(environment);
    store.dieAt(call, when);
    expect((await post('', 'k1', PAID)).status).toBe(500);
    restart();
    expect([200, 409]).toContain((await post('', 'k1', PAID)).status);
    acquirer.wait(LEASE_MS);
    expect(await post('', 'k1', PAID)).toMatchObject({ status: 200, json: { status: 'succeeded' } });
    expect([await listed(), await charges(), (await acquirer.books()).data.length]).toEqual([1, 1, 1]);
  },
);

it.each(CONFIRM_DEATHS)(
  'charges once when a confirmation in %s environment dies at call %i, %s it, and is sent again',
  async (environment, call, when) => {
    const { id } = (await post('', 'k1', FORM)).json;
    await meet(environment);
    store.dieAt(call, when);
    expect((await confirm(id)).status).toBe(500);
    restart();
    expect([200, 409]).toContain((await confirm(id)).status);
    acquirer.wait(LEASE_MS);
    expect(await confirm(id)).toMatchObject({ status: 200, json: { status: 'succeeded' } });
    expect(await charges()).toBe(1);
  },
);

it.each(CONFIRM_DEATHS)(
  'charges once when a confirmation in %s environment dies at call %i, %s it, and comes again under another key',
  async (environment, call, when) => {
    const { id } = (await post('', 'k1', FORM)).json;
    await meet(environment);
    store.dieAt(call, when);
    await confirm(id);
    restart();
    const other = await post(`/${id}/confirm`, 'k3', 'payment_method=pm_card_visa');
    expect(other.json.status ?? other.json.error.payment_intent.status).toBe('succeeded');
    expect(await charges()).toBe(1);
  },
);

it('holds the key of a dead confirmation for 20 seconds and no longer', async () => {
  const { id } = (await post('', 'k1', FORM)).json;
  store.dieAt(2, 'after');
  await confirm(id);
  restart();
  acquirer.wait(LEASE_MS - 1);
  expect(await confirm(id)).toMatchObject({ status: 409, json: { error: { code: 'idempotency_key_in_use' } } });
  acquirer.wait(1);
  expect(await confirm(id)).toMatchObject({ status: 200 });
});

it('replays at once what a dead confirmation had done', async () => {
  const { id } = (await post('', 'k1', FORM)).json;
  store.dieAt(3, 'after');
  await confirm(id);
  restart();
  const again = await confirm(id);
  expect(again).toMatchObject({ status: 200, json: { status: 'succeeded' } });
  expect(again.headers.get('idempotent-replayed')).toBe('true');
});

/** Stops one write until it is told to go on, as a frozen or starved process would. */
function pausingStore(inner: Store) {
  let pauseAt = 0;
  let goOn = () => {};
  let reached = () => {};
  const write: Store['write'] = async (...args) => {
    pauseAt -= 1;
    if (pauseAt === 0) {
      reached();
      await new Promise<void>((resolve) => {
        goOn = resolve;
      });
    }
    return inner.write(...args);
  };
  return {
    store: { ...inner, write },
    pauseAtWrite: (write: number) =>
      new Promise<void>((resolve) => {
        pauseAt = write;
        reached = resolve;
      }),
    goOn: () => goOn(),
  };
}

describe('with a request that was thought dead and goes on', () => {
  let pausing: ReturnType<typeof pausingStore>;

  beforeEach(async () => {
    await acquirer.close();
    pausing = pausingStore(memoryStore());
    acquirer = await startAcquirer(pausing.store);
  });

  it('charges once, and gives both the same answer, when its confirmation was taken over', async () => {
    const { id } = (await post('', 'k1', FORM)).json;
    const paused = pausing.pauseAtWrite(2);
    const first = confirm(id);
    await paused;
    acquirer.wait(LEASE_MS);
    const second = await confirm(id);
    pausing.goOn();
    expect((await first).json).toEqual(second.json);
    expect(second).toMatchObject({ status: 200, json: { status: 'succeeded' } });
    expect(await charges()).toBe(1);
  });

  it('replays what another request answered that got hold of the key after it had looked', async () => {
    const { id } = (await post('', 'k1', FORM)).json;
    const paused = pausing.pauseAtWrite(1);
    const first = confirm(id);
    await paused;
    const second = await confirm(id);
    pausing.goOn();
    expect(await first).toMatchObject({ status: 200, json: second.json });
    expect((await first).headers.get('idempotent-replayed')).toBe('true');
    expect(await charges()).toBe(1);
  });

  it('does not undo the charge of a PaymentIntent that another request made for it', async () => {
    const paused = pausing.pauseAtWrite(2);
    const first = post('', 'k1', FORM);
    await paused;
    acquirer.wait(LEASE_MS);
    const second = await post('', 'k1', FORM);
    await confirm(second.json.id);
    pausing.goOn();
    expect((await first).json).toEqual(second.json);
    expect(await acquirer.stripe.paymentIntents.retrieve(second.json.id)).toMatchObject({ status: 'succeeded' });
    expect(await charges()).toBe(1);
  });
});
