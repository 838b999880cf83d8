import { apiEvent } from '../environment/api-event';
import { batchOf } from '../environment/sqs-event';
import type { Contestant } from '../installation/contestants';
import type { Installation } from '../installation/installation';
import { acceptOrders } from '../installation/orders';

const payment = (orderId: string): string => JSON.stringify({ orderId, amount: 1999, currency: 'EUR', paymentMethod: 'pm_card_visa' });
let orders = 0;

/** An event that makes a function do its usual work. `charger`: set for those that charge a batch, with their ledger if they keep one. */
export async function usualEvent(installation: Installation, folder: string, charger: Contestant | undefined): Promise<unknown> {
  if (charger) {
    const [event] = await acceptOrders(installation, charger, 1);
    return batchOf([{ event: event!, groupId: event!.orderId }]);
  }
  switch (folder) {
    case 'submit-payment':
      return apiEvent({ body: payment(`cold-${++orders}`) });
    case 'get-payment':
      return apiEvent({
        method: 'GET',
        path: `/payments/cold-${orders}`,
        resource: '/payments/{orderId}',
        pathParameters: { orderId: `cold-${orders}` },
      });
    case 'redrive':
      return { action: 'status' };
    case 'acquirer':
      return apiEvent({
        path: '/v1/payment_intents',
        headers: { Authorization: `Bearer ${installation.apiKey}`, 'Idempotency-Key': `cold-${++orders}` },
        body: 'amount=1999&currency=eur',
      });
    default:
      return {};
  }
}
