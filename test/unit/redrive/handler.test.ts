import '../../../testing/function-environment';

import { makeHandler } from '../../../functions/redrive/handler';
import { logger } from '../../../functions/shared/observability';
import { aDeadLetter, memoryDlq } from '../../../testing/memory-dlq';
import { memoryPayments } from '../../../testing/memory-payments';
import { lambdaContext } from '../../../testing/proxy-event';

const handlerFor = (dlq: ReturnType<typeof memoryDlq>) =>
  makeHandler({ dlq, payments: memoryPayments(), probe: async () => undefined, clock: () => 0, wait: async () => undefined });

it('names its run after the invocation, so that a repeat by Lambda is the same run', async () => {
  const dlq = memoryDlq([aDeadLetter('m-1', 'ord-a')]);
  await handlerFor(dlq)({ action: 'start', orderIds: ['ord-a'] }, lambdaContext('invocation-1', 60_000));
  expect(dlq.queue.map(({ deduplicationId }) => deduplicationId)).toEqual(['invocation-1/m-1']);
});

it.each([
  { remainingMs: 10_001, result: { action: 'start', result: 'copied', moved: 1, left: 0, leftBehind: [], notFound: [], complete: true } },
  {
    remainingMs: 10_000,
    result: { action: 'start', result: 'copied', moved: 0, left: 0, leftBehind: [], notFound: ['ord-a'], complete: false },
  },
])('with $remainingMs ms left answers $result', async ({ remainingMs, result }) => {
  const dlq = memoryDlq([aDeadLetter('m-1', 'ord-a')]);
  expect(await handlerFor(dlq)({ action: 'start', orderIds: ['ord-a'] }, lambdaContext('invocation-1', remainingMs))).toEqual(result);
});

it('does nothing for a request that it does not understand', async () => {
  const dlq = memoryDlq([aDeadLetter('m-1', 'ord-a')]);
  await expect(handlerFor(dlq)({ action: 'purge' }, lambdaContext())).rejects.toMatchObject({
    name: 'InvalidRedriveRequest',
    message: 'action must be preview, list, discard, start, status or cancel',
  });
  expect(await dlq.visible()).toBe(1);
  expect(dlq.log).toEqual([]);
});

describe('who asked is logged', () => {
  const info = jest.spyOn(logger, 'info');
  beforeEach(() => info.mockReset());
  afterAll(() => info.mockRestore());

  it.each([
    { request: { action: 'preview', requestedBy: 'jo' }, logged: { requestedBy: 'jo' } },
    { request: { action: 'status', requestedBy: 'jo' }, logged: { requestedBy: 'jo' } },
    { request: { action: 'cancel' }, logged: { requestedBy: 'unknown' } },
    { request: { action: 'start', requestedBy: 'jo' }, logged: { requestedBy: 'jo', orders: 'all', dryRun: false } },
    {
      request: { action: 'start', orderIds: ['ord-a', 'ord-b'], maxMessagesPerSecond: 5, dryRun: true, requestedBy: 'José' },
      logged: { requestedBy: 'José', orders: 2, orderIds: ['ord-a', 'ord-b'], maxMessagesPerSecond: 5, dryRun: true },
    },
  ])('for $request', async ({ request, logged }) => {
    await handlerFor(memoryDlq([]))(request, lambdaContext('invocation-1', 60_000));
    expect(info.mock.calls).toEqual([
      [`redrive ${request.action} requested`, logged],
      [`redrive ${request.action}`, { requestedBy: logged.requestedBy, result: expect.objectContaining({ action: request.action }) }],
    ]);
  });

  it('for what is discarded, with ids and verdicts and before it is deleted; never with a body', async () => {
    const warn = jest.spyOn(logger, 'warn').mockReturnValue();
    const id = '8e03978e-40d5-43dd-bc93-6894a57f9324';
    const dlq = memoryDlq([aDeadLetter(id, 'ord-ghost')]);
    const failing = { ...dlq, remove: () => Promise.reject(new Error('no route')) };
    await handlerFor(failing)({ action: 'discard', messageIds: [id], requestedBy: 'jo' }, lambdaContext('invocation-1', 60_000));
    const messages = [{ orderId: 'ord-ghost', messageId: id, verdict: 'unknown' }];
    expect(warn.mock.calls).toEqual([['discarding dead letters', { requestedBy: 'jo', messages }]]);
    expect(info.mock.calls[0]).toEqual(['redrive discard requested', { requestedBy: 'jo', messageIds: [id], dryRun: false }]);
    expect(JSON.stringify([info.mock.calls, warn.mock.calls])).not.toContain('pm_card_visa');
    warn.mockRestore();
  });

  it('also when the run then fails', async () => {
    const dlq = { ...memoryDlq([]), visible: () => Promise.reject(new Error('AccessDenied')) };
    await expect(handlerFor(dlq)({ action: 'preview', requestedBy: 'jo' }, lambdaContext())).rejects.toThrow('AccessDenied');
    expect(info.mock.calls).toEqual([['redrive preview requested', { requestedBy: 'jo' }]]);
  });
});
