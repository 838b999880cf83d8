import type { PaymentsApi } from '../../ops/client/payments-api';

/** What customers order: enough variety that a mixed-up amount would be noticed. */
const CURRENCIES = ['EUR', 'USD', 'JPY', 'GBP'] as const;

/** Every so many orders, the client does not wait for the answer and sends the same request again. */
const REPEATED_EVERY = 4;

/** Requests at once, as from a small shop. */
const CONCURRENCY = 8;

export interface Order {
  readonly orderId: string;
  readonly amount: number;
  readonly currency: string;
  readonly paymentMethod: string;
}

function order(number: number): Order {
  return {
    orderId: `drill-${String(number).padStart(4, '0')}`,
    amount: 1000 + number,
    currency: CURRENCIES[number % CURRENCIES.length]!,
    paymentMethod: 'pm_card_visa',
  };
}

/** Sends orders from `first` on, some of them twice. Resolves to those that were accepted; throws when one was not. */
export async function sendOrders(payments: PaymentsApi, first: number, count: number): Promise<Order[]> {
  const orders = Array.from({ length: count }, (_, index) => order(first + index));
  const requests = orders.flatMap((each, index) => (index % REPEATED_EVERY === 0 ? [each, each] : [each]));
  for (let start = 0; start < requests.length; start += CONCURRENCY) {
    await Promise.all(requests.slice(start, start + CONCURRENCY).map((each) => post(payments, each)));
  }
  return orders;
}

async function post(payments: PaymentsApi, body: Order): Promise<void> {
  const { status } = await payments.post(body);
  if (status !== 202) throw new Error(`the API answered ${status} to ${body.orderId}`);
}
