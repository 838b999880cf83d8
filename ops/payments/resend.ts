import { toMessage } from '../../contract/payment-event';
import { isTerminal } from '../../functions/shared/payments';
import { queuesOf } from '../client/queues';
import { outputOf } from '../client/target';
import { EXIT } from '../exit-code';
import { OperationError } from '../operation-error';
import type { Outcome, Session } from '../outcome';
import { ledgerOf } from './ledger';

/** Sends the message of an open payment again, for one whose message is gone. One too many is stopped by the guard and the ledger. */
export async function resend({ target }: Session, orderId: string, attempt: number): Promise<Outcome> {
  const row = await ledgerOf(target).payments.get(orderId, attempt);
  if (!row) throw new OperationError(`There is no attempt ${attempt} of payment ${orderId} in ${target.name}.`);
  if (isTerminal(row)) {
    const text = `${orderId}, attempt ${attempt} is ${row.status}: there is nothing to send.`;
    return { json: { orderId, attempt, result: row.status }, text, exitCode: EXIT.ok };
  }
  const { MessageBody: body, MessageGroupId: groupId, MessageDeduplicationId: deduplicationId } = toMessage(row);
  await queuesOf(target).enqueue(outputOf(target.outputs, 'ChargeQueueUrl', target), { body, groupId, deduplicationId });
  const text = `${orderId}, attempt ${attempt}: sent again. SQS drops a second send within five minutes.`;
  return { json: { orderId, attempt, result: 'sent' }, text, exitCode: EXIT.ok };
}
