import '../shared/function-environment';

import { makeHandler } from '../../../functions/redrive/handler';
import { memoryPayments } from '../shared/memory-payments';
import { lambdaContext } from '../shared/proxy-event';
import { aLetter, memoryDlq } from './memory-dlq';

const handlerFor = (dlq: ReturnType<typeof memoryDlq>) => makeHandler({ dlq, payments: memoryPayments(), clock: () => 0 });

it('names its run after the invocation, so that a repeat by Lambda is the same run', async () => {
  const dlq = memoryDlq([aLetter('m-1', 'ord-a')]);
  await handlerFor(dlq)({ action: 'start', orderIds: ['ord-a'] }, lambdaContext('invocation-1', 60_000));
  expect(dlq.queue.map(({ deduplicationId }) => deduplicationId)).toEqual(['invocation-1/m-1']);
});

it.each([
  { remainingMs: 10_001, result: { action: 'start', result: 'copied', moved: 1, left: 0, complete: true } },
  { remainingMs: 10_000, result: { action: 'start', result: 'copied', moved: 0, left: 0, complete: false } },
])('with $remainingMs ms left answers $result', async ({ remainingMs, result }) => {
  const dlq = memoryDlq([aLetter('m-1', 'ord-a')]);
  expect(await handlerFor(dlq)({ action: 'start', orderIds: ['ord-a'] }, lambdaContext('invocation-1', remainingMs))).toEqual(result);
});

it('does nothing for a request that it does not understand', async () => {
  const dlq = memoryDlq([aLetter('m-1', 'ord-a')]);
  await expect(handlerFor(dlq)({ action: 'purge' }, lambdaContext())).rejects.toMatchObject({
    name: 'InvalidRedriveRequest',
    message: 'action must be preview, start, status or cancel',
  });
  expect(await dlq.visible()).toBe(1);
  expect(dlq.log).toEqual([]);
});
