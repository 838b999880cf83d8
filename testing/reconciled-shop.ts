import { DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { InvokeCommand } from '@aws-sdk/client-lambda';
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { marshall } from '@aws-sdk/util-dynamodb';
import { operator, payment } from './operator';
import type { TestSimulator } from './start';

type Row = Record<string, unknown>;

/** An operator who reconciles, and who knows how payments come to need it. */
export function reconciledShop({ addresses }: Pick<TestSimulator, 'addresses'>) {
  const shop = operator(addresses);
  const client = { endpoint: addresses.aws, region: 'us-east-1', credentials: { accessKeyId: 'operator', secretAccessKey: 'operator' } };
  const dynamoDb = new DynamoDBClient(client);

  const invoke = async (request: Row, InvocationType: 'RequestResponse' | 'Event') => {
    const { ReconcileFunctionName } = (await shop.state()).outputs;
    return shop.lambda.send(
      new InvokeCommand({ FunctionName: ReconcileFunctionName, InvocationType, Payload: Buffer.from(JSON.stringify(request)) }),
    );
  };
  const reconcile = async (request: Row = {}) => {
    const answer = await invoke(request, 'RequestResponse');
    return { error: answer.FunctionError, json: JSON.parse(Buffer.from(answer.Payload!).toString()) };
  };

  return {
    ...shop,
    dynamoDb,
    reconcile,
    /** As the scheduler invokes it: Lambda repeats a run that fails. */
    reconcileAsync: () => invoke({}, 'Event'),
    /** Runs until nothing is left over, so that the next report is about what comes now. */
    catchUp: async () => {
      await shop.advance('PT16M');
      await reconcile();
    },
    breakCalls: (rule: Row) => shop.control('/faults', { method: 'POST', body: JSON.stringify(rule) }),
    mendCalls: () => shop.control('/faults', { method: 'DELETE' }),
    /** The function's calls to AWS and to the acquirer, in order. */
    calls: async (): Promise<{ service: string; action: string }[]> => (await shop.control('/calls?function=reconcile')).json,
    /** A POST whose row is written and whose message is never sent: the client is told 503 and never asks again. */
    async postUnsent(orderId: string) {
      await this.breakCalls({ function: 'submit-payment', service: 'sqs', action: 'SendMessage', times: 2, effect: 'error' });
      expect((await shop.post(payment(orderId))).status).toBe(503);
      await this.mendCalls();
    },
    /** A charge at the acquirer that the charge function did not make, made with the acquirer's own key. */
    async chargeByHand(orderId: string, over: Record<string, string> = {}): Promise<string> {
      const { AcquirerSecretName } = (await shop.state()).outputs;
      const { SecretString } = await new SecretsManagerClient(client).send(new GetSecretValueCommand({ SecretId: AcquirerSecretName }));
      const form = { amount: '1999', currency: 'eur', payment_method: 'pm_card_visa', confirm: 'true', ...over };
      const response = await fetch(`${addresses.acquirer}/v1/payment_intents`, {
        method: 'POST',
        body: new URLSearchParams({ ...form, 'metadata[orderId]': orderId, 'metadata[attempt]': '1' }),
        headers: { authorization: `Bearer ${SecretString}` },
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
