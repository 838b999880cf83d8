import { InvokeCommand } from '@aws-sdk/client-lambda';
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { PurgeQueueCommand, SendMessageBatchCommand } from '@aws-sdk/client-sqs';
import { operator, payment } from './operator';
import { startForTest, type TestOptions, type TestSimulator } from './start';

/** A running simulator and an operator who knows how to fill the DLQ and to ask the redrive function. */
export async function startRedriveShop(options: TestOptions = {}) {
  const simulator: TestSimulator = await startForTest(options);
  const shop = operator(simulator.addresses);
  let orders = 0;
  let buried = 0;
  const invoke = async (request: Record<string, unknown>, InvocationType: 'RequestResponse' | 'Event') => {
    const { RedriveFunctionName } = (await shop.state()).outputs;
    const Payload = Buffer.from(JSON.stringify(request));
    return shop.lambda.send(new InvokeCommand({ FunctionName: RedriveFunctionName, InvocationType, Payload }));
  };
  return {
    ...shop,
    simulator,
    close: () => simulator.close(),
    /** Leaves nothing of one test to the next: nothing is broken, and the DLQ is empty. */
    reset: async () => {
      await shop.control('/faults', { method: 'DELETE' });
      await shop.fault({ mode: 'none' });
      await shop.sqs.send(new PurgeQueueCommand({ QueueUrl: (await shop.state()).outputs.ChargeDlqUrl }));
    },
    /** Order ids that no test has used. */
    newOrders: (count: number) => Array.from({ length: count }, () => `ord-${++orders}`),
    ask: async (request: Record<string, unknown>) => {
      const answer = await invoke(request, 'RequestResponse');
      return { error: answer.FunctionError, json: JSON.parse(Buffer.from(answer.Payload!).toString()) };
    },
    askAsynchronously: (request: Record<string, unknown>) => invoke(request, 'Event'),
    /** Payments whose provider was broken until their messages lay in the DLQ; it still is. */
    failInto: async (mode: string, orders: readonly string[], wait = 'PT16M') => {
      await shop.fault({ mode });
      for (const orderId of orders) await shop.post(payment(orderId));
      await shop.advance(wait);
    },
    /** Creates a PaymentIntent under a key, past the app. */
    openIntent: async (key: string, form: Record<string, string>) => {
      const { aws, acquirer } = simulator.addresses;
      const credentials = { accessKeyId: 'operator', secretAccessKey: 'operator' };
      const secrets = new SecretsManagerClient({ endpoint: aws, region: 'us-east-1', credentials });
      const SecretId = (await shop.state()).outputs.AcquirerSecretName;
      const { SecretString } = await secrets.send(new GetSecretValueCommand({ SecretId }));
      const headers = { authorization: `Bearer ${SecretString}`, 'idempotency-key': key };
      const answer = await fetch(`${acquirer}/v1/payment_intents`, { method: 'POST', headers, body: new URLSearchParams(form) });
      if (!answer.ok) throw new Error(`the acquirer answered ${answer.status}`);
    },
    /** Breaks calls of the redrive function to SQS. */
    breakCall: (rule: Record<string, unknown>) =>
      shop.control('/faults', { method: 'POST', body: JSON.stringify({ function: 'redrive', service: 'sqs', ...rule }) }),
    /** Puts messages into the DLQ by hand, each in the group of its name. */
    bury: async (bodies: readonly { groupId: string; body: string }[]) => {
      const { ChargeDlqUrl } = (await shop.state()).outputs;
      for (let start = 0; start < bodies.length; start += 5) {
        const Entries = bodies.slice(start, start + 5).map(({ groupId, body }, index) => ({
          Id: String(index),
          MessageBody: body,
          MessageGroupId: groupId,
          MessageDeduplicationId: `by-hand-${++buried}`,
        }));
        await shop.sqs.send(new SendMessageBatchCommand({ QueueUrl: ChargeDlqUrl, Entries }));
      }
    },
  };
}

export type RedriveShop = Awaited<ReturnType<typeof startRedriveShop>>;
