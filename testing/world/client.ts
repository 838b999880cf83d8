import { toCancelMessage } from '../../contract/cancel-message';
import { type EventIdentity, eventKey } from '../../contract/keys';
import { toMessage } from '../../contract/payment-event';
import { cancelPayment } from '../../functions/cancel-payment/cancel-payment';
import { isTerminal } from '../../functions/shared/payments';
import { readPaymentEvent } from '../../functions/submit-payment/request-body';
import { submitPayment } from '../../functions/submit-payment/submit-payment';
import { proxyEvent } from '../proxy-event';
import { AWS_CALL } from './aws-client';
import { type CallFault, Computer } from './computer';
import { QUEUE } from './queues';
import { reachedBy } from './reached-by';
import type { World } from './world';

export type PostAnswer = 'accepted' | 'replayed' | 'refused' | 'unavailable';

/** A client posts a body, as text. Resolves when it has an answer, or has given up on one. */
export async function post(
  world: World,
  body: string,
  { clientToken, faults = [] }: { clientToken?: string; faults?: readonly CallFault[] } = {},
): Promise<PostAnswer> {
  const { clock, queues, countSuppressed } = world;
  const event = readPaymentEvent(proxyEvent({ body }));
  if ('type' in event) return 'refused';
  world.requests += 1;
  let giveUp: (answer: PostAnswer) => void = () => undefined;
  const gaveUp = new Promise<PostAnswer>((resolve) => {
    giveUp = resolve;
  });
  let sent = false;
  const computer = new Computer(clock, faults, () => giveUp('unavailable'));
  const ports = {
    payments: reachedBy(computer, world.ledger, clock),
    clientTokens: reachedBy(computer, world.clientTokens, clock),
    send: async () => {
      sent = true;
      await computer.call(() => queues.call('SendMessage', { QueueUrl: QUEUE.url, ...toMessage(event) }), AWS_CALL);
    },
    countSuppressed,
    clock: clock.now,
  };
  const answer = submitPayment(event, { clientToken, requestId: `request-${world.requests}` }, ports).then((result): PostAnswer => {
    if (result.type !== 'accepted') {
      if (sent) world.violated('I4: a refused request was put on the queue');
      return 'refused';
    }
    world.promised.add(eventKey(event));
    return result.replayed ? 'replayed' : 'accepted';
  });
  return Promise.race([answer.catch((): PostAnswer => 'unavailable'), gaveUp]);
}

/** A client asks to cancel a payment. Resolves when it has an answer, or has given up on one. */
export async function cancel(world: World, key: EventIdentity, faults: readonly CallFault[] = []): Promise<void> {
  const { clock, queues } = world;
  let giveUp: () => void = () => undefined;
  const gaveUp = new Promise<void>((resolve) => {
    giveUp = resolve;
  });
  const computer = new Computer(clock, faults, () => giveUp());
  const ports = {
    payments: reachedBy(computer, world.ledger, clock),
    send: async (payment: EventIdentity) =>
      void (await computer.call(() => queues.call('SendMessage', { QueueUrl: QUEUE.url, ...toCancelMessage(payment) }), AWS_CALL)),
    clock: clock.now,
  };
  const answer = cancelPayment(key, ports).then(
    (result) => {
      const row = world.ledger.rows().find(({ orderId, attempt }) => orderId === key.orderId && attempt === key.attempt);
      if (result.type === 'already-charged' && row?.status !== 'charged')
        world.violated('I7: a cancellation was refused for a payment that is not charged');
      if (result.type === 'cancelling' && row && !isTerminal(row) && row.cancelRequestedAt === undefined)
        world.violated('I7: a cancellation was promised and is not recorded');
    },
    () => undefined,
  );
  return Promise.race([answer, gaveUp]);
}
