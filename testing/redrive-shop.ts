import { PurgeQueueCommand, SendMessageBatchCommand } from '@aws-sdk/client-sqs';
import { acquirerAccess } from '../ops/client/acquirer';
import type { CallFault } from '../ops/client/simulator-types';
import { operator, payment } from './operator';
import { startForTest, type TestSimulator } from './start';

/** A running simulator and an operator who knows how to fill the DLQ and to ask the redrive function. */
export async function startRedriveShop() {
  const simulator: TestSimulator = await startForTest();
  const shop = operator(simulator);
  let orders = 0;
  let buried = 0;
  const functionName = simulator.outputs.RedriveFunctionName!;
  return {
    ...shop,
    simulator,
    close: () => simulator.close(),
    /** Leaves nothing of one test to the next: nothing is broken, and the DLQ is empty. */
    reset: async () => {
      await shop.mendCalls();
      await shop.fault({ mode: 'none' });
      await shop.sqs.send(new PurgeQueueCommand({ QueueUrl: shop.dlqUrl }));
    },
    /** Order ids that no test has used. */
    newOrders: (count: number) => Array.from({ length: count }, () => `ord-${++orders}`),
    ask: async (request: Record<string, unknown>) => {
      const { error, json } = await shop.functions.call(functionName, request);
      // Each test knows what it asked for.
      return { error, json: JSON.parse(JSON.stringify(json)) };
    },
    askAsynchronously: (request: Record<string, unknown>) => shop.functions.send(functionName, request),
    /** Payments whose provider was broken until their messages lay in the DLQ; it still is. */
    failInto: async (mode: string, orders: readonly string[], wait = 'PT16M') => {
      await shop.fault({ mode });
      for (const orderId of orders) await shop.post(payment(orderId));
      await shop.advance(wait);
    },
    /** Creates a PaymentIntent under a key, past the app. */
    openIntent: async (key: string, form: Record<string, string>) => {
      const { url, apiKey } = await acquirerAccess(shop.target);
      const headers = { authorization: `Bearer ${apiKey}`, 'idempotency-key': key };
      const answer = await fetch(`${url}payment_intents`, { method: 'POST', headers, body: new URLSearchParams(form) });
      if (!answer.ok) throw new Error(`the acquirer answered ${answer.status}`);
    },
    /** Breaks calls of the redrive function to SQS. */
    breakSqs: (rule: Omit<CallFault, 'function' | 'service'>) => shop.breakCall({ function: 'redrive', service: 'sqs', ...rule }),
    /** Puts messages into the DLQ by hand, each in the group of its name. */
    bury: async (bodies: readonly { groupId: string; body: string }[]) => {
      for (let start = 0; start < bodies.length; start += 5) {
        const Entries = bodies.slice(start, start + 5).map(({ groupId, body }, index) => ({
          Id: String(index),
          MessageBody: body,
          MessageGroupId: groupId,
          MessageDeduplicationId: `by-hand-${++buried}`,
        }));
        await shop.sqs.send(new SendMessageBatchCommand({ QueueUrl: shop.dlqUrl, Entries }));
      }
    },
  };
}

export type RedriveShop = Awaited<ReturnType<typeof startRedriveShop>>;
