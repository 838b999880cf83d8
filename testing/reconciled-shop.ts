import { DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import { acquirerAccess } from '../ops/client/acquirer';
import { operator, payment } from './operator';

type Row = Record<string, unknown>;

/** An operator who reconciles, and who knows how payments come to need it. */
export function reconciledShop(simulator: Parameters<typeof operator>[0]) {
  const shop = operator(simulator);
  const dynamoDb = new DynamoDBClient(shop.target.client);
  const functionName = simulator.outputs.ReconcileFunctionName!;

  const reconcile = async (request: Row = {}) => {
    const { error, json } = await shop.functions.call(functionName, request);
    // Each test knows what it asked for.
    return { error, json: JSON.parse(JSON.stringify(json)) };
  };

  return {
    ...shop,
    dynamoDb,
    reconcile,
    /** As the scheduler invokes it: Lambda repeats a run that fails. */
    reconcileAsync: () => shop.functions.send(functionName, {}),
    /** Runs until nothing is left over, so that the next report is about what comes now. */
    catchUp: async () => {
      await shop.advance('PT16M');
      await reconcile();
    },
    /** A POST whose row is written and whose message is never sent: the client is told 503 and never asks again. */
    async postUnsent(orderId: string) {
      await shop.breakCall({ function: 'submit-payment', service: 'sqs', action: 'SendMessage', times: 2, effect: 'error' });
      expect((await shop.post(payment(orderId))).status).toBe(503);
      await shop.mendCalls();
    },
    /** A charge at the acquirer that the charge function did not make, made with the acquirer's own key. */
    async chargeByHand(orderId: string, over: Record<string, string> = {}): Promise<string> {
      const { url, apiKey } = await acquirerAccess(shop.target);
      const form = { amount: '1999', currency: 'eur', payment_method: 'pm_card_visa', confirm: 'true', ...over };
      const response = await fetch(`${url}payment_intents`, {
        method: 'POST',
        body: new URLSearchParams({ ...form, 'metadata[orderId]': orderId, 'metadata[attempt]': '1' }),
        headers: { authorization: `Bearer ${apiKey}` },
      });
      const intent = (await response.json()) as { id: string; status: string };
      expect(intent.status).toBe(form.confirm === 'true' ? 'succeeded' : 'requires_confirmation');
      return intent.id;
    },
    /** A row of the ledger as somebody with the right to it could write it, accepted now. */
    async putRow(orderId: string, row: Row) {
      const { outputs, now } = await shop.state();
      const item = { ...payment(orderId), attempt: 1, acceptedAt: now, requestId: 'by-hand', ...row };
      await dynamoDb.send(new PutItemCommand({ TableName: outputs.PaymentsTableName, Item: marshall(item) }));
    },
  };
}
