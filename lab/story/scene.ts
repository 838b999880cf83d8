import { randomUUID } from 'node:crypto';
import type { RecordedCall } from '../../ops/client/simulator-types';
import { parseDuration } from '../start/control/duration';
import { type Actions, actionsOn } from './actions';
import type { Order } from './broken/charge';
import { elapsed } from './elapsed';
import type { System } from './system';
import { count } from './words';

/** One side of one exhibit: its orders, its time line, and what can be done to the system. */
export interface Scene extends Actions, Pick<System, 'dynamodb' | 'sqs' | 'stripe'> {
  /** The order that the exhibit is about. */
  readonly order: Order;
  /** Another order that must be charged once. */
  anotherOrder(): Order;
  /** How often an order is charged, in words, as the acquirer's books have it now. */
  books(order?: Order): Promise<string>;
  /** Writes a line of the time line. */
  note(text: string): void;
  /** Lets virtual time pass, an ISO 8601 duration, with all that falls due in it. */
  wait(duration: string): Promise<void>;
  /** Sends the payment of an order to the API and lets the queue do its work. */
  pay(order?: Order, headers?: Record<string, string>): ReturnType<Actions['post']>;
  /** Calls of a function since the side began. */
  callsSince(folder: string): Promise<RecordedCall[]>;
  /** Nothing is under way any more. */
  idle(): Promise<void>;
}

export interface SceneRecord {
  readonly scene: Scene;
  readonly orders: readonly Order[];
  readonly timeline: readonly { readonly at: string; readonly text: string }[];
}

const AMOUNT = 1999;

export function openScene(system: System): SceneRecord {
  const { clock } = system.simulator;
  const startedAt = new Date(clock.now()).toISOString();
  const orders: Order[] = [];
  const timeline: { at: string; text: string }[] = [];
  // What was waited for, not what the clock says: the same on a slow machine.
  let waitedMs = 0;

  const anotherOrder = (): Order => {
    const order = { orderId: `ord-${randomUUID()}`, amount: AMOUNT };
    orders.push(order);
    return order;
  };
  const order = anotherOrder();
  const actions = actionsOn(system);

  const scene: Scene = {
    ...actions,
    dynamodb: system.dynamodb,
    sqs: system.sqs,
    stripe: system.stripe,
    order,
    anotherOrder,
    books: async ({ orderId } = order) => count(await actions.charges(orderId), 'charge'),
    note: (text) => void timeline.push({ at: elapsed(waitedMs), text }),
    wait: async (duration) => {
      const ms = parseDuration(duration);
      if (typeof ms === 'string') throw new Error(`${duration} ${ms}`);
      await clock.advance(ms);
      waitedMs += ms;
    },
    pay: async (paid = order, headers) => {
      const answer = await actions.post(paymentOf(paid), headers);
      await clock.idle();
      return answer;
    },
    callsSince: async (folder) => (await actions.calls(folder)).filter(({ at }) => at >= startedAt),
    idle: () => clock.idle(),
  };
  return { scene, orders, timeline };
}

/** Body of `POST /payments`. */
export const paymentOf = ({ orderId, amount }: Order) => ({ orderId, amount, currency: 'EUR', paymentMethod: 'pm_card_visa' });

/** Body of the message that the API sends for a payment. */
export const messageOf = (order: Order): string => JSON.stringify({ ...paymentOf(order), attempt: 1 });

/** An invocation of the charge function with one message, as its event source mapping would make it. */
export const chargeEvent = (order: Order) => ({
  Records: [
    {
      messageId: randomUUID(),
      receiptHandle: 'by hand',
      body: messageOf(order),
      attributes: { MessageGroupId: order.orderId, ApproximateReceiveCount: '1' },
    },
  ],
});
