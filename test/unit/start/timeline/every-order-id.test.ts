import { createHash, randomUUID } from 'node:crypto';
import type { Asked, OutboundCall } from '@charge-once/simulator/aws/outbound-call';
import { createTimeline, type Timeline } from '../../../../lab/start/timeline/timeline';
import { ACCEPTED_ORDER_IDS, CARD_NUMBER_ORDER_IDS } from '../../../../testing/order-ids';
import { bodyWith, read } from '../../../../testing/submit-payment/request-body-fixture';

const newTimeline = () => createTimeline({ now: () => 0 }, (queue) => queue);

/** Of a thousand: about one UUID in some thousands has four groups of digits that read like a card number, and is refused. */
const accepted = (make: () => string) =>
  Array.from({ length: 1000 }, make).filter((orderId) => !('type' in read(bodyWith({ orderId: JSON.stringify(orderId) }))));

const call = (service: OutboundCall['service'], action: string): OutboundCall => ({ function: 'charge', service, action });
const called = (timeline: Timeline, made: OutboundCall, asked: Asked, answer = '{}') => timeline.call(made, 'ok', asked, answer)?.orderId;

/** Invocations say nothing back: what they are about shows in how they end. */
function invoked(timeline: Timeline, orderId: string, payload: object): string | undefined {
  const before = timeline.of(orderId)?.entries.length ?? 0;
  timeline.invocation('charge', { requestId: 'r', payload: JSON.stringify(payload) })(undefined);
  return (timeline.of(orderId)?.entries.length ?? 0) > before ? orderId : undefined;
}

/** Where a time line that sees a whole payment recognises whose it is, by place. */
function recognised(orderId: string): Record<string, string | undefined> {
  const timeline = newTimeline();
  const message = { orderId, attempt: 1, amount: 1999, currency: 'EUR', paymentMethod: 'pm_card_visa' };
  const body = JSON.stringify(message);
  const id = `charge#${createHash('sha256').update(`"${orderId}/1"`).digest('base64')}`;
  const row = { orderId: { S: orderId }, attempt: { N: '1' } };
  const create = { body: '', path: '/v1/payment_intents', idempotencyKey: `charge-once/${orderId}/1` };
  const confirm = { body: '', path: '/v1/payment_intents/pi_1/confirm' };
  return {
    request: invoked(timeline, orderId, { httpMethod: 'POST', path: '/payments', body }),
    // The group alone would do for the queue; the body is what is tested.
    message: invoked(timeline, orderId, { Records: [{ body, attributes: { MessageGroupId: 'group' } }] }),
    sent: called(timeline, call('sqs', 'SendMessage'), { body: JSON.stringify({ MessageBody: body, MessageGroupId: 'group' }) }),
    row: called(timeline, call('dynamodb', 'PutItem'), { body: JSON.stringify({ Item: row }) }),
    guard: called(timeline, call('dynamodb', 'PutItem'), { body: JSON.stringify({ Item: { id: { S: id } } }) }),
    create: called(timeline, call('acquirer', 'POST /v1/payment_intents'), create, '{"id":"pi_1"}'),
    confirm: called(timeline, call('acquirer', 'POST /v1/payment_intents/{id}/confirm'), confirm, ''),
  };
}

const everywhere = (orderId: string) => ({
  request: orderId,
  message: orderId,
  sent: orderId,
  row: orderId,
  guard: orderId,
  create: orderId,
  confirm: orderId,
});

it.each([
  { case: 'each of 1,000 random UUIDs', orderIds: accepted(randomUUID) },
  { case: 'each of 1,000 random UUIDs behind a prefix', orderIds: accepted(() => `ord-${randomUUID()}`) },
  { case: 'every order id that the API accepts', orderIds: ACCEPTED_ORDER_IDS },
])('recognises $case, wherever it is seen', ({ orderIds }) => {
  expect(orderIds.length).toBeGreaterThan(orderIds === ACCEPTED_ORDER_IDS ? 10 : 990);
  for (const orderId of orderIds) expect(recognised(orderId)).toEqual(everywhere(orderId));
});

it.each(CARD_NUMBER_ORDER_IDS)('keeps nothing of %s, wherever it is seen', (orderId) => {
  const timeline = newTimeline();
  expect(Object.values(recognised(orderId))).not.toContain(orderId);
  timeline.invocation('charge', {
    requestId: 'r',
    payload: JSON.stringify({ Records: [{ body: JSON.stringify({ orderId }), attributes: { MessageGroupId: orderId } }] }),
  })(undefined);
  expect(timeline.list(10)).toEqual([]);
});
