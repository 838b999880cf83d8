import { AwsError } from '@charge-once/simulator/types';
import { eventKey } from '../../contract/keys';
import { readMessage } from '../../contract/payment-event';
import { REDRIVE_TIMEOUT_SECONDS } from '../../contract/windows';
import { redrive } from '../../functions/redrive/redrive';
import { sqsDlq } from '../../functions/shared/dlq/dlq.sqs';
import { awsClient } from './aws-client';
import { type CallFault, Computer } from './computer';
import { DLQ, QUEUE } from './queues';
import { reachedBy } from './reached-by';
import type { World } from './world';

const SCRIPT_BATCH = 10;
const ADDRESSES = { queueUrl: QUEUE.url, queueArn: QUEUE.arn, dlqUrl: DLQ.url, dlqArn: DLQ.arn };

/** The console's "Start DLQ redrive". A second task beside a running one is refused, as SQS does. */
export function redriveInConsole({ queues, counts }: World): void {
  try {
    counts.redriven += queues.size().dlq;
    queues.call('StartMessageMoveTask', { SourceArn: DLQ.arn, DestinationArn: QUEUE.arn });
  } catch (error) {
    if (!(error instanceof AwsError)) throw error;
  }
}

/** The redrive function copies the chosen orders' messages back; without orders it has SQS move everything. */
export async function redriveByFunction(
  world: World,
  orderIds: readonly string[] | undefined,
  { runId, faults = [] }: { runId: string; faults?: readonly CallFault[] },
): Promise<void> {
  const { clock, queues, counts, ledger } = world;
  counts.redriven += queues.size().dlq;
  const computer = new Computer(clock, faults);
  const until = clock.now() + REDRIVE_TIMEOUT_SECONDS * 1000;
  const ports = {
    dlq: sqsDlq(awsClient(computer, queues.call), ADDRESSES),
    payments: reachedBy(computer, ledger, clock),
    probe: async () => undefined,
    record: () => undefined,
    clock: clock.now,
    wait: (ms: number) => clock.sleep(ms),
    runId,
    timeLeft: () => clock.now() < until,
  };
  const run = redrive(
    { action: 'start', dryRun: false, ...(orderIds ? { orderIds: [...orderIds] } : {}) } as Parameters<typeof redrive>[0],
    ports,
  );
  // The caller of an asynchronous invocation does not learn how it ended.
  await Promise.race([run.then(() => undefined).catch(() => undefined), clock.sleep(REDRIVE_TIMEOUT_SECONDS * 1000)]);
}

/** A script of the operator's own: each message sent anew, then deleted. Under the original deduplication id SQS may swallow it. */
export function redriveByScript({ layers, queues, counts }: World): void {
  for (const { MessageId, Body, ReceiptHandle, Attributes } of queues.receive(DLQ.url, SCRIPT_BATCH)) {
    const event = readMessage(Body);
    const original = event ? eventKey(event) : MessageId;
    const MessageDeduplicationId = layers.redriveUnder === 'original-id' ? original : `script/${MessageId}`;
    queues.call('SendMessage', {
      QueueUrl: QUEUE.url,
      MessageBody: Body,
      MessageGroupId: Attributes.MessageGroupId,
      MessageDeduplicationId,
    });
    queues.call('DeleteMessage', { QueueUrl: DLQ.url, ReceiptHandle });
    counts.redriven += 1;
  }
}
