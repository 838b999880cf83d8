import { LambdaClient } from '@aws-sdk/client-lambda';
import { SQSClient } from '@aws-sdk/client-sqs';
import type { Fault } from '@charge-once/acquirer/client';
import { clientOf } from '../lab/start/client';
import { byFetch, type Request, type Send } from '../ops/client/http';
import { paymentsApi } from '../ops/client/payments-api';
import { CANCEL, contractFaults, GET, POST } from './hostile/contract';
import type { TestSimulator } from './start';

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

/** Whatever a test is about, docs/openapi.yaml is kept. */
const documented: Send = async (url, request) => {
  const answer = await byFetch(url, request);
  const operation = url.endsWith('/cancel') ? CANCEL : request.method === 'POST' ? POST : GET;
  const faults = contractFaults(operation, { ...answer, headers: Object.fromEntries(answer.headers), body: answer.text });
  if (faults.length > 0)
    throw new Error(`An answer breaks docs/openapi.yaml: ${faults.join('; ')}. It was ${answer.status} ${answer.text}`);
  return answer;
};

/** The client of a running simulator, with an API that is held against its document, and with what tests do all the time in a word. */
export function operator(simulator: Pick<TestSimulator, 'addresses' | 'controlUrl' | 'outputs' | 'clock'>) {
  const client = clientOf(simulator);
  const { target, control, queues, acquirer, chargeQueueUrl, dlqUrl } = client;
  const payments = paymentsApi(`${simulator.addresses.api}/`, documented);
  const get = async (orderId: string) => (await payments.get(orderId)).json;
  return {
    ...client,
    ...control,
    payments,
    sqs: new SQSClient(target.client),
    lambda: new LambdaClient(target.client),
    get,
    post: payments.post,
    cancel: async (orderId: string, attempt = 1) => {
      const { status, json } = await payments.cancel(orderId, { attempt });
      return { status, body: json };
    },
    fault: (fault: Fault) => acquirer.setFault(fault),
    /** Any request to the control endpoints. Each test knows what it looks for in the answer. */
    request: async (path: string, request?: Request) => {
      const answer = await control.request(path, request);
      return { ...answer, json: JSON.parse(answer.text) };
    },
    /** The payment once its status is one of these. */
    settled: (orderId: string, statuses: readonly string[] = ['charged', 'declined', 'expired', 'cancelled'], seconds?: number) =>
      until(async () => {
        const seen = await get(orderId);
        return statuses.includes(seen.status) ? seen : undefined;
      }, seconds),
    /** Puts a body on the charge queue, as anyone with the permission could. */
    enqueue: (body: string, groupId: string, deduplicationId: string) => queues.enqueue(chargeQueueUrl, { body, groupId, deduplicationId }),
    /** Messages in the DLQ, in flight ones included. */
    inDlq: async (): Promise<number> => {
      const { visible, inFlight } = await queues.counts(dlqUrl);
      return visible + inFlight;
    },
    receiveFromDlq: () => queues.look(dlqUrl),
    /** As the SQS console does it. A message that was put into the DLQ by hand has no source, and needs a queue that is chosen. */
    redrive: ({ toChargeQueue = false } = {}) => queues.startMoveTask(dlqUrl, toChargeQueue ? chargeQueueUrl : undefined),
  };
}
