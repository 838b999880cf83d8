import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DynamoDBClient, ListTablesCommand, ScanCommand } from '@aws-sdk/client-dynamodb';
import { DeleteMessageCommand, type Message, ReceiveMessageCommand } from '@aws-sdk/client-sqs';
import { acquirerAccess } from '../../ops/client/acquirer';
import { operator } from '../operator';
import type { TestSimulator } from '../start';

/** What a running simulator has written down, wherever that is. */
export function evidence(simulator: TestSimulator) {
  const shop = operator(simulator);
  const dynamoDb = new DynamoDBClient(shop.target.client);
  const invoke = async (output: string, request: Record<string, unknown>) => {
    const { json } = await shop.functions.call(simulator.outputs[output]!, request);
    // Each test knows what it asked for.
    return JSON.parse(JSON.stringify(json));
  };

  return {
    /** What every function has logged, by file, once the last lines are written: that takes a quarter of a second. */
    async logs(): Promise<Record<string, string>> {
      await new Promise((resolve) => setTimeout(resolve, 500));
      const folder = join(simulator.data, 'logs');
      return Object.fromEntries(readdirSync(folder).map((file) => [file, readFileSync(join(folder, file), 'utf8')]));
    },

    /** Every item of the table, each as JSON. */
    async items(table: 'PaymentsTable' | 'GuardTable'): Promise<string[]> {
      const { TableNames = [] } = await dynamoDb.send(new ListTablesCommand({}));
      const { Items = [] } = await dynamoDb.send(new ScanCommand({ TableName: TableNames.find((name) => name.includes(table)) }));
      return Items.map((item) => JSON.stringify(item));
    },

    /** Everything in a queue, taken out. */
    async drain(queueUrl: string): Promise<Message[]> {
      const all = { MessageSystemAttributeNames: ['All' as const], MessageAttributeNames: ['All'] };
      const taken: Message[] = [];
      for (;;) {
        const { Messages = [] } = await shop.sqs.send(new ReceiveMessageCommand({ QueueUrl: queueUrl, MaxNumberOfMessages: 10, ...all }));
        if (Messages.length === 0) return taken;
        taken.push(...Messages);
        for (const { ReceiptHandle } of Messages) await shop.sqs.send(new DeleteMessageCommand({ QueueUrl: queueUrl, ReceiptHandle }));
      }
    },

    /** What the redrive function answers. */
    redrive: (request: Record<string, unknown>) => invoke('RedriveFunctionName', request),

    /** The report of the reconciliation. */
    reconcile: (request: Record<string, unknown>) => invoke('ReconcileFunctionName', request),

    acquirerSecret: async (): Promise<string> => (await acquirerAccess(shop.target)).apiKey,
  };
}
