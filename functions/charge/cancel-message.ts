import { PermanentFailure, TransientFailure } from '../../contract/failures';
import { eventKey, type PaymentEvent } from '../../contract/payment-event';
import { isTerminal } from '../shared/payments';
import { settleEvent } from './charge-message';
import type { Delivery } from './delivery';
import type { ChargePorts } from './ports';

/**
 * Ends a payment that was marked as cancelled, so that it need not wait for its own message to come again. The message carries nothing but the
 * key: the mark on the row decides, for this delivery and for any other. Runs under the guard of the charge, so that the two never run at once.
 */
export async function cancelMessage(
  { orderId, attempt }: Pick<PaymentEvent, 'orderId' | 'attempt'>,
  ports: ChargePorts,
): Promise<Delivery> {
  try {
    const row = await ports.payments.get(orderId, attempt);
    if (!row) return { kind: 'permanent', failure: new PermanentFailure('payment-unknown') };
    if (isTerminal(row)) {
      ports.countSuppressed('Ledger');
      return { kind: 'done', event: row, status: row.status };
    }
    // Without its mark nobody asked for it: the API writes the mark first.
    if (row.cancelRequestedAt === undefined) {
      const cause = new Error(`payment ${eventKey(row)} is not marked as cancelled`);
      return { kind: 'permanent', event: row, failure: new PermanentFailure('message-differs-from-payment', { cause }) };
    }
    return await settleEvent(row, ports);
  } catch (cause) {
    return { kind: 'transient', failure: new TransientFailure('unexpected-error', { cause }) };
  }
}
