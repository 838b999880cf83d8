import { createMetrics } from '../src/metrics';
import { createServiceMetrics, isKnown } from '../src/service-metrics';
import type { Clock, FunctionDefinition } from '../src/types';
import { api } from './api-gateway/gateway';

const WORKER = { name: 'OrdersStack-Worker', folder: 'worker' } as FunctionDefinition;

function setUp() {
  const metrics = createMetrics();
  const clock = { now: () => Date.parse('2026-11-29T10:00:00.000Z') } as Clock;
  const sums = () => Object.fromEntries(metrics.toJSON().map(({ metric, sum }) => [metric, sum]));
  return { service: createServiceMetrics(metrics, clock, [WORKER]), metrics, sums };
}

describe('an invocation', () => {
  it.each([
    { case: 'succeeds', outcome: { kind: 'succeeded', payload: '' }, counts: { Invocations: 1, Errors: 0, Throttles: 0 } },
    { case: 'fails', outcome: { kind: 'failed', payload: '' }, counts: { Invocations: 1, Errors: 1, Throttles: 0 } },
    { case: 'runs out of time', outcome: { kind: 'timed-out', payload: '' }, counts: { Invocations: 1, Errors: 1, Throttles: 0 } },
    { case: 'is not admitted', outcome: undefined, counts: { Throttles: 1 } },
  ] as const)('that $case is counted as Lambda counts it, under the name of the function', ({ outcome, counts }) => {
    const { service, metrics, sums } = setUp();
    const seen: unknown[] = [];
    const observe = service.counted(() => (ended) => void seen.push(ended));
    observe('worker', { requestId: 'r', payload: '{}', traceId: 't' })(outcome);
    expect(sums()).toEqual(counts);
    expect(metrics.toJSON()[0]).toMatchObject({ namespace: 'AWS/Lambda', dimensions: { FunctionName: 'OrdersStack-Worker' } });
    expect(seen).toEqual([outcome]);
  });
});

it.each([
  { statusCode: 202, counts: { Count: 1, '4XXError': 0, '5XXError': 0 } },
  { statusCode: 422, counts: { Count: 1, '4XXError': 1, '5XXError': 0 } },
  { statusCode: 503, counts: { Count: 1, '4XXError': 0, '5XXError': 1 } },
])('an answer with $statusCode is counted as API Gateway counts it', ({ statusCode, counts }) => {
  const { service, metrics, sums } = setUp();
  service.answer(api(), statusCode);
  expect(sums()).toEqual(counts);
  expect(metrics.toJSON()[0]).toMatchObject({ namespace: 'AWS/ApiGateway', dimensions: { ApiName: 'Shop', Stage: 'prod' } });
});

describe('a write', () => {
  const table = (status: number, body: string) => ({
    call: async () => ({ status, body }),
    createTables: async () => undefined,
    close: async () => undefined,
  });
  const put = (status: number, body: string) => {
    const { service, sums } = setUp();
    return { sums, answer: service.counting(table(status, body)).call('PutItem', '{"TableName":"Sessions"}') };
  };

  it('that the table refuses is counted, and answered as the table did', async () => {
    const refusal = '{"__type":"com.amazonaws.dynamodb.v20120810#ConditionalCheckFailedException"}';
    const { answer, sums } = put(400, refusal);
    expect(await answer).toEqual({ status: 400, body: refusal });
    expect(sums()).toEqual({ ConditionalCheckFailedRequests: 1 });
  });

  it.each([
    [200, '{"Attributes":{"text":{"S":"#ConditionalCheckFailedException"}}}'],
    [400, '{"__type":"com.amazon.coral.validate#ValidationException"}'],
  ])('that is answered %i %s is not', async (status, body) => {
    const { answer, sums } = put(status, body);
    await answer;
    expect(sums()).toEqual({});
  });
});

it.each([
  { namespace: 'AWS/Lambda', metric: 'Errors', known: true },
  { namespace: 'AWS/Lambda', metric: 'Duration', known: false },
  { namespace: 'AWS/WAFV2', metric: 'BlockedRequests', known: false },
  { namespace: 'Shop', metric: 'Anything', known: true },
])('$namespace $metric can be told here: $known', ({ namespace, metric, known }) => {
  expect(isKnown({ namespace, metric, dimensions: {} })).toBe(known);
});
