import { backoffSeconds } from '../../contract/patience';
import { readMessage, sameEvent } from '../../contract/payment-event';
import { LEASE_SECONDS, RETRY_BASE_SECONDS } from '../../contract/windows';
import type { Failure } from '../shared/payments';
import type { Delivery, FailedDelivery } from './delivery';
import { handleMessage } from './handle-message';
import type { Message } from './message';
import type { ChargePorts } from './ports';

/**
 * Charges a batch: the groups in parallel, the messages of a group in order. Returns the messages that SQS must keep: each that failed, and
 * everything behind it in its group.
 */
export async function chargeBatch(messages: readonly Message[], ports: ChargePorts): Promise<Message[]> {
  const groups = new Map<string, Message[]>();
  for (const message of messages) groups.set(message.groupId, [...(groups.get(message.groupId) ?? []), message]);
  const returned = await Promise.all([...groups.values()].map((group) => chargeGroup(group, ports)));
  return returned.flat();
}

async function chargeGroup(group: readonly Message[], ports: ChargePorts): Promise<Message[]> {
  for (const [index, message] of group.entries()) {
    const delivery = await handleMessage(message.body, ports);
    ports.log(delivery.kind === 'done' ? delivery.status : delivery.failure.code, message, delivery);
    if (delivery.kind === 'done') continue;
    ports.countFailure(delivery.failure.code);
    if (isLast(message, ports)) ports.countDeadLettered();
    await noteFailure(message, delivery, ports);
    const behind = group.slice(index + 1);
    await Promise.all(behind.map((next) => noteUntried(next, delivery, ports)));
    await Promise.all([
      hide(message, delivery, secondsHidden(message, delivery, ports), ports),
      ...behind.map((next) => hide(next, delivery, RETRY_BASE_SECONDS, ports)),
    ]);
    return [message, ...behind];
  }
  return [];
}

/**
 * How long until SQS may deliver again. At once when waiting cannot help (a permanent failure, or the last receive), so that SQS itself
 * moves the message to the DLQ. After the lease when another delivery is at work. Otherwise longer each time, and never all at the same moment.
 */
function secondsHidden(message: Message, delivery: FailedDelivery, ports: ChargePorts): number {
  if (delivery.kind !== 'transient' || isLast(message, ports)) return 0;
  if (delivery.failure.code === 'in-progress') return LEASE_SECONDS;
  return backoffSeconds(message.receives, ports.patience, ports.random());
}

/** Whether SQS moves the message to the DLQ when it is given back now. */
const isLast = ({ receives }: Message, { patience }: ChargePorts): boolean => receives >= patience.receives;

/** Failures that are not noted on the row: no row is meant, the message contradicts the row, or it only waits for another delivery. */
const LEAVES_NO_TRACE: ReadonlySet<string> = new Set([
  'message-unreadable',
  'payment-unknown',
  'message-differs-from-payment',
  'in-progress',
]);

async function noteFailure(message: Message, delivery: FailedDelivery, ports: ChargePorts): Promise<void> {
  const { payments, clock, log } = ports;
  const { event, failure } = delivery;
  if (!event || LEAVES_NO_TRACE.has(failure.code)) return;
  const deadLettered = delivery.kind === 'permanent' || isLast(message, ports);
  try {
    await payments.noteFailure(event, { code: failure.code, at: new Date(clock()).toISOString(), deadLettered });
  } catch (error) {
    log('failure not noted', message, delivery, error);
  }
}

/**
 * A payment that was never tried goes to the DLQ because of what stands ahead of it in its group. It is noted as other failures are, once its row
 * was read and agrees: the message may be forged as well.
 */
async function noteUntried(message: Message, ahead: FailedDelivery, ports: ChargePorts): Promise<void> {
  if (!isLast(message, ports)) return;
  ports.countDeadLettered();
  const event = readMessage(message.body);
  if (!event) return;
  try {
    const row = await ports.payments.get(event.orderId, event.attempt);
    const failure: Failure = { code: 'behind-another', at: new Date(ports.clock()).toISOString(), deadLettered: true };
    if (row && sameEvent(row, event)) await ports.payments.noteFailure(event, failure);
  } catch (error) {
    ports.log('failure not noted', message, ahead, error);
  }
}

/** If this fails, the message comes back after the queue's own visibility time-out: later, but it comes. */
async function hide(message: Message, delivery: Delivery, seconds: number, { hide: setVisibility, log }: ChargePorts): Promise<void> {
  try {
    await setVisibility(message, seconds);
  } catch (error) {
    log('visibility not changed', message, delivery, error);
  }
}
