import '../../../testing/function-environment';

import { makeHandler } from '../../../functions/recover/handler';
import { aDeadLetter, memoryDlq } from '../../../testing/memory-dlq';
import { memoryPayments } from '../../../testing/memory-payments';
import { printedMetrics } from '../../../testing/printed-metrics';
import { lambdaContext } from '../../../testing/proxy-event';
import { memoryStates } from '../../../testing/recover/memory-states';
import { BEGIN, deadPayment } from '../../../testing/recover/outage';

const handlerFor = (rows = [deadPayment('ord-a'), deadPayment('ord-b')]) => {
  const dlq = memoryDlq(rows.map(({ orderId }, index) => aDeadLetter(`m-${index}`, orderId)));
  const states = memoryStates();
  const handler = makeHandler({
    dlq,
    payments: memoryPayments(rows),
    states,
    patienceSeconds: 330,
    clock: () => BEGIN + 60_000,
    wait: async () => undefined,
  });
  return { dlq, states, ask: (input: unknown, remainingMs = 240_000) => handler(input, lambdaContext('invocation-1', remainingMs)) };
};

it.each([{}, null, undefined])('runs for %p, as the schedule invokes it', async (input) => {
  const { ask, dlq } = handlerFor();
  expect(await ask(input)).toMatchObject({ action: 'run', result: 'looked', sent: 1, seen: 2, gaveUp: 0, oldestAgeSeconds: 60 });
  expect(dlq.queue.map(({ deduplicationId }) => deduplicationId)).toEqual(['invocation-1/m-0']);
});

it('publishes what it sent, what it gave up and the age of the oldest, and neither of the last two when it did not look', async () => {
  const { ask } = handlerFor([deadPayment('ord-a', { recoveriesInVain: 3 }), deadPayment('ord-b')]);
  const looked = await printedMetrics(async () => void (await ask({})));
  expect(looked).toEqual([expect.objectContaining({ Recovered: 1, RecoveryGaveUp: 1, OldestDeadLetterAge: 60 })]);
  await ask({ action: 'pause' });
  const [paused] = await printedMetrics(async () => void (await ask({})));
  expect(paused).toMatchObject({ Recovered: 0 });
  expect(paused).not.toHaveProperty('RecoveryGaveUp');
  expect(paused).not.toHaveProperty('OldestDeadLetterAge');
});

it('sends nothing when its time is nearly over', async () => {
  const { ask, dlq } = handlerFor();
  await ask({}, 18_000);
  expect(dlq.queue).toEqual([]);
});

it('is paused and resumed by a person, and says its state', async () => {
  const { ask, dlq } = handlerFor();
  expect(await ask({ action: 'pause', requestedBy: 'jane' })).toMatchObject({ action: 'pause', state: { isPaused: true } });
  expect(await ask({})).toMatchObject({ result: 'paused' });
  expect(dlq.log).toEqual([]);
  expect(await ask({ action: 'resume' })).toMatchObject({ state: { isPaused: false } });
  await ask({});
  expect(await ask({ action: 'status' })).toMatchObject({ state: { phase: 'trying', canary: { orderId: 'ord-a', attempt: 1 } } });
});

it.each([
  { input: { action: 'charge' }, message: 'action must be run, status, pause or resume' },
  { input: { orderIds: ['ord-a'] }, message: 'the request may have action and requestedBy, and no other members' },
])('refuses $input and does nothing', async ({ input, message }) => {
  const { ask, dlq } = handlerFor();
  await expect(ask(input)).rejects.toMatchObject({ name: 'InvalidRecoveryRequest', message });
  expect(dlq.log).toEqual([]);
});
