import {
  AwsError,
  type Clock,
  type EventSourceMappingDefinition,
  type InvocationResult,
  type LambdaService,
  type SqsEngine,
  type SqsReceivedMessage,
} from '../types';
import { type BatchOutcome, readBatchResponse } from './batch-response';
import { sqsEvent } from './sqs-event';

/** Concurrent invocations without `MaximumConcurrency`. On Lambda a FIFO queue scales to its active groups; a laptop does not. */
const DEFAULT_CONCURRENCY = 10;

/** A bug in the simulator: it must not look like a batch that failed. */
function crash(error: unknown): void {
  setImmediate(() => {
    throw error;
  });
}

export interface EventSourceMappingOptions {
  definition: EventSourceMappingDefinition;
  queueUrl: string;
  sqs: SqsEngine;
  lambda: LambdaService;
  clock: Clock;
}

/**
 * Poller between a queue and a function. It never changes the visibility of a message: what failed comes back when its time-out ends.
 * For a FIFO queue the engine hides the groups that are in flight, so invocations are at most as many as active groups.
 */
export function createEventSourceMapping({ definition, queueUrl, sqs, lambda, clock }: EventSourceMappingOptions): { close(): void } {
  const concurrency = definition.maximumConcurrency ?? DEFAULT_CONCURRENCY;
  let running = 0;
  let isScheduled = false;
  let isClosed = !definition.enabled;

  /** Polls at the end of this turn of the event loop, so that messages which arrive together share a batch. */
  function kick(): void {
    if (isClosed || isScheduled || running >= concurrency) return;
    isScheduled = true;
    void clock.track(
      new Promise<void>((resolve) => {
        setImmediate(() => {
          isScheduled = false;
          poll();
          resolve();
        });
      }),
    );
  }

  function poll(): void {
    while (!isClosed && running < concurrency) {
      const messages = sqs.receiveNow(queueUrl, definition.batchSize);
      if (messages.length === 0) return;
      running += 1;
      void clock.track(handle(messages).catch(crash));
    }
  }

  async function handle(messages: SqsReceivedMessage[]): Promise<void> {
    try {
      const outcome = await invokeWith(messages, definition, lambda);
      if (isClosed || outcome.kind === 'whole-batch-failed') return;
      for (const { MessageId, ReceiptHandle } of messages) if (!outcome.messageIds.has(MessageId)) remove(sqs, queueUrl, ReceiptHandle);
    } finally {
      running -= 1;
      kick();
    }
  }

  const unsubscribe = definition.enabled ? sqs.onDeliverable(queueUrl, kick) : () => {};
  kick();
  return {
    close() {
      isClosed = true;
      unsubscribe();
    },
  };
}

async function invokeWith(
  messages: SqsReceivedMessage[],
  definition: EventSourceMappingDefinition,
  lambda: LambdaService,
): Promise<BatchOutcome> {
  let result: InvocationResult;
  try {
    result = await lambda.invoke(definition.functionName, sqsEvent(definition.queueArn, messages));
  } catch (error) {
    // Throttled: like after a function error, the messages come back when their visibility time-out ends.
    if (error instanceof AwsError) return { kind: 'whole-batch-failed' };
    throw error;
  }
  if (result.functionError) return { kind: 'whole-batch-failed' };
  if (!definition.reportBatchItemFailures) return { kind: 'failed-items', messageIds: new Set() };
  return readBatchResponse(result.payload, new Set(messages.map((message) => message.MessageId)));
}

function remove(sqs: SqsEngine, queueUrl: string, receiptHandle: string): void {
  try {
    sqs.deleteNow(queueUrl, receiptHandle);
  } catch (error) {
    // The handle expired while the function ran: the message is visible again and will be delivered once more.
    if (!(error instanceof AwsError)) throw error;
  }
}
