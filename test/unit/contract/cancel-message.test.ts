import { readCancelMessage, toCancelMessage } from '../../../contract/cancel-message';
import { readMessage } from '../../../contract/payment-event';

it('goes into the group of its order, under a deduplication id of its own, and carries no payment method', () => {
  expect(toCancelMessage({ orderId: 'ord-1', attempt: 2 })).toEqual({
    MessageBody: '{"kind":"cancel","orderId":"ord-1","attempt":2}',
    MessageGroupId: 'ord-1',
    MessageDeduplicationId: 'ord-1/2/cancel',
  });
});

it('is read as what it is, and never as a charge', () => {
  const body = '{"kind":"cancel","orderId":"ord-1","attempt":2}';
  expect(readCancelMessage(body)).toEqual({ orderId: 'ord-1', attempt: 2 });
  expect(readMessage(body)).toBeUndefined();
});

const charge = '{"orderId":"ord-1","attempt":1,"amount":1000,"currency":"USD","paymentMethod":"pm_card_visa"}';

it.each(['refund', 'look', 'charge', 'cancel', '', null])('a message with all members of a charge and the kind %p is none', (kind) => {
  expect(readMessage(charge.replace('{', `{"kind":${JSON.stringify(kind)},`))).toBeUndefined();
});

it.each([
  charge,
  '{"kind":"cancel"}',
  '{"kind":"cancel","orderId":"ord-1"}',
  '{"kind":"cancel","orderId":"..","attempt":1}',
  '{"kind":"cancel","orderId":"4242424242424242","attempt":1}',
  '{"kind":"cancel","orderId":"ord-1","attempt":100}',
  '{"kind":"cancel","orderId":"ord-1","attempt":"1"}',
  'cancel',
  '[]',
  'null',
])('is not read from %s', (body) => {
  expect(readCancelMessage(body)).toBeUndefined();
});
