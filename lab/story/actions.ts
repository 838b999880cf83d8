import { InvokeCommand } from '@aws-sdk/client-lambda';
import { GetQueueAttributesCommand, SendMessageCommand, StartMessageMoveTaskCommand } from '@aws-sdk/client-sqs';
import { type BrokenFunction, queueName } from './names';
import type { System } from './system';

/** A call of a function that goes wrong, as the simulator's control endpoint takes it. */
export interface CallFault {
  readonly function: BrokenFunction | 'charge' | 'submit-payment';
  readonly service: 'dynamodb' | 'sqs' | 'acquirer';
  readonly action: string;
  readonly effect: 'kill-before' | 'kill-after' | 'lose-reply' | 'error';
  /** The first call affected. @default 1 */
  readonly nth?: number;
  /** @default 1 */
  readonly times?: number;
}

export interface RecordedCall {
  readonly service: string;
  readonly action: string;
  /** ISO 8601, virtual time. */
  readonly at: string;
  readonly outcome: string;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
}

/** What a customer, an operator and bad luck can do to a system. */
export function actionsOn({ simulator, sqs, lambda, apiKey }: System) {
  const { controlUrl, outputs, clock } = simulator;
  const control = async (path: string, init?: RequestInit) => {
    const response = await fetch(`${controlUrl}${path}`, init);
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response.json();
  };
  const json = (body: unknown, headers: Record<string, string> = {}): RequestInit => ({
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

  return {
    outputs,
    queueUrl: (name: string): string => outputs.ChargeQueueUrl!.replace(/[^/]+$/, queueName(name)),
    post: (body: unknown, headers?: Record<string, string>): Promise<Answer> => fetch(`${simulator.apiUrl}payments`, json(body, headers)),
    /** Charges of an order in the acquirer's books. */
    charges: async (orderId: string): Promise<number> => ((await control(`/charges?orderId=${orderId}`)) as unknown[]).length,
    suppressed: async (): Promise<Record<string, number>> =>
      ((await control('/state')) as { duplicatesSuppressed: Record<string, number> }).duplicatesSuppressed,
    calls: async (folder: string): Promise<RecordedCall[]> => (await control(`/calls?function=${folder}`)) as RecordedCall[],
    breakCall: async (fault: CallFault): Promise<void> => void (await control('/faults', json(fault))),
    mendCalls: async (): Promise<void> => void (await control('/faults', { method: 'DELETE' })),
    /** Breaks the acquirer for one order; `none` without an order mends everything. */
    breakAcquirer: async (fault: { mode: string; orderId?: string; times?: number }): Promise<void> => {
      const url = `${simulator.acquirerUrl}test_helpers/faults`;
      const { ok, status } = await fetch(url, json(fault, { authorization: `Bearer ${apiKey}` }));
      if (!ok) throw new Error(`the acquirer answers ${status}`);
    },
    /** The function's result. Rejects when the function fails. */
    invoke: async <Result = unknown>(functionName: string, payload: unknown): Promise<Result> => {
      const { Payload, FunctionError } = await lambda.send(
        new InvokeCommand({ FunctionName: functionName, Payload: JSON.stringify(payload) }),
      );
      const text = Buffer.from(Payload!).toString();
      if (FunctionError) throw new Error(`${functionName} failed: ${text}`);
      return JSON.parse(text);
    },
    /** Lambda takes the event, and runs it again when the function fails. */
    invokeAsync: async (functionName: string, payload: unknown): Promise<void> => {
      await lambda.send(new InvokeCommand({ FunctionName: functionName, InvocationType: 'Event', Payload: JSON.stringify(payload) }));
      await clock.idle();
    },
    send: async (QueueUrl: string, body: string, MessageGroupId: string, MessageDeduplicationId: string): Promise<void> => {
      await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: body, MessageGroupId, MessageDeduplicationId }));
      await clock.idle();
    },
    /** As the SQS console's "Start DLQ redrive": every message back to its source queue. */
    redrive: async (QueueUrl: string): Promise<void> => {
      const { Attributes } = await sqs.send(new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['QueueArn'] }));
      await sqs.send(new StartMessageMoveTaskCommand({ SourceArn: Attributes!.QueueArn }));
      await clock.idle();
    },
    /** Messages in a queue, those in flight included. */
    inQueue: (queueUrl: string): number => {
      const { visible, inFlight } = simulator.sqs.counts(queueUrl);
      return visible + inFlight;
    },
  };
}

export type Actions = ReturnType<typeof actionsOn>;
