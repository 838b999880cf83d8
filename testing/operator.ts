import { LambdaClient } from '@aws-sdk/client-lambda';
import {
  GetQueueAttributesCommand,
  ReceiveMessageCommand,
  SendMessageCommand,
  SQSClient,
  StartMessageMoveTaskCommand,
} from '@aws-sdk/client-sqs';
import { contractFaults, GET, type Operation, POST } from './hostile/contract';

/** What a person has in front of them: the API, the control endpoints and the AWS endpoint of a running simulator. */
export interface Addresses {
  /** `http://127.0.0.1:port`, without a path. */
  readonly api: string;
  readonly aws: string;
  readonly acquirer: string;
}

const credentials = { accessKeyId: 'operator', secretAccessKey: 'operator' };

export const payment = (orderId: string, rest: Record<string, unknown> = {}) => ({
  orderId,
  amount: 1999,
  currency: 'EUR',
  paymentMethod: 'pm_card_visa',
  ...rest,
});

/** Repeats `look` until it returns something other than `undefined`; fails after so many seconds of real time. */
export async function until<T>(look: () => Promise<T | undefined>, seconds = 20): Promise<T> {
  const end = Date.now() + seconds * 1000;
  for (;;) {
    const seen = await look();
    if (seen !== undefined) return seen;
    if (Date.now() > end) throw new Error(`not seen within ${seconds} s`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

export function operator({ api, aws, acquirer }: Addresses) {
  const client = { endpoint: aws, region: 'us-east-1', credentials };
  const sqs = new SQSClient(client);
  const lambda = new LambdaClient(client);
  const json = async (url: string, init?: RequestInit) => {
    const response = await fetch(url, init);
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, json: text === '' ? undefined : JSON.parse(text) };
  };
  const send = (body: unknown) => ({ method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });

  /** An answer of the API. Whatever a test is about, docs/openapi.yaml is kept. */
  const documented = async (operation: Operation, url: string, init?: RequestInit) => {
    const answer = await json(url, init);
    const faults = contractFaults(operation, { ...answer, headers: Object.fromEntries(answer.headers), body: answer.text });
    if (faults.length > 0)
      throw new Error(`An answer breaks docs/openapi.yaml: ${faults.join('; ')}. It was ${answer.status} ${answer.text}`);
    return answer;
  };

  const state = async () => (await json(`${api}/_simulator/state`)).json;
  const get = async (orderId: string) => (await documented(GET, `${api}/payments/${orderId}`)).json;

  return {
    sqs,
    lambda,
    state,
    get,
    post: (body: unknown, headers: Record<string, string> = {}) =>
      documented(POST, `${api}/payments`, { ...send(body), headers: { 'content-type': 'application/json', ...headers } }),
    control: (path: string, init?: RequestInit) => json(`${api}/_simulator${path}`, init),
    charges: async (orderId: string): Promise<{ amount: number; currency: string; attempt: number; chargeId: string }[]> =>
      (await json(`${api}/_simulator/charges?orderId=${orderId}`)).json,
    advance: async (duration: string) => json(`${api}/_simulator/clock`, send({ advance: duration })),
    /** Breaks or mends the test acquirer, with its own secret. */
    fault: async (fault: { mode: string; orderId?: string; times?: number }) => {
      const { GetSecretValueCommand, SecretsManagerClient } = await import('@aws-sdk/client-secrets-manager');
      const { AcquirerSecretName } = (await state()).outputs;
      const secret = await new SecretsManagerClient(client).send(new GetSecretValueCommand({ SecretId: AcquirerSecretName }));
      const request = send(fault);
      return json(`${acquirer}/v1/test_helpers/faults`, {
        ...request,
        headers: { ...request.headers, authorization: `Bearer ${secret.SecretString}` },
      });
    },
    /** The payment once its status is one of these. */
    settled: (orderId: string, statuses: readonly string[] = ['charged', 'declined', 'expired'], seconds?: number) =>
      until(async () => {
        const seen = await get(orderId);
        return statuses.includes(seen.status) ? seen : undefined;
      }, seconds),
    /** Puts a body on the charge queue, as anyone with the permission could. */
    enqueue: async (body: string, groupId: string, deduplicationId: string) => {
      const { ChargeQueueUrl } = (await state()).outputs;
      await sqs.send(
        new SendMessageCommand({
          QueueUrl: ChargeQueueUrl,
          MessageBody: body,
          MessageGroupId: groupId,
          MessageDeduplicationId: deduplicationId,
        }),
      );
    },
    /** Messages in the DLQ, in flight ones included. */
    inDlq: async (): Promise<number> => {
      const { ChargeDlq } = (await state()).queues;
      return ChargeDlq.visible + ChargeDlq.inFlight;
    },
    receiveFromDlq: async () => {
      const { ChargeDlqUrl } = (await state()).outputs;
      const { Messages = [] } = await sqs.send(
        new ReceiveMessageCommand({
          QueueUrl: ChargeDlqUrl,
          MaxNumberOfMessages: 10,
          VisibilityTimeout: 0,
          MessageSystemAttributeNames: ['All'],
        }),
      );
      return Messages;
    },
    /**
     * What the SQS console's "Start DLQ redrive" does: back to each message's source, or to a queue that is chosen, as a message needs that was put into
     * the DLQ by hand and has no source.
     */
    redrive: async ({ toChargeQueue = false } = {}) => {
      const { ChargeDlqUrl, ChargeQueueUrl } = (await state()).outputs;
      const arnOf = async (QueueUrl: string) =>
        (await sqs.send(new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['QueueArn'] }))).Attributes!.QueueArn!;
      const DestinationArn = toChargeQueue ? await arnOf(ChargeQueueUrl) : undefined;
      await sqs.send(new StartMessageMoveTaskCommand({ SourceArn: await arnOf(ChargeDlqUrl), DestinationArn }));
    },
  };
}
