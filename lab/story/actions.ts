import type { Fault } from '@charge-once/acquirer/client';
import { resultOf } from '../../ops/client/functions';
import type { CallFault } from '../../ops/client/simulator-types';
import { type BrokenFunction, queueName } from './names';
import type { System } from './system';

/** A call that goes wrong, of a function that some exhibit plays with. */
interface ExhibitFault extends CallFault {
  readonly function: BrokenFunction | 'charge' | 'submit-payment';
}

/** What a customer, an operator and bad luck can do to a system. */
export function actionsOn({ simulator: { outputs, clock }, client }: System) {
  const { control, queues, functions, payments, acquirer } = client;
  return {
    outputs,
    queueUrl: (name: string): string => client.chargeQueueUrl.replace(/[^/]+$/, queueName(name)),
    post: payments.post,
    /** Charges of an order in the acquirer's books. */
    charges: async (orderId: string): Promise<number> => (await control.charges(orderId)).length,
    suppressed: async () => (await control.state()).duplicatesSuppressed,
    calls: (folder: string) => control.calls(folder),
    breakCall: (fault: ExhibitFault) => control.breakCall(fault),
    mendCalls: () => control.mendCalls(),
    /** Breaks the acquirer for one order; `none` without an order mends everything. */
    breakAcquirer: async (fault: Fault): Promise<void> => void (await acquirer.setFault(fault)),
    /** The function's result. Rejects when the function fails. */
    invoke: <Result = unknown>(functionName: string, event: unknown): Promise<Result> => resultOf(functions, functionName, event),
    /** Lambda takes the event, and runs it again when the function fails. */
    invokeAsync: async (functionName: string, event: unknown): Promise<void> => {
      await functions.send(functionName, event);
      await clock.idle();
    },
    send: async (queueUrl: string, body: string, groupId: string, deduplicationId: string): Promise<void> => {
      await queues.enqueue(queueUrl, { body, groupId, deduplicationId });
      await clock.idle();
    },
    /** As the SQS console's "Start DLQ redrive": every message back to its source queue. */
    redrive: async (dlqUrl: string): Promise<void> => {
      await queues.startMoveTask(dlqUrl);
      await clock.idle();
    },
    /** Messages in a queue, those in flight included. */
    inQueue: async (queueUrl: string): Promise<number> => {
      const { visible, inFlight } = await queues.counts(queueUrl);
      return visible + inFlight;
    },
  };
}

export type Actions = ReturnType<typeof actionsOn>;
