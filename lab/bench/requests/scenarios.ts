import { GUARD_LIFE_SECONDS } from '../../../contract/windows';
import { type operator, payment } from '../../../testing/operator';
import { type Requests, requestsOf, untilQuiet } from './count';

type Shop = ReturnType<typeof operator>;

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
const messageOf = (orderId: string): string => JSON.stringify({ ...payment(orderId), attempt: 1 });

async function charged(shop: Shop, orderId = newOrder(), rest: Record<string, unknown> = {}): Promise<string> {
  await shop.post(payment(orderId, rest));
  await untilQuiet(shop);
  return orderId;
}

/** Counted after a payment that warms the functions: each environment reads the provider's secret once. */
export async function countRequests(shop: Shop): Promise<Record<Scenario, Requests>> {
  await charged(shop);
  const count = (work: () => Promise<unknown>) => requestsOf(shop, work);
  const first = newOrder();
  // In this order, because after a jump of more than five minutes the SDK takes its own clock for wrong and repeats a refused write once.
  return {
    'first charge': await count(() => charged(shop, first)),
    decline: await count(() => charged(shop, newOrder(), { paymentMethod: 'pm_card_chargeDeclined' })),
    GET: await count(() => shop.get(first)),
    'POST replayed after the charge': await count(() => shop.post(payment(first))),
    'duplicate after the charge, stopped by the guard': await count(() => again(shop, first, 'guard')),
    'duplicate while the first is in progress': await duplicateInProgress(shop),
    'POST replayed while the payment is open': await replayedWhileOpen(shop),
    'redrive of a payment that the provider had charged': await redriveOfCharged(shop),
    // Takes the clock 41 days on.
    'duplicate after the guard has forgotten, stopped by the ledger': await forgotten(shop, first),
  };
}

/** What the test acquirer asks of its own table for one charge. */
export const countAcquirer = (shop: Shop): Promise<Requests> => requestsOf(shop, () => charged(shop), 'acquirer');

const again = (shop: Shop, orderId: string, how: string): Promise<void> => shop.enqueue(messageOf(orderId), orderId, `${how}-${orderId}`);

/** The provider is down, so that the row stays open; the message is hidden until it is tried again. */
async function replayedWhileOpen(shop: Shop): Promise<Requests> {
  const orderId = newOrder();
  await shop.fault({ mode: 'down', orderId });
  await shop.post(payment(orderId));
  await untilQuiet(shop);
  const requests = await requestsOf(shop, () => shop.post(payment(orderId)));
  await shop.fault({ mode: 'none' });
  await shop.advance('PT1M');
  return requests;
}

/** The second message comes in another group: in its own it would wait for the first. Only what the second costs is counted. */
async function duplicateInProgress(shop: Shop): Promise<Requests> {
  const [orderId, alone] = [newOrder(), newOrder()];
  const delayed = async (order: string, meanwhile: () => Promise<unknown>) => {
    const rule = {
      function: 'charge',
      service: 'acquirer',
      action: 'POST /v1/payment_intents/{id}/confirm',
      effect: 'delay',
      delayMs: IN_PROGRESS_MS,
    };
    await shop.control('/faults', { method: 'POST', body: JSON.stringify({ ...rule, nth: 1, times: 1 }) });
    await shop.post(payment(order));
    await new Promise((resolve) => setTimeout(resolve, IN_PROGRESS_MS / 4));
    await meanwhile();
    await untilQuiet(shop);
    await shop.control('/faults', { method: 'DELETE' });
  };
  const one = await requestsOf(shop, () => delayed(alone, async () => undefined));
  const both = await requestsOf(shop, () => delayed(orderId, () => shop.enqueue(messageOf(orderId), `${orderId}-other`, 'in-progress')));
  await shop.advance('PT1M');
  return difference(both, one);
}

const difference = (all: Requests, part: Requests): Requests =>
  Object.fromEntries(Object.entries(all).map(([name, count]) => [name, count - part[name as keyof Requests]])) as unknown as Requests;

/** The money moved and every answer was lost, until the message lay in the dead-letter queue. */
async function redriveOfCharged(shop: Shop): Promise<Requests> {
  const orderId = newOrder();
  await shop.fault({ mode: 'lose_answer', orderId });
  await shop.post(payment(orderId));
  await shop.advance('PT30M');
  await shop.fault({ mode: 'none' });
  return requestsOf(shop, () => shop.redrive());
}

async function forgotten(shop: Shop, orderId: string): Promise<Requests> {
  await shop.advance(`PT${GUARD_LIFE_SECONDS + 3600}S`);
  return requestsOf(shop, () => again(shop, orderId, 'forgotten'));
}
