import '../../../testing/function-environment';

import { DeleteMessageCommand, ReceiveMessageCommand, SendMessageCommand } from '@aws-sdk/client-sqs';
import { copyChosen } from '../../../functions/redrive/copy-chosen';
import { listDeadLetters } from '../../../functions/redrive/list-dead-letters';
import { preview } from '../../../functions/redrive/preview';
import type { Dlq } from '../../../functions/shared/dlq/dlq';
import { sqsDlq } from '../../../functions/shared/dlq/dlq.sqs';
import { localQueues } from '../../../testing/local-queues';
import { memoryPayments } from '../../../testing/memory-payments';

const ATTRIBUTES = {
  tenant: { DataType: 'String', StringValue: 't1' },
  priority: { DataType: 'Number', StringValue: '007' },
  trace: { DataType: 'Binary', BinaryValue: new Uint8Array([0, 255, 128, 10]) },
};
const BODY = ' {"orderId":"ord-1042",\t"amount" : 1999 ,"currency":"EUR","paymentMethod":"pm_card_visa","note":"é 💳"}\n';

let queues: Awaited<ReturnType<typeof localQueues>>;
let dlq: Dlq;
beforeEach(async () => {
  queues = await localQueues();
  dlq = sqsDlq(queues.client, queues.addresses);
});
afterEach(() => queues.close());

const send = (url: string, groupId: string, body: string, deduplicationId: string) =>
  queues.client.send(
    new SendMessageCommand({
      QueueUrl: url,
      MessageBody: body,
      MessageGroupId: groupId,
      MessageDeduplicationId: deduplicationId,
      MessageAttributes: ATTRIBUTES,
      MessageSystemAttributes: { AWSTraceHeader: { DataType: 'String', StringValue: 'Root=1-5759e988-bd862e3fe1be46a994272793' } },
    }),
  );
let sends = 0;
const deadLetter = (groupId: string, body: string) => send(queues.addresses.dlqUrl, groupId, body, `dlq-${++sends}`);
const copy = (orderId: string) => copyChosen([orderId], { dlq, runId: 'run-1', timeLeft: () => true, acquirePermit: async () => true });
const arrived = async () =>
  (
    await queues.client.send(
      new ReceiveMessageCommand({
        QueueUrl: queues.addresses.queueUrl,
        MaxNumberOfMessages: 10,
        MessageAttributeNames: ['All'],
        MessageSystemAttributeNames: ['All'],
      }),
    )
  ).Messages ?? [];

it('a copy arrives with the group, attributes, trace and body of the original, byte for byte', async () => {
  await deadLetter('ord-1042', BODY);
  expect(await copy('ord-1042')).toMatchObject({ moved: 1, left: 0, complete: true });
  const [message] = await arrived();
  expect(message).toMatchObject({
    Body: BODY,
    Attributes: {
      MessageGroupId: 'ord-1042',
      MessageDeduplicationId: expect.stringMatching(/^run-1\//),
      AWSTraceHeader: 'Root=1-5759e988-bd862e3fe1be46a994272793',
    },
    MessageAttributes: { tenant: ATTRIBUTES.tenant, priority: ATTRIBUTES.priority },
  });
  expect([...(message?.MessageAttributes?.trace?.BinaryValue ?? [])]).toEqual([0, 255, 128, 10]);
  expect(await dlq.visible()).toBe(0);
});

it('a copy arrives one minute after the original was sent; under the original’s deduplication id it is swallowed', async () => {
  const { queueUrl, dlqUrl } = queues.addresses;
  const body = '{"orderId":"ord-1006","amount":1999,"currency":"EUR","paymentMethod":"pm_card_visa"}';
  await send(queueUrl, 'ord-1006', body, 'ord-1006/1');
  const [original] = await arrived();
  // As SQS moves it to the DLQ: gone from here, there under its own message id.
  await queues.client.send(new DeleteMessageCommand({ QueueUrl: queueUrl, ReceiptHandle: original!.ReceiptHandle! }));
  await send(dlqUrl, 'ord-1006', body, original!.MessageId!);
  await queues.advance(60_000);

  await send(queueUrl, 'ord-1006', body, 'ord-1006/1');
  expect(await arrived()).toEqual([]);
  expect(await copy('ord-1006')).toMatchObject({ moved: 1, left: 0, complete: true });
  expect(await arrived()).toHaveLength(1);
});

it('fifteen messages of one order are copied in order', async () => {
  const bodies = Array.from(
    { length: 15 },
    (_, index) => `{"orderId":"ord-a","attempt":${index + 1},"amount":5,"currency":"EUR","paymentMethod":"pm_card_visa"}`,
  );
  for (const [index, body] of bodies.entries()) await send(queues.addresses.dlqUrl, 'ord-a', body, `ord-a/${index + 1}`);
  expect(await copy('ord-a')).toMatchObject({ moved: 15, left: 0, complete: true });
  expect((await arrived()).map(({ Body }) => Body)).toEqual(bodies.slice(0, 10));
});

it('a preview leaves every message where it was, to be received at once', async () => {
  for (let index = 0; index < 25; index++)
    await deadLetter(`ord-${index}`, `{"orderId":"ord-${index}","amount":5,"currency":"EUR","paymentMethod":"pm_card_visa"}`);
  const look = () => preview({ dlq, payments: memoryPayments(), probe: async () => undefined, clock: Date.now });
  expect(await look()).toMatchObject({ visible: 25, sampled: 25, byStatus: { unknown: 25 }, safe: false });
  expect(await look()).toMatchObject({ visible: 25, sampled: 25 });
});

it('a list knows since when each message lies there and how often it was received', async () => {
  await deadLetter('ord-a', BODY);
  await queues.advance(90_000);
  const look = () => listDeadLetters({ dlq, payments: memoryPayments(), clock: queues.now });
  const seen = await look();
  expect(seen).toMatchObject({
    visible: 1,
    messages: [{ orderId: 'ord-1042', groupId: 'ord-a', receives: 1, status: 'unknown', verdict: 'unknown' }],
    complete: true,
  });
  expect(Math.floor(seen.messages[0]!.ageSeconds! / 10)).toBe(9);
  expect((await look()).messages).toMatchObject([{ receives: 2 }]);
});

it('messages that were put into the DLQ by hand have a way back: the destination of a move is named', async () => {
  await deadLetter('ord-a', '{}');
  await dlq.startMove(500);
  await queues.advance(1000);
  expect(await dlq.visible()).toBe(0);
  expect(await arrived()).toHaveLength(1);
  expect(await dlq.moves()).toEqual([
    {
      status: 'COMPLETED',
      moved: 1,
      toMove: 1,
      startedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      failureReason: undefined,
      handle: undefined,
    },
  ]);
});

it('a move can be cancelled while it runs', async () => {
  for (let index = 0; index < 10; index++) await deadLetter(`ord-${index}`, `{"n":${index}}`);
  await dlq.startMove(1);
  const [task] = await dlq.moves();
  expect(task).toMatchObject({ status: 'RUNNING', toMove: 10, handle: expect.any(String) });
  expect(await dlq.cancelMove(task!.handle!)).toBeLessThan(10);
  await queues.advance(60_000);
  expect((await dlq.moves())[0]?.status).toBe('CANCELLED');
  expect(await dlq.visible()).toBeGreaterThan(0);
});

it('a queue without tasks has none', async () => {
  expect(await dlq.moves()).toEqual([]);
});

it('what a scan looked at is receivable again at once, however much it was', async () => {
  for (let index = 0; index < 120; index++) await deadLetter(`ord-${index}`, `{"n":${index}}`);
  expect(await copy('ord-none')).toMatchObject({ moved: 0, notFound: ['ord-none'], complete: true });
  expect(await dlq.visible()).toBe(120);
});

it('ten messages of 150 KB are copied, though together they are more than one batch may have', async () => {
  for (let index = 0; index < 10; index++) await deadLetter('ord-a', `{"orderId":"ord-a","n":${index},"pad":"${'x'.repeat(150_000)}"}`);
  expect(await copy('ord-a')).toMatchObject({ moved: 10, left: 0, complete: true });
  expect((await arrived()).map(({ Body }) => JSON.parse(Body!).n)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
});
