import { toMessage } from '../../../contract/payment-event';
import { anEvent, aPayment } from '../../../testing/payment-factory';

describe('the message', () => {
  it('carries the event alone, grouped by order and deduplicated by event', () => {
    const row = aPayment({ orderId: 'ord-1001', attempt: 2 });
    expect(toMessage(row)).toEqual({
      MessageBody: '{"orderId":"ord-1001","attempt":2,"amount":1999,"currency":"EUR","paymentMethod":"pm_card_visa"}',
      MessageGroupId: 'ord-1001',
      MessageDeduplicationId: 'ord-1001/2',
    });
  });

  it('has ids that SQS accepts for the longest order id', () => {
    const { MessageGroupId, MessageDeduplicationId } = toMessage(anEvent({ orderId: 'a'.repeat(64), attempt: 99 }));
    // 1 to 128 letters, digits and punctuation: SQS API reference, SendMessage.
    expect(MessageGroupId).toBe('a'.repeat(64));
    expect(MessageDeduplicationId).toBe(`${'a'.repeat(64)}/99`);
  });

  it.each([
    { a: { orderId: 'ord-1' }, b: { orderId: 'ord-2' } },
    { a: { attempt: 1 }, b: { attempt: 2 } },
    { a: { orderId: 'ord-1', attempt: 11 }, b: { orderId: 'ord-11', attempt: 1 } },
  ])('of $a and of $b is never dropped for the other', ({ a, b }) => {
    expect(toMessage(anEvent(a)).MessageDeduplicationId).not.toBe(toMessage(anEvent(b)).MessageDeduplicationId);
  });
});
