import { InvokeCommand } from '@aws-sdk/client-lambda';
import { GetQueueAttributesCommand, ListMessageMoveTasksCommand, ListQueuesCommand, SendMessageCommand } from '@aws-sdk/client-sqs';
import { payment } from '../../testing/operator';
import { type RedriveShop, startRedriveShop } from '../../testing/redrive-shop';

let shop: RedriveShop;

beforeEach(async () => {
  shop = await startRedriveShop();
}, 120_000);
afterEach(() => shop?.close());

const ask = (request: Record<string, unknown>) => shop.ask(request);

/** Payments whose provider was down until their messages lay in the DLQ. */
async function fillDlq(orders: readonly string[]) {
  await shop.failInto('down', orders);
  await shop.fault({ mode: 'none' });
}

it('answers an ordinary SDK client: two queues, and the DLQ receives', async () => {
  await fillDlq(['ord-1']);
  const { QueueUrls } = await shop.sqs.send(new ListQueuesCommand({}));
  expect(QueueUrls?.map((url) => url.split('/').at(-1))).toEqual(['PaymentsStack-charge-dlq.fifo', 'PaymentsStack-charge.fifo']);
  expect((await shop.receiveFromDlq()).map(({ Body }) => JSON.parse(Body!))).toEqual([
    { orderId: 'ord-1', attempt: 1, amount: 1999, currency: 'EUR', paymentMethod: 'pm_card_visa' },
  ]);
});

it('previews what lies in the DLQ without taking anything out of it', async () => {
  await fillDlq(['ord-1', 'ord-2']);
  await shop.post(payment('ord-1'));
  await shop.settled('ord-1', ['charged']);
  await shop.enqueue('not JSON', 'poison', 'poison');
  await shop.advance('PT1S');

  for (let time = 0; time < 2; time++) {
    expect((await ask({ action: 'preview' })).json).toEqual({
      action: 'preview',
      visible: 3,
      sampled: 3,
      oldestAcceptedAt: expect.stringMatching(/^2/),
      byStatus: { charged: 1, accepted: 1, unreadable: 1 },
      safe: false,
      provider: 'answers',
      // The two orders came there in either order.
      messages: expect.arrayContaining([
        { orderId: 'ord-1', messageId: expect.any(String), verdict: 'settled' },
        { orderId: 'ord-2', messageId: expect.any(String), verdict: 'to-be-charged' },
        { orderId: 'poison', messageId: expect.any(String), verdict: 'unreadable' },
      ]),
      reasons: [
        '1 unreadable: will come back to the DLQ',
        '1 settled already: harmless, nothing is charged again',
        expect.stringMatching(/^last failures: 1 provider-error, the latest at 2/),
      ],
    });
  }
  expect((await shop.state()).queues.ChargeDlq).toEqual({ visible: 3, inFlight: 0, delayed: 0 });
});

it('starts a move of the whole queue, says how it ended, and every payment is charged once', async () => {
  await fillDlq(['ord-1', 'ord-2', 'ord-3']);
  expect((await ask({ action: 'start', requestedBy: 'morning shift' })).json).toMatchObject({ action: 'start', result: 'started' });
  await shop.advance('PT1M');
  expect((await ask({ action: 'status' })).json).toEqual({
    action: 'status',
    visible: 0,
    tasks: [expect.objectContaining({ status: 'COMPLETED', moved: 3, toMove: 3 })],
  });
  for (const orderId of ['ord-1', 'ord-2', 'ord-3']) expect(await shop.charges(orderId)).toHaveLength(1);
});

it('says that a move is running already, and cancels it: what moved stays moved', async () => {
  await fillDlq(Array.from({ length: 6 }, (_, index) => `ord-${index}`));
  await ask({ action: 'start', maxMessagesPerSecond: 1 });
  expect((await ask({ action: 'start' })).json).toMatchObject({ result: 'already-running' });
  expect((await ask({ action: 'cancel' })).json).toMatchObject({ action: 'cancel', result: 'cancelling' });
  await shop.advance('PT1M');
  const [task] = (await ask({ action: 'status' })).json.tasks;
  expect(task.status).toBe('CANCELLED');
  expect(task.moved + (await shop.inDlq())).toBe(6);
  expect((await ask({ action: 'cancel' })).json).toEqual({ action: 'cancel', result: 'nothing-running', moved: 0 });
});

it('copies chosen orders back with their group, attributes and bytes, even within five minutes of the original send', async () => {
  const { ChargeDlqUrl } = (await shop.state()).outputs;
  await shop.post(payment('ord-odd'));
  await shop.settled('ord-odd');
  // Put there by hand under the deduplication id of the original, as a careless script would re-use it.
  const body = '{ "orderId":"ord-odd",  "attempt":1,\n"amount":1999, "currency":"EUR", "paymentMethod":"pm_card_visa" }';
  const attributes = {
    source: { DataType: 'String', StringValue: 'script' },
    tries: { DataType: 'Number', StringValue: '5' },
    raw: { DataType: 'Binary', BinaryValue: new Uint8Array([0, 255, 1]) },
  };
  const by = {
    QueueUrl: ChargeDlqUrl,
    MessageBody: body,
    MessageGroupId: 'ord-odd',
    MessageDeduplicationId: 'ord-odd/1',
    MessageAttributes: attributes,
  };
  await shop.sqs.send(new SendMessageCommand(by));
  await shop.sqs.send(
    new SendMessageCommand({ ...by, MessageBody: 'of another order', MessageGroupId: 'ord-other', MessageDeduplicationId: 'other' }),
  );

  expect((await ask({ action: 'start', orderIds: ['ord-odd'] })).json).toEqual({
    action: 'start',
    result: 'copied',
    moved: 1,
    left: 0,
    leftBehind: [],
    notFound: [],
    complete: true,
  });
  await shop.advance('PT1S');
  expect((await shop.state()).duplicatesSuppressed.Guard).toBe(1);
  expect(await shop.charges('ord-odd')).toHaveLength(1);
  expect((await shop.state()).queues).toEqual({
    ChargeQueue: { visible: 0, inFlight: 0, delayed: 0 },
    ChargeDlq: { visible: 1, inFlight: 0, delayed: 0 },
  });
});

it('refuses a request that it does not understand, and does nothing', async () => {
  await fillDlq(['ord-1']);
  expect(await ask({ action: 'purge' })).toEqual({
    error: 'Unhandled',
    json: expect.objectContaining({ errorType: 'InvalidRedriveRequest' }),
  });
  const { json } = await ask({ action: 'start', maxMessagesPerSecond: 501 });
  expect(json.errorMessage).toBe('maxMessagesPerSecond must be at most 500');
  const unprintable = await ask({ action: 'start', requestedBy: 'jo\nsam' });
  expect(unprintable.json.errorMessage).toBe('requestedBy must be printable text');
  expect(await shop.inDlq()).toBe(1);
});

it('is run three times by Lambda when it throws in an asynchronous invocation', async () => {
  const { RedriveFunctionName } = shop.simulator.outputs;
  const request = new InvokeCommand({ FunctionName: RedriveFunctionName, InvocationType: 'Event', Payload: '{"action":"purge"}' });
  expect((await shop.lambda.send(request)).StatusCode).toBe(202);
  await shop.advance('PT30S');
  expect((await shop.state()).functions.redrive).toMatchObject({ invocations: 1, errors: 1 });
  await shop.advance('PT10M');
  expect((await shop.state()).functions.redrive).toMatchObject({ invocations: 3, errors: 3 });
});

it('charges once when Lambda retries an asynchronous invocation of the charge function itself', async () => {
  const { ChargeFunctionName } = (await shop.state()).outputs;
  await shop.post(payment('ord-async'));
  await shop.settled('ord-async');
  const record = (messageId: string) => ({
    messageId,
    receiptHandle: 'none',
    body: JSON.stringify(payment('ord-async', { attempt: 1 })),
    attributes: { ApproximateReceiveCount: '1', MessageGroupId: 'ord-async' },
  });
  for (let copy = 0; copy < 3; copy++) {
    await shop.functions.send(ChargeFunctionName!, { Records: [record(`m-${copy}`)] });
  }
  await shop.advance('PT10M');
  expect(await shop.charges('ord-async')).toHaveLength(1);
  expect((await shop.state()).duplicatesSuppressed.Guard).toBe(3);
});

it('needs nothing of all this to be safe: the console’s own redrive, twice and unseen, charges each payment once', async () => {
  await fillDlq(['ord-1', 'ord-2']);
  // One is charged meanwhile, one is in doubt, one comes twice, and one can never be charged.
  await shop.post(payment('ord-1'));
  await shop.settled('ord-1', ['charged']);
  await shop.failInto('lose_answer', ['ord-3']);
  await shop.fault({ mode: 'none' });
  await shop.bury([
    { groupId: 'by-hand', body: JSON.stringify(payment('ord-2')) },
    { groupId: 'poison', body: 'not JSON' },
  ]);
  for (let time = 0; time < 2; time++) {
    await shop.redrive({ toChargeQueue: true });
    await shop.advance('PT10M');
  }
  for (const orderId of ['ord-1', 'ord-2', 'ord-3']) {
    expect((await shop.get(orderId)).status).toBe('charged');
    expect(await shop.charges(orderId)).toHaveLength(1);
  }
  expect(await shop.inDlq()).toBe(1);
  expect((await shop.state()).functions.redrive.invocations).toBe(0);
});

it('lists the moves that the console started, too', async () => {
  await fillDlq(['ord-1']);
  await shop.redrive();
  await shop.advance('PT1M');
  const { ChargeDlqUrl } = (await shop.state()).outputs;
  const { Attributes } = await shop.sqs.send(new GetQueueAttributesCommand({ QueueUrl: ChargeDlqUrl, AttributeNames: ['QueueArn'] }));
  const { Results } = await shop.sqs.send(new ListMessageMoveTasksCommand({ SourceArn: Attributes!.QueueArn! }));
  expect(Results).toEqual([expect.objectContaining({ Status: 'COMPLETED', ApproximateNumberOfMessagesMoved: 1 })]);
});
