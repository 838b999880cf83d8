import { toCancelMessage } from '../../contract/cancel-message';
import { cancel, post } from './client';
import { redriveByFunction, redriveByScript, redriveInConsole } from './operator';
import { QUEUE } from './queues';
import { runFor } from './running';
import { ORDERS, type Schedule, type Step } from './steps';
import { deliver } from './worker';
import type { World } from './world';

const CURRENCIES = ['EUR', 'JPY', 'KWD'];
const orderId = (order: number): string => `ord-${order + 1}`;

/** The event that this schedule means by an order's attempt. */
const eventOf = ({ cards }: Schedule, order: number, attempt: number) => ({
  orderId: orderId(order),
  attempt,
  amount: 1000 * (order + 1),
  currency: CURRENCIES[order],
  paymentMethod: cards[(attempt - 1) * ORDERS + order],
});

/** Starts one step. What it starts goes on while later steps let time pass. */
export async function takeStep(world: World, schedule: Schedule, step: Step, index: number): Promise<void> {
  switch (step.do) {
    case 'post': {
      const event = eventOf(schedule, step.order, step.attempt);
      if (step.other === 'amount') event.amount += 10;
      if (step.other === 'method') event.paymentMethod = 'pm_card_other';
      const clientToken = step.token === undefined ? undefined : `token-${step.token}`;
      post(world, JSON.stringify(event), { clientToken, faults: step.faults }).catch(world.fail);
      break;
    }
    case 'cancel':
      cancel(world, { orderId: orderId(step.order), attempt: step.attempt }, step.faults).catch(world.fail);
      break;
    case 'post-nonsense':
      if ((await post(world, step.body)) !== 'refused') world.violated('I4: nonsense was accepted');
      break;
    case 'inject':
      inject(world, schedule, step, index);
      break;
    case 'deliver':
      deliver(world, step);
      break;
    case 'wait':
      await world.clock.advance(step.ms);
      break;
    case 'run':
      await runFor(world, step.ms);
      break;
    case 'provider':
      world.fault.current = { mode: step.mode, times: step.times };
      break;
    case 'console-redrive':
      redriveInConsole(world);
      break;
    case 'redrive-function':
      redriveByFunction(world, step.orders?.map(orderId), { runId: `run-${step.run}`, faults: step.faults }).catch(world.fail);
      break;
    case 'redrive-script':
      redriveByScript(world);
      break;
    case 'purge-expired-guard-records':
      world.guards.purgeExpired();
      break;
    case 'lose-guard-table':
      world.guards.lose();
      break;
    case 'rename-function':
      process.env.AWS_LAMBDA_FUNCTION_NAME = `charge-${index}`;
      break;
    default:
      step satisfies never;
  }
  await world.clock.idle();
}

function inject({ queues }: World, schedule: Schedule, step: Step & { do: 'inject' }, index: number): void {
  const event = eventOf(schedule, step.order, step.attempt);
  const body = {
    duplicate: JSON.stringify(event),
    'forged-amount': JSON.stringify({ ...event, amount: event.amount + 10 }),
    'forged-cancel': toCancelMessage(event).MessageBody,
    'unknown-order': JSON.stringify({ ...event, orderId: 'ord-unknown' }),
    poison: '{"orderId":',
  }[step.what];
  const MessageGroupId = step.ownGroup ? `group-${index}` : event.orderId;
  queues.call('SendMessage', { QueueUrl: QUEUE.url, MessageBody: body, MessageGroupId, MessageDeduplicationId: `injected-${index}` });
}
