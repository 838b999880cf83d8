import { METRIC } from '../../contract/names';
import { count, observeSeconds } from './observability';
import type { Payment, Payments } from './payments';

const COUNTED = {
  charged: METRIC.paymentsCharged,
  declined: METRIC.paymentsDeclined,
  expired: METRIC.paymentsExpired,
  cancelled: METRIC.paymentsCancelled,
} as const;

/**
 * The ledger, with each payment counted as it is created and as it ends. Two deliveries that end the same payment at the same moment
 * count it twice: the ledger does not tell whose write it was.
 *
 * @param clock epoch milliseconds
 */
export function countingPayments(payments: Payments, clock: () => number): Payments {
  function ended(payment: Payment, as: keyof typeof COUNTED): Payment {
    if (payment.status !== as) return payment;
    count(COUNTED[as]);
    if (as === 'charged') observeSeconds(METRIC.acceptedToCharged, Math.max(0, clock() - Date.parse(payment.acceptedAt)) / 1000);
    return payment;
  }
  return {
    ...payments,
    async create(payment) {
      const row = await payments.create(payment);
      if (row.requestId === payment.requestId) count(METRIC.paymentsAccepted);
      return row;
    },
    settle: async (payment, outcome) => ended(await payments.settle(payment, outcome), outcome.status),
    decline: async (payment, declineCode) => ended(await payments.decline(payment, declineCode), 'declined'),
    expire: async (payment) => ended(await payments.expire(payment), 'expired'),
    cancel: async (payment) => ended(await payments.cancel(payment), 'cancelled'),
  };
}
