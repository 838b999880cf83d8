import { GUARD_LIFE_SECONDS } from '../../../contract/windows';
import type { SimulatorClient } from '../../../ops/client/simulator-client';
import { type Requests, requestsOf, untilQuiet } from './count';

/** What can happen to a payment, as the README tells it. Each plays with orders of its own. */
export const SCENARIOS = [
  'first charge',
  'decline',
  'POST replayed while the payment is open',
  'POST replayed after the charge',
  'duplicate while the first is in progress',
  'duplicate after the charge, stopped by the guard',
  'duplicate after the guard has forgotten, stopped by the ledger',
  'redrive of a payment that the provider had charged',
  'GET',
] as const;
export type Scenario = (typeof SCENARIOS)[number];

/** How long the first of two deliveries waits for the provider, so that the second finds it at work even on a busy machine. */
const IN_PROGRESS_MS = 2000;

let orders = 0;
const newOrder = (): string => `requests-${++orders}`;
const payment = (orderId: string, rest: object = {}) => ({
  orderId,
  amount: 1999,
  currency: 'EUR',
  paymentMethod: 'pm_card_visa',
  ...rest,
});
const messageOf = (orderId: string): string => JSON.stringify({ ...payment(orderId), attempt: 1 });

async function charged(client: SimulatorClient, orderId = newOrder(), rest: Record<string, unknown> = {}): Promise<string> {
  await client.payments.post(payment(orderId, rest));
  await untilQuiet(client.control);
  return orderId;
}

/** Counted after a payment that warms the functions: each environment reads the provider's secret once. */
export async function countRequests(client: SimulatorClient): Promise<Record<Scenario, Requests>> {
  await charged(client);
  const count = (work: () => Promise<unknown>) => requestsOf(client, work);
  const first = newOrder();
  // In this order, because after a jump of more than five minutes the SDK takes its own clock for wrong and repeats a refused write once.
  return {
    'first charge': await count(() => charged(client, first)),
    decline: await count(() => charged(client, newOrder(), { paymentMethod: 'pm_card_chargeDeclined' })),
    GET: await count(() => client.payments.get(first)),
    'POST replayed after the charge': await count(() => client.payments.post(payment(first))),
    'duplicate after the charge, stopped by the guard': await count(() => again(client, first, 'guard')),
    'duplicate while the first is in progress': await duplicateInProgress(client),
    'POST replayed while the payment is open': await replayedWhileOpen(client),
    'redrive of a payment that the provider had charged': await redriveOfCharged(client),
    // Takes the clock 41 days on.
    'duplicate after the guard has forgotten, stopped by the ledger': await forgotten(client, first),
  };
}

/** What the test acquirer asks of its own table for one charge. */
export const countAcquirer = (client: SimulatorClient): Promise<Requests> => requestsOf(client, () => charged(client), 'acquirer');

const again = ({ queues, chargeQueueUrl }: SimulatorClient, orderId: string, how: string): Promise<void> =>
  queues.enqueue(chargeQueueUrl, { body: messageOf(orderId), groupId: orderId, deduplicationId: `${how}-${orderId}` });

/** The provider is down, so that the row stays open; the message is hidden until it is tried again. */
async function replayedWhileOpen(client: SimulatorClient): Promise<Requests> {
  const orderId = newOrder();
  await client.acquirer.setFault({ mode: 'down', orderId });
  await client.payments.post(payment(orderId));
  await untilQuiet(client.control);
  const requests = await requestsOf(client, () => client.payments.post(payment(orderId)));
  await client.acquirer.setFault({ mode: 'none' });
  await client.control.advance('PT1M');
  return requests;
}

/** The second message comes in another group: in its own it would wait for the first. Only what the second costs is counted. */
async function duplicateInProgress(client: SimulatorClient): Promise<Requests> {
  const [orderId, alone] = [newOrder(), newOrder()];
  const delayed = async (order: string, meanwhile: () => Promise<unknown>) => {
    const fault = {
      function: 'charge',
      service: 'acquirer',
      action: 'POST /v1/payment_intents/{id}/confirm',
      effect: 'delay',
      delayMs: IN_PROGRESS_MS,
    } as const;
    await client.control.breakCall(fault);
    await client.payments.post(payment(order));
    await new Promise((resolve) => setTimeout(resolve, IN_PROGRESS_MS / 4));
    await meanwhile();
    await untilQuiet(client.control);
    await client.control.mendCalls();
  };
  const one = await requestsOf(client, () => delayed(alone, async () => undefined));
  const second = { body: messageOf(orderId), groupId: `${orderId}-other`, deduplicationId: 'in-progress' };
  const both = await requestsOf(client, () => delayed(orderId, () => client.queues.enqueue(client.chargeQueueUrl, second)));
  await client.control.advance('PT1M');
  return difference(both, one);
}

const difference = (all: Requests, part: Requests): Requests =>
  Object.fromEntries(Object.entries(all).map(([name, count]) => [name, count - part[name as keyof Requests]])) as unknown as Requests;

/** The money moved and every answer was lost, until the message lay in the dead-letter queue. */
async function redriveOfCharged(client: SimulatorClient): Promise<Requests> {
  const orderId = newOrder();
  await client.acquirer.setFault({ mode: 'lose_answer', orderId });
  await client.payments.post(payment(orderId));
  await client.control.advance('PT30M');
  await client.acquirer.setFault({ mode: 'none' });
  return requestsOf(client, () => client.queues.startMoveTask(client.dlqUrl));
}

async function forgotten(client: SimulatorClient, orderId: string): Promise<Requests> {
  await client.control.advance(`PT${GUARD_LIFE_SECONDS + 3600}S`);
  return requestsOf(client, () => again(client, orderId, 'forgotten'));
}
