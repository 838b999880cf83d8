import {
  ConditionalCheckFailedException,
  DescribeTimeToLiveCommand,
  DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  TransactWriteItemsCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import { InvokeCommand, LambdaClient, ListFunctionsCommand } from '@aws-sdk/client-lambda';
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { ReceiveMessageCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { writeSampleApp } from '../testing/sample-app';
import { startForTest } from '../testing/start';

let simulator: Awaited<ReturnType<typeof startForTest>>;
let config: { endpoint: string; region: string; maxAttempts: number; credentials: { accessKeyId: string; secretAccessKey: string } };
let dynamodb: DynamoDBClient;
let lambda: LambdaClient;

beforeAll(async () => {
  simulator = await startForTest({
    assembly: writeSampleApp(),
    observer: { call: (_call, _outcome, { body = '{}' }) => ({ basket: JSON.parse(body).Item?.basket.S }) },
  });
  const credentials = { accessKeyId: 'AKIAPERSON', secretAccessKey: 'x' };
  config = { endpoint: simulator.awsEndpoint, region: 'us-east-1', maxAttempts: 1, credentials };
  dynamodb = new DynamoDBClient(config);
  lambda = new LambdaClient(config);
}, 30_000);
afterAll(() => simulator?.close());

const item = (basket: string, status = 'new') => ({ basket: { S: basket }, line: { N: '1' }, status: { S: status } });
const put = (basket: string, status?: string) =>
  new PutItemCommand({
    TableName: simulator.outputs.TableName,
    Item: item(basket, status),
    ConditionExpression: 'attribute_not_exists(basket)',
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  });
const failureOf = async (call: Promise<unknown>) => {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error === undefined) throw new Error('the call did not fail');
  return error as Error & { Item?: unknown; $metadata: { httpStatusCode: number; requestId: string } };
};

describe('DynamoDB', () => {
  it('stores and reads an item', async () => {
    await dynamodb.send(put('ord-1'));
    const { Item } = await dynamodb.send(
      new GetItemCommand({
        TableName: simulator.outputs.TableName,
        Key: { basket: { S: 'ord-1' }, line: { N: '1' } },
        ConsistentRead: true,
      }),
    );
    expect(Item).toEqual(item('ord-1'));
  });

  it('shows the item that failed a condition when asked for it', async () => {
    await dynamodb.send(put('ord-2', 'done'));
    const error = await failureOf(dynamodb.send(put('ord-2', 'new')));
    expect(error).toBeInstanceOf(ConditionalCheckFailedException);
    expect(error.message).toBe('The conditional request failed');
    expect(error.Item).toEqual(item('ord-2', 'done'));
  });

  it('shows no item when it is not asked for one, and none where there is none', async () => {
    const update = (basket: string, show?: 'ALL_OLD') =>
      dynamodb.send(
        new UpdateItemCommand({
          TableName: simulator.outputs.TableName,
          Key: { basket: { S: basket }, line: { N: '1' } },
          UpdateExpression: 'SET #s = :new',
          ConditionExpression: '#s = :old',
          ExpressionAttributeNames: { '#s': 'status' },
          ExpressionAttributeValues: { ':new': { S: 'done' }, ':old': { S: 'open' } },
          ReturnValuesOnConditionCheckFailure: show,
        }),
      );
    await dynamodb.send(put('ord-3'));
    expect((await failureOf(update('ord-3'))).Item).toBeUndefined();
    expect((await failureOf(update('ord-none', 'ALL_OLD'))).Item).toBeUndefined();
    expect((await failureOf(update('ord-3', 'ALL_OLD'))).Item).toEqual(item('ord-3'));
  });

  it('lets exactly one of many concurrent puts win, and shows the winner to all others', async () => {
    const results = await Promise.allSettled(Array.from({ length: 50 }, (_, n) => dynamodb.send(put('ord-4', `writer-${n}`))));
    const winner = results.findIndex(({ status }) => status === 'fulfilled');
    const losers = results.filter((result): result is PromiseRejectedResult => result.status === 'rejected');
    expect(losers).toHaveLength(49);
    expect(losers.map(({ reason }) => reason.Item.status.S)).toEqual(Array.from({ length: 49 }, () => `writer-${winner}`));
  });

  it('describes the TTL that the template sets', async () => {
    const { TimeToLiveDescription: ttl } = await dynamodb.send(new DescribeTimeToLiveCommand({ TableName: simulator.outputs.TableName }));
    expect(ttl).toEqual({ TimeToLiveStatus: 'ENABLED', AttributeName: 'expiration' });
  });

  it('rejects what it does not offer', async () => {
    const error = await failureOf(
      dynamodb.send(new TransactWriteItemsCommand({ TransactItems: [{ Put: { TableName: 'T', Item: item('x') } }] })),
    );
    expect(error.name).toBe('UnknownOperationException');
  });

  it('rejects an unknown table as AWS does', async () => {
    const error = await failureOf(dynamodb.send(new GetItemCommand({ TableName: 'Nothing', Key: { a: { S: 'b' } } })));
    expect(error.name).toBe('ResourceNotFoundException');
  });
});

describe('Secrets Manager', () => {
  it.each(['KeyName', 'KeyArn'])('finds a generated secret by output %s', async (output) => {
    const secrets = new SecretsManagerClient(config);
    const secret = await secrets.send(new GetSecretValueCommand({ SecretId: simulator.outputs[output] }));
    expect(secret.SecretString).toMatch(/^[A-Za-z0-9]{40}$/);
    expect(secret.VersionStages).toEqual(['AWSCURRENT']);
  });

  it('rejects one that is not there', async () => {
    const error = await failureOf(new SecretsManagerClient(config).send(new GetSecretValueCommand({ SecretId: 'nothing' })));
    expect(error.name).toBe('ResourceNotFoundException');
  });
});

describe('Lambda', () => {
  const invoke = (name: string, payload: unknown, type?: 'Event' | 'DryRun') =>
    lambda.send(new InvokeCommand({ FunctionName: name, Payload: JSON.stringify(payload), InvocationType: type }));
  const text = (payload: Uint8Array | undefined) => JSON.parse(Buffer.from(payload ?? []).toString());

  it('invokes a function by name and by ARN', async () => {
    const byName = await invoke(simulator.outputs.EchoName!, { hello: 1 });
    expect(byName.StatusCode).toBe(200);
    expect(text(byName.Payload).event).toEqual({ hello: 1 });
    const byArn = await invoke('arn:aws:lambda:us-east-1:000000000000:function:ShopStack-Echo', { hello: 2 });
    expect(text(byArn.Payload).event).toEqual({ hello: 2 });
  });

  it('tells that the function failed', async () => {
    const failed = await invoke('ShopStack-Echo', { fail: true });
    expect(failed.StatusCode).toBe(200);
    expect(failed.FunctionError).toBe('Unhandled');
    expect(text(failed.Payload)).toMatchObject({ errorType: 'Error', errorMessage: 'as asked' });
  });

  it('accepts an asynchronous invocation with 202 and a dry run with 204', async () => {
    expect((await invoke('ShopStack-Echo', {}, 'Event')).StatusCode).toBe(202);
    expect((await invoke('ShopStack-Echo', {}, 'DryRun')).StatusCode).toBe(204);
  });

  it('rejects a function that is not there', async () => {
    const error = await failureOf(invoke('Nothing', {}));
    expect(error.name).toBe('ResourceNotFoundException');
    expect(error.message).toBe('Function not found: arn:aws:lambda:us-east-1:000000000000:function:Nothing');
  });

  it('rejects a payload that is not JSON', async () => {
    const error = await failureOf(lambda.send(new InvokeCommand({ FunctionName: 'ShopStack-Echo', Payload: '{' })));
    expect(error.name).toBe('InvalidRequestContentException');
  });

  it('lists the functions', async () => {
    const { Functions } = await lambda.send(new ListFunctionsCommand({}));
    expect(Functions?.map(({ FunctionName }) => FunctionName)).toEqual(['BankStack-Teller', 'ShopStack-Echo', 'ShopStack-Consumer']);
  });
});

describe('the rights of a function', () => {
  let own: typeof config;
  beforeAll(async () => {
    const { Payload } = await lambda.send(new InvokeCommand({ FunctionName: 'ShopStack-Echo', Payload: '{}' }));
    const { accessKeyId } = JSON.parse(Buffer.from(Payload ?? []).toString());
    own = { ...config, credentials: { accessKeyId, secretAccessKey: 'x' } };
  });

  it('let it do what its role grants, and the call is recorded with what the observer found it to be about', async () => {
    await new DynamoDBClient(own).send(put('ord-own'));
    await failureOf(new DynamoDBClient(own).send(put('ord-own')));
    const call = { at: expect.any(String), function: 'echo', service: 'dynamodb', action: 'PutItem', basket: 'ord-own' };
    expect(simulator.parts.calls.list('echo')).toEqual([
      { ...call, outcome: 'ok' },
      { ...call, outcome: 'ConditionalCheckFailedException' },
    ]);
  });

  it('record its calls of the service outside AWS too, under one name whatever the id', async () => {
    const payload = JSON.stringify({ call: 'transfers/tr_3MtwBwLkdIwHu7ix28a3tqPa/confirm' });
    const { Payload } = await lambda.send(new InvokeCommand({ FunctionName: 'ShopStack-Echo', Payload: payload }));
    expect(Buffer.from(Payload ?? []).toString()).toBe('404');
    const action = 'POST /v1/transfers/{id}/confirm';
    const call = { at: expect.any(String), function: 'echo', service: 'bank', action, outcome: 'HTTP 404' };
    expect(simulator.parts.calls.list('echo').at(-1)).toEqual(call);
  });

  it('refuse a DynamoDB action that is missing', async () => {
    const update = new UpdateItemCommand({ TableName: simulator.outputs.TableName, Key: { basket: { S: 'x' }, line: { N: '1' } } });
    const error = await failureOf(new DynamoDBClient(own).send(update));
    expect(error.name).toBe('AccessDeniedException');
    expect(error.message).toBe(
      'User: arn:aws:sts::000000000000:assumed-role/ShopStack-EchoRole/ShopStack-Echo is not authorized to perform: dynamodb:UpdateItem on resource: ' +
        'arn:aws:dynamodb:us-east-1:000000000000:table/ShopStack-Table because no identity-based policy allows the dynamodb:UpdateItem action',
    );
  });

  it('refuse an SQS action that is missing', async () => {
    const error = await failureOf(new SQSClient(own).send(new ReceiveMessageCommand({ QueueUrl: simulator.outputs.QueueUrl })));
    expect(error.name).toBe('AccessDenied');
    expect(error.$metadata.httpStatusCode).toBe(403);
    expect(error.message).toContain('sqs:receivemessage on resource: arn:aws:sqs:us-east-1:000000000000:ShopStack-Queue.fifo');
  });

  it('refuse a secret and another function', async () => {
    const secret = new SecretsManagerClient(own).send(new GetSecretValueCommand({ SecretId: simulator.outputs.KeyArn }));
    expect((await failureOf(secret)).name).toBe('AccessDeniedException');
    const invocation = new LambdaClient(own).send(new InvokeCommand({ FunctionName: 'ShopStack-Consumer' }));
    expect((await failureOf(invocation)).name).toBe('AccessDeniedException');
  });
});

describe('the endpoint', () => {
  it('gives a message to the function behind the queue', async () => {
    const sqs = new SQSClient(config);
    const message = { QueueUrl: simulator.outputs.QueueUrl, MessageBody: 'ok', MessageGroupId: 'g', MessageDeduplicationId: 'd' };
    await sqs.send(new SendMessageCommand(message));
    await simulator.clock.idle();
    expect(simulator.lambda.counts().consumer).toMatchObject({ invocations: 1, errors: 0 });
    expect(simulator.sqs.counts(simulator.outputs.QueueUrl!)).toEqual({ visible: 0, inFlight: 0, delayed: 0 });
  });

  it('knows who calls (STS)', async () => {
    const response = await fetch(simulator.awsEndpoint, { method: 'POST', body: 'Action=GetCallerIdentity&Version=2011-06-15' });
    expect(response.headers.get('x-amzn-requestid')).toMatch(/^[0-9a-f-]{36}$/);
    expect(await response.text()).toContain('<Account>000000000000</Account>');
  });

  it.each([
    {
      case: 'a service that is not simulated',
      headers: { 'x-amz-target': 'Kinesis_20131202.PutRecord' },
      body: '{}',
      status: 400,
      code: 'UnknownOperationException',
    },
    { case: 'no target at all', headers: {}, body: '', status: 400, code: 'UnknownOperationException' },
    {
      case: 'a body that is not JSON',
      headers: { 'x-amz-target': 'AmazonSQS.ListQueues' },
      body: '{',
      status: 400,
      code: 'SerializationException',
    },
    { case: 'a web page elsewhere', headers: { origin: 'https://evil.example' }, body: '{}', status: 403, code: 'AccessDeniedException' },
  ])('rejects $case', async ({ headers, body, status, code }) => {
    const response = await fetch(simulator.awsEndpoint, { method: 'POST', headers: headers as Record<string, string>, body });
    expect(response.status).toBe(status);
    expect(JSON.parse(await response.text()).__type).toContain(code);
  });
});
