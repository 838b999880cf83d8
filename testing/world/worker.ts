import { AwsError } from '@charge-once/simulator/types';
import type { Context } from 'aws-lambda';
import { PATIENCE } from '../../contract/patience';
import { BATCH_SIZE, CHARGE_TIMEOUT_SECONDS } from '../../contract/windows';
import { chargeBatch } from '../../functions/charge/charge-batch';
import type { Delivery } from '../../functions/charge/delivery';
import type { Message } from '../../functions/charge/message';
import { AWS_CALL, awsClient } from './aws-client';
import { checkBatch, checkDelete } from './batch-order';
import { chargingOf } from './charging';
import { type CallFault, Computer } from './computer';
import { guardOf } from './guards';
import { QUEUE } from './queues';
import { reachedBy } from './reached-by';
import { stripeOf } from './stripe';
import type { World } from './world';

export interface DeliveryFaults {
  /** Faults of the calls of the function, in order. */
  readonly faults?: readonly CallFault[];
  /** The sandbox goes on past its time-out, as one that was frozen and thawed might. */
  readonly outlivesDeadline?: boolean;
  /** Lambda's own call that deletes what was done gets lost. */
  readonly losesDelete?: boolean;
}

/** Lambda takes a batch from the queue, if there is one, and starts the charge function on it. It runs on while virtual time passes. */
export function deliver(world: World, { faults = [], outlivesDeadline = false, losesDelete = false }: DeliveryFaults = {}): boolean {
  const received = world.queues.receive(QUEUE.url, BATCH_SIZE);
  if (received.length === 0) return false;
  const batch = received.map(
    ({ MessageId, ReceiptHandle, Body, Attributes }): Message => ({
      messageId: MessageId,
      receiptHandle: ReceiptHandle,
      body: Body,
      groupId: Attributes.MessageGroupId!,
      receives: Number(Attributes.ApproximateReceiveCount),
    }),
  );
  world.counts.deliveries += batch.length;
  const deadline = world.clock.now() + CHARGE_TIMEOUT_SECONDS * 1000;
  const computer = new Computer(world.clock, faults, () => {
    world.counts.crashes += 1;
    world.workers.delete(computer);
  });
  world.workers.add(computer);
  const timeout = outlivesDeadline ? undefined : world.clock.at(deadline, () => computer.kill());
  void chargeOn(world, computer, batch, deadline).then((returned) => {
    timeout?.cancel();
    world.workers.delete(computer);
    if (!losesDelete) remove(world, batch, new Set(returned));
  }, world.fail);
  return true;
}

/** The charge function as its handler composes it. Never resolves when the process dies on the way. */
async function chargeOn(world: World, computer: Computer, batch: readonly Message[], deadline: number): Promise<Message[]> {
  const { clock, layers, queues, countSuppressed } = world;
  const remainingMs = () => Math.max(0, deadline - clock.now());
  const ledger = reachedBy(computer, world.ledger, clock);
  const { messages, lastRead } = readOneByOne(batch);
  const guard = guardOf(layers, awsClient(computer, world.guards.call), { getRemainingTimeInMillis: remainingMs } as Context, lastRead);
  const stripe = stripeOf(computer, world);
  const outcomes = new Map<string, Delivery>();

  const returned = await chargeBatch(messages, {
    ...chargingOf(layers, { payments: ledger, stripe, remainingMs, clock: clock.now }),
    guard,
    hide: async ({ receiptHandle }, VisibilityTimeout) => {
      const input = { QueueUrl: QUEUE.url, ReceiptHandle: receiptHandle, VisibilityTimeout };
      await computer.call(() => queues.call('ChangeMessageVisibility', input), AWS_CALL);
    },
    countSuppressed,
    patience: PATIENCE.short,
    countFailure: () => undefined,
    countDeadLettered: () => undefined,
    log: (text, message, delivery) => {
      // Further lines say what could not be done about it, also for the messages behind.
      if (text !== (delivery.kind === 'done' ? delivery.status : delivery.failure.code)) return;
      outcomes.set(message.messageId, delivery);
    },
    clock: clock.now,
    random: () => 0.5,
  });
  checkBatch(world, batch, outcomes, new Set(returned.map(({ messageId }) => messageId)));
  // The answer to Lambda is a call like any other: the process may die before it is out.
  try {
    await computer.call(() => undefined, AWS_CALL);
  } catch {
    return [...batch];
  }
  return batch.filter(({ messageId }) => returned.some((kept) => kept.messageId === messageId));
}

/**
 * The batch, and the message whose body was read last. The core reads a body and asks the guard before any other message can run, so that
 * this is the one that the guard is asked about. Throws when it was told already: then another message ran in between.
 */
function readOneByOne(batch: readonly Message[]): { readonly messages: Message[]; readonly lastRead: () => Message } {
  let last: Message | undefined;
  const messages = batch.map((message) => ({
    ...message,
    get body() {
      last = message;
      return message.body;
    },
  }));
  const lastRead = () => {
    if (!last) throw new Error('the guard is asked about a message that is not the last one read');
    const message = last;
    last = undefined;
    return message;
  };
  return { messages, lastRead };
}

function remove(world: World, batch: readonly Message[], returned: ReadonlySet<Message>): void {
  for (const message of batch) {
    if (returned.has(message)) continue;
    checkDelete(world, message.body);
    try {
      world.queues.call('DeleteMessage', { QueueUrl: QUEUE.url, ReceiptHandle: message.receiptHandle });
    } catch (error) {
      // The handle expired while the function ran: the message is visible again and will be delivered once more.
      if (!(error instanceof AwsError)) throw error;
    }
  }
}
