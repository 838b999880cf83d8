import { proxyEvent } from '../../../testing/proxy-event';
import type { Bed } from '../bed/bed';
import type { Contestant } from '../bed/contestants';
import { acceptOrders } from '../bed/orders';
import { batchOf } from '../environment/sqs-event';

const payment = (orderId: string): string => JSON.stringify({ orderId, amount: 1999, currency: 'EUR', paymentMethod: 'pm_card_visa' });
let orders = 0;

/** An event that makes a function do its usual work. `charger`: set for those that charge a batch, with their ledger if they keep one. */
export async function usualEvent(bed: Bed, folder: string, charger: Contestant | undefined): Promise<unknown> {
  if (charger) {
    const [event] = await acceptOrders(bed, charger, 1);
    return batchOf([{ event: event!, groupId: event!.orderId }]);
  }
  switch (folder) {
    case 'submit-payment':
      return proxyEvent({ body: payment(`cold-${++orders}`) });
    case 'get-payment':
      return proxyEvent({ method: 'GET', path: `/prod/payments/cold-${orders}`, orderId: `cold-${orders}` });
    case 'redrive':
      return { action: 'status' };
    case 'acquirer':
      return proxyEvent({
        path: '/v1/payment_intents',
        headers: { Authorization: `Bearer ${bed.apiKey}`, 'Idempotency-Key': `cold-${++orders}` },
        body: 'amount=1999&currency=eur',
      });
    default:
      return {};
  }
}
