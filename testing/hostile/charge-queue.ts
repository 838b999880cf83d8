import './charge-environment';

import { sqsEvent } from '@charge-once/simulator/lambda/sqs-event';
import { createSqsEngine } from '@charge-once/simulator/sqs/engine';
import { ManualClock } from '@charge-once/simulator/testing/manual-clock';
import type { SQSBatchResponse } from 'aws-lambda';
import { PATIENCE } from '../../contract/patience';
import { makeHandler } from '../../functions/charge/handler';
import type { Payment } from '../../functions/shared/payments';
import { memoryPayments } from '../memory-payments';
import { memoryProvider } from '../memory-provider';
import { lambdaContext } from '../proxy-event';
import { captureLog } from './captured-log';
import { memoryGuard } from './memory-guard';
import type { HostileMessage } from './messages';

const ADDRESS = { region: 'eu-central-1', accountId: '111122223333', endpoint: 'http://127.0.0.1:4566' };
const arnOf = (name: string) => `arn:aws:sqs:eu-central-1:111122223333:${name}`;
const FIFO = { FifoQueue: 'true', DeduplicationScope: 'messageGroup', FifoThroughputLimit: 'perMessageGroupId' };

/** The real handler of the charge function behind a queue with the rules of SQS, with ledger, guard and provider in memory. */
export async function chargeQueue(rows: readonly Payment[]) {
  const clock = new ManualClock();
  const engine = await createSqsEngine({ clock, ...ADDRESS });
  const dlq = String((await engine.handle('CreateQueue', { QueueName: 'charge-dlq.fifo', Attributes: FIFO })).QueueUrl);
  const RedrivePolicy = JSON.stringify({ deadLetterTargetArn: arnOf('charge-dlq.fifo'), maxReceiveCount: 5 });
  const attributes = { ...FIFO, VisibilityTimeout: '180', RedrivePolicy };
  const queue = String((await engine.handle('CreateQueue', { QueueName: 'charge.fifo', Attributes: attributes })).QueueUrl);

  const payments = memoryPayments(rows);
  const { provider, charged } = memoryProvider();
  const hide = async ({ receiptHandle }: { receiptHandle: string }, seconds: number) => {
    await engine.handle('ChangeMessageVisibility', { QueueUrl: queue, ReceiptHandle: receiptHandle, VisibilityTimeout: seconds });
  };
  const handler = makeHandler({ payments, guard: memoryGuard(), provider: () => provider, hide, patience: PATIENCE.short });
  const log: string[] = [];
  let sends = 0;

  async function deliver(): Promise<boolean> {
    const batch = engine.receiveNow(queue, 10);
    if (batch.length === 0) return false;
    const event = JSON.parse(sqsEvent(arnOf('charge.fifo'), batch));
    const { batchItemFailures } = (await handler(event, lambdaContext())) as SQSBatchResponse;
    const kept = new Set(batchItemFailures.map(({ itemIdentifier }) => itemIdentifier));
    for (const { MessageId, ReceiptHandle } of batch) if (!kept.has(MessageId)) engine.deleteNow(queue, ReceiptHandle);
    return true;
  }

  return {
    log,
    payments,
    charged,
    async send({ body, groupId, attributes: MessageAttributes }: HostileMessage) {
      const MessageDeduplicationId = `send-${++sends}`;
      await engine.handle('SendMessage', {
        QueueUrl: queue,
        MessageBody: body,
        MessageGroupId: groupId,
        MessageDeduplicationId,
        MessageAttributes,
      });
    },
    /** Delivers, and lets time pass, until the queue is empty. Throws when it is not within two hours. */
    async drain() {
      const restore = captureLog(log);
      try {
        for (let seconds = 0; seconds < 7200; seconds++) {
          while (await deliver());
          const { visible, inFlight } = engine.counts(queue);
          if (visible + inFlight === 0) return;
          await clock.advance(1000);
        }
      } finally {
        restore();
      }
      throw new Error('the queue is not empty after two hours');
    },
    /** Bodies in the DLQ. */
    parked(): string[] {
      const bodies: string[] = [];
      for (let batch = engine.receiveNow(dlq, 10); batch.length > 0; batch = engine.receiveNow(dlq, 10)) {
        for (const { Body, ReceiptHandle } of batch) {
          bodies.push(Body);
          engine.deleteNow(dlq, ReceiptHandle);
        }
      }
      return bodies;
    },
    close: () => engine.close(),
  };
}
