import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import {
  CreateQueueCommand,
  GetQueueAttributesCommand,
  type Message,
  ReceiveMessageCommand,
  type ReceiveMessageCommandInput,
  SendMessageCommand,
  type SendMessageCommandInput,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { createSqsEngine } from '../../src/sqs/engine';
import { errorAnswer, okAnswer } from '../../src/sqs/wire';
import type { SqsEngine } from '../../src/types';
import { ManualClock } from '../../testing/manual-clock';

process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = 'true';

const ACCOUNT = '000000000000';
export const ARN = `arn:aws:sqs:eu-central-1:${ACCOUNT}:`;

export interface SqsServer {
  clock: ManualClock;
  engine: SqsEngine;
  client: SQSClient;
  endpoint: string;
  /** Creates a FIFO queue and returns its URL. */
  createQueue(name: string, attributes?: Record<string, string>): Promise<string>;
  /** Sends `body` to `group` under a deduplication id of its own. */
  send(queueUrl: string, group: string, body: string, more?: Partial<SendMessageCommandInput>): Promise<string>;
  /** Receives with all attributes; up to ten messages unless told otherwise. */
  receive(queueUrl: string, more?: Partial<ReceiveMessageCommandInput>): Promise<Message[]>;
  bodies(queueUrl: string, more?: Partial<ReceiveMessageCommandInput>): Promise<(string | undefined)[]>;
  attribute(queueUrl: string, name: string): Promise<string | undefined>;
  close(): Promise<void>;
}

async function answer(engine: SqsEngine, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const gone = new AbortController();
  response.on('close', () => gone.abort());
  const reply = await (async () => {
    const input = JSON.parse(await text(request)) as Record<string, unknown>;
    return okAnswer(await engine.handle(String(request.headers['x-amz-target']).replace('AmazonSQS.', ''), input, gone.signal));
  })().catch(errorAnswer);
  response.writeHead(reply.statusCode, reply.headers).end(reply.body);
}

export interface Failure {
  name: string;
  message: string;
  status: number | undefined;
}

/** What the SDK reports of a call that fails; name `none` when it does not. */
export async function failure(call: Promise<unknown>): Promise<Failure> {
  try {
    await call;
    return { name: 'none', message: '', status: 200 };
  } catch (thrown) {
    const { name, message, $metadata } = thrown as Error & { $metadata?: { httpStatusCode?: number } };
    return { name, message, status: $metadata?.httpStatusCode };
  }
}

/** Redrive policy to the queue `name`. */
export function redriveTo(name: string, maxReceiveCount: number | string): Record<string, string> {
  return { RedrivePolicy: JSON.stringify({ deadLetterTargetArn: `${ARN}${name}`, maxReceiveCount }) };
}

/** The engine behind HTTP on a free port of this machine, with the AWS SDK in front of it. */
export async function startSqs({
  dataFile,
  clock = new ManualClock(),
}: {
  dataFile?: string;
  clock?: ManualClock;
} = {}): Promise<SqsServer> {
  const server = createServer((request, response) => void answer(engine, request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const region = 'eu-central-1';
  const engine = await createSqsEngine({ clock, region, accountId: ACCOUNT, endpoint, dataFile }).catch((error: unknown) => {
    server.close();
    throw error;
  });
  const client = new SQSClient({ region, endpoint, credentials: { accessKeyId: 'test', secretAccessKey: 'test' }, maxAttempts: 1 });
  let sends = 0;
  const started: SqsServer = {
    clock,
    engine,
    client,
    endpoint,
    async createQueue(name, attributes = {}) {
      const { QueueUrl } = await client.send(new CreateQueueCommand({ QueueName: name, Attributes: { FifoQueue: 'true', ...attributes } }));
      return QueueUrl ?? '';
    },
    async send(QueueUrl, MessageGroupId, MessageBody, more = {}) {
      sends += 1;
      const MessageDeduplicationId = `${MessageBody.slice(0, 20).replace(/[^a-z0-9-]/gi, '_')}-${sends}`;
      const sent = await client.send(new SendMessageCommand({ QueueUrl, MessageGroupId, MessageBody, MessageDeduplicationId, ...more }));
      return sent.MessageId ?? '';
    },
    async receive(QueueUrl, more = {}) {
      const all = { MaxNumberOfMessages: 10, MessageSystemAttributeNames: ['All' as const], MessageAttributeNames: ['All'] };
      return (await client.send(new ReceiveMessageCommand({ QueueUrl, ...all, ...more }))).Messages ?? [];
    },
    async bodies(queueUrl, more) {
      return (await started.receive(queueUrl, more)).map(({ Body }) => Body);
    },
    async attribute(QueueUrl, name) {
      const AttributeNames = [name as 'All'];
      const { Attributes = {} } = await client.send(new GetQueueAttributesCommand({ QueueUrl, AttributeNames }));
      return (Attributes as Record<string, string>)[name];
    },
    async close() {
      await engine.close();
      client.destroy();
      clock.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return started;
}
