import { createSubjects } from '../../../../lab/start/timeline/subjects';
import { ACCEPTED_ORDER_IDS, CARD_NUMBER_ORDER_IDS } from '../../../../testing/order-ids';

const ROW = { orderId: { S: 'ord-1' }, attempt: { N: '2' } };

it('knows a guard record by the digest of the event, once the event was seen', () => {
  const subjects = createSubjects();
  // SHA-256 of `"ord-1/2"`, quotes included.
  const record = { id: { S: 'charge#QjQgr33pqfu1UgDl0B1Mph8guVeEliNEhDfjdTw4Dwo=' } };
  expect(subjects.ofItem(record)).toBeUndefined();
  subjects.ofMessage('{"orderId":"ord-1","attempt":2}', 'ord-1');
  expect(subjects.ofItem(record)).toEqual({ orderId: 'ord-1', attempt: 2 });
});

it('knows a charge by its id, once a row or an answer named both', () => {
  const subjects = createSubjects();
  expect(subjects.ofIntent({ id: 'pi_1' })).toBeUndefined();
  subjects.ofItem({ ...ROW, chargeId: { S: 'pi_1' } });
  expect(subjects.ofIntent({ id: 'pi_1' })).toEqual({ orderId: 'ord-1', attempt: 2 });
});

it.each([
  { case: 'the metadata of an answer', intent: { metadata: { orderId: 'ord-1', attempt: '2' } } },
  { case: 'the key of a create', intent: { idempotencyKey: 'charge-once/ord-1/2' } },
  { case: 'the key of a confirmation', intent: { idempotencyKey: 'charge-once/ord-1/2/confirm' } },
])('knows an intent by $case', ({ intent }) => {
  expect(createSubjects().ofIntent(intent)).toEqual({ orderId: 'ord-1', attempt: 2 });
});

it('takes the group of a message that says nothing readable', () => {
  const subjects = createSubjects();
  expect(subjects.ofMessage('not JSON', 'ord-1')).toEqual({ orderId: 'ord-1' });
  expect(subjects.ofMessage('{"orderId":17}', 'ord-1')).toEqual({ orderId: 'ord-1' });
});

it.each(['x'.repeat(65), '', '.', '..', 'jane.doe@example.com', ...CARD_NUMBER_ORDER_IDS])(
  'keeps nothing of a body that calls %p an order id, as the API does not',
  (orderId) => {
    expect(createSubjects().ofRequest({ orderId })).toBeUndefined();
  },
);

it.each(ACCEPTED_ORDER_IDS)('takes the order id %p', (orderId) => {
  expect(createSubjects().ofRequest({ orderId })).toEqual({ orderId, attempt: 1 });
});

it.each<unknown>([{ valueOf: 1, toString: 1 }, { toString: null }, [[['1']]], true, 0, 100, 1.5])(
  'takes no attempt from %j, and does not fail',
  (attempt) => {
    expect(createSubjects().ofRequest({ orderId: 'ord-1', attempt })).toEqual({ orderId: 'ord-1' });
  },
);

it('takes an attempt that is null for the first one, as the API does', () => {
  expect(createSubjects().ofRequest({ orderId: 'ord-1', attempt: null })).toEqual({ orderId: 'ord-1', attempt: 1 });
});

it.each(CARD_NUMBER_ORDER_IDS)('keeps nothing of a message that has %s in its body and for its group', (orderId) => {
  expect(createSubjects().ofMessage(JSON.stringify({ orderId }), orderId)).toBeUndefined();
});
