import { toCancelMessage } from '../../contract/cancel-message';
import { cancelPayment } from '../../functions/cancel-payment/cancel-payment';
import { queuesOf } from '../client/queues';
import { outputOf } from '../client/target';
import { EXIT } from '../exit-code';
import { OperationError } from '../operation-error';
import type { Outcome, Session } from '../outcome';
import { ledgerOf } from './ledger';

/** Asks to cancel an attempt as the API does, with the operator's own rights on table and queue. */
export async function cancel({ target }: Session, orderId: string, attempt: number): Promise<Outcome> {
  const queueUrl = outputOf(target.outputs, 'ChargeQueueUrl', target);
  const result = await cancelPayment(
    { orderId, attempt },
    {
      payments: ledgerOf(target).payments,
      clock: () => target.now,
      send: (payment) => {
        const { MessageBody: body, MessageGroupId: groupId, MessageDeduplicationId: deduplicationId } = toCancelMessage(payment);
        return queuesOf(target).enqueue(queueUrl, { body, groupId, deduplicationId });
      },
    },
  );
  switch (result.type) {
    case 'cancelling':
      return {
        json: { orderId, attempt, result: 'cancelling' },
        text: `${orderId}, attempt ${attempt}: cancelled unless it was charged before. payments show ${orderId} tells how it ended.`,
        exitCode: EXIT.ok,
      };
    case 'already-charged':
      return { json: { orderId, attempt, result: result.type }, text: `${orderId}: ${result.detail}`, exitCode: EXIT.attention };
    default:
      throw new OperationError(`There is no attempt ${attempt} of payment ${orderId} in ${target.name}.`);
  }
}
