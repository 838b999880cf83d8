import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { InvokeCommand } from '@aws-sdk/client-lambda';
import type { AlarmState } from '@charge-once/simulator/alarms';
import type { MetricSeries } from '@charge-once/simulator/metric-series';
import type { CallFault } from '../../ops/client/simulator-types';
import { operator, payment, until } from '../../testing/operator';
import { startForTest } from '../../testing/start';

let simulator: Awaited<ReturnType<typeof startForTest>>;
let shop: ReturnType<typeof operator>;
beforeAll(async () => {
  simulator = await startForTest();
  shop = operator(simulator);
}, 120_000);
afterAll(() => simulator?.close());

const series = async (metric: string, dimensions: Record<string, string>): Promise<MetricSeries | undefined> => {
  const all: MetricSeries[] = (await shop.request('/metrics')).json;
  return all.find((each) => each.metric === metric && Object.entries(dimensions).every(([name, value]) => each.dimensions[name] === value));
};
const sumOf = async (metric: string, dimensions: Record<string, string>) => (await series(metric, dimensions))?.sum ?? 0;
const alarm = async (name: string): Promise<AlarmState> => {
  const all: AlarmState[] = (await shop.request('/alarms')).json;
  return all.find((each) => each.name === `PaymentsStack-${name}`)!;
};
const failing = (functionName: string, action: string, effect: CallFault['effect'], times: number) =>
  shop.breakCall({ function: functionName, service: 'dynamodb', action, nth: 1, times, effect });

const charge = { service: 'charge' };
const submit = { service: 'submit-payment' };

/** Waits for the end of the invocation too: its metrics come last. */
const ended = async (orderId: string) => {
  await shop.settled(orderId);
  await shop.advance('PT1S');
};

/** Lines of a function's log that name the order; lines are written a moment after they are said, the first ones too. */
const logOf = (folder: string, orderId: string): Record<string, unknown>[] => {
  const file = join(simulator.data, 'logs', `${folder}.log`);
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.includes(`"orderId":"${orderId}"`))
    .map((line) => JSON.parse(line.slice(line.indexOf('{'))));
};

describe('alarms', () => {
  it('are all quiet before anything happened, and none of those that no engine can tell is called OK', async () => {
    const all: AlarmState[] = (await shop.request('/alarms')).json;
    const states = Object.fromEntries(all.map(({ name, state }) => [name.replace('PaymentsStack-', ''), state]));
    expect(states).toMatchObject({
      'dlq-not-empty': 'OK',
      'oldest-dlq-message-near-retention': 'OK',
      'queue-age': 'OK',
      'charge-errors': 'OK',
      'charge-throttles': 'OK',
      'api-server-errors': 'OK',
      // They keep the state of their last value, and there is none yet.
      'refused-ledger-writes': 'NOT_EVALUATED',
      'refused-guard-writes': 'NOT_EVALUATED',
    });
    // The schedules are off, and no run at all is an alarm from the beginning.
    const { 'reconciliation-stopped': stopped, ...others } = states;
    expect(stopped).toBe('ALARM');
    expect(Object.values(others)).not.toContain('ALARM');
  });
});

describe('the metrics of a payment', () => {
  it('count it accepted and charged once, and how long that took, whatever is repeated', async () => {
    await shop.post(payment('ord-good'));
    await ended('ord-good');
    await shop.post(payment('ord-good'));
    expect(await sumOf('PaymentsAccepted', submit)).toBe(1);
    expect(await sumOf('PaymentsCharged', charge)).toBe(1);
    expect(await sumOf('SentAgain', submit)).toBe(0);
    const age = (await series('AcceptedToCharged', charge))!;
    expect(age).toMatchObject({ unit: 'Seconds', count: 1 });
    expect(age.max).toBeGreaterThan(0);
    expect(age.max).toBeLessThan(30);
  });

  it('count a decline apart', async () => {
    await shop.post(payment('ord-declined', { paymentMethod: 'pm_card_chargeDeclined' }));
    await ended('ord-declined');
    expect(await sumOf('PaymentsDeclined', charge)).toBe(1);
    expect(await sumOf('PaymentsCharged', charge)).toBe(1);
  });

  it('count the refused write that stopped the repeated request', async () => {
    const payments = (await shop.state()).outputs.PaymentsTableName!;
    expect(await sumOf('ConditionalCheckFailedRequests', { TableName: payments })).toBe(1);
  });
});

describe('the log of a payment', () => {
  it('joins the HTTP request, the delivery and the requests to the provider', async () => {
    const { headers } = await shop.post(payment('ord-traced'));
    await shop.settled('ord-traced');
    const apiRequestId = headers.get('x-amzn-requestid');
    const apiTraceId = /Root=([^;]+)/.exec(headers.get('x-amzn-trace-id')!)![1];
    const [charged] = await until(async () => {
      const lines = logOf('charge', 'ord-traced');
      return lines.length > 0 ? lines : undefined;
    });
    expect(logOf('submit-payment', 'ord-traced')).toMatchObject([
      { message: 'accepted', attempt: 1, apiRequestId, xray_trace_id: apiTraceId },
    ]);
    expect(charged).toMatchObject({ message: 'charged', attempt: 1, receives: 1, apiRequestId, apiTraceId });
    // Created, then confirmed.
    expect(charged!.providerRequestIds).toEqual([expect.stringMatching(/^req_\w+$/), expect.stringMatching(/^req_\w+$/)]);
  });

  it('names the provider requests that failed, too', async () => {
    await shop.fault({ mode: 'rate_limit', orderId: 'ord-refused', times: 1 });
    await shop.post(payment('ord-refused'));
    const [line] = await until(async () => {
      const lines = logOf('charge', 'ord-refused');
      return lines.length > 0 ? lines : undefined;
    });
    expect(line).toMatchObject({ message: 'provider-busy', kind: 'transient', providerRequestIds: [expect.stringMatching(/^req_\w+$/)] });
  });
});

describe('a provider that is down', () => {
  it('fills the dead-letter queue, which is an alarm until somebody redrives it', async () => {
    await shop.fault({ mode: 'down', orderId: 'ord-down' });
    await shop.post(payment('ord-down'));
    await shop.advance('PT15M');
    expect(await sumOf('ChargeFailures', { Code: 'provider-error' })).toBe(5);
    expect(await alarm('dlq-not-empty')).toEqual({
      name: 'PaymentsStack-dlq-not-empty',
      state: 'ALARM',
      reason: '1 of 1 periods breach the threshold of 1.',
      description: expect.stringContaining('docs/runbook.md#dlq-not-empty'),
      threshold: 1,
      value: 1,
    });
    expect((await alarm('oldest-dlq-message-near-retention')).state).toBe('OK');
    await shop.advance('P10D');
    expect(await alarm('oldest-dlq-message-near-retention')).toMatchObject({ state: 'ALARM', threshold: 864_000 });

    await shop.fault({ mode: 'none' });
    await shop.redrive();
    await shop.advance('PT1M');
    expect((await shop.get('ord-down')).status).toBe('charged');
    expect((await alarm('dlq-not-empty')).state).toBe('OK');
    expect((await alarm('oldest-dlq-message-near-retention')).state).toBe('OK');
  });
});

describe('a worker that crashes', () => {
  it('is an alarm once it has crashed in two periods of three, and none after it has stopped', async () => {
    await failing('charge', 'PutItem', 'kill-before', 4);
    await shop.post(payment('ord-crash'));
    await shop.advance('PT1S');
    expect((await alarm('charge-errors')).state).toBe('OK');
    await shop.advance('PT7M');
    expect((await alarm('charge-errors')).state).toBe('ALARM');
    await shop.advance('PT20M');
    expect((await shop.get('ord-crash')).status).toBe('charged');
    expect((await alarm('charge-errors')).state).toBe('OK');
  });
});

describe('a ledger that cannot be reached', () => {
  it('is an alarm of the API after five answers with 503', async () => {
    // Each request is tried twice.
    await failing('submit-payment', 'PutItem', 'error', 10);
    for (let index = 0; index < 4; index++) expect((await shop.post(payment(`ord-lost-${index}`))).status).toBe(503);
    expect((await alarm('api-server-errors')).state).toBe('OK');
    expect((await shop.post(payment('ord-lost-4'))).status).toBe(503);
    expect(await alarm('api-server-errors')).toMatchObject({ state: 'ALARM', value: 5 });
  });
});

describe('the reconciliation', () => {
  it('gives its alarms their values, so that every alarm of the templates is evaluated', async () => {
    // A duplicate for the guard, whose alarm has no values before it refuses a write.
    await shop.enqueue(JSON.stringify(payment('ord-good', { attempt: 1 })), 'ord-good', 'again');
    await shop.advance('PT1S');
    const { ReconcileFunctionName } = (await shop.state()).outputs;
    await shop.lambda.send(new InvokeCommand({ FunctionName: ReconcileFunctionName, Payload: '{}' }));
    const all: AlarmState[] = (await shop.request('/alarms')).json;
    expect(all.filter(({ state }) => state === 'NOT_EVALUATED')).toEqual([]);
    expect(await alarm('double-charge-found')).toMatchObject({ state: 'OK', value: 0 });
    expect(await alarm('payments-overdue')).toMatchObject({ state: 'OK', value: 0 });
  });
});
