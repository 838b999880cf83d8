import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DynamoDBClient, GetItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { temporaryDirectory } from '../testing/assembly';
import { writeSampleApp } from '../testing/sample-app';
import { startForTest } from '../testing/start';

let assembly: string;
let data: string;
let simulator: Awaited<ReturnType<typeof startForTest>>;

beforeAll(async () => {
  assembly = writeSampleApp();
  data = temporaryDirectory();
  simulator = await startForTest({ assembly, data });
}, 30_000);
afterAll(async () => {
  await simulator?.close();
  rmSync(data, { recursive: true, force: true });
  rmSync(assembly, { recursive: true, force: true });
});

const config = () => ({
  endpoint: simulator.awsEndpoint,
  region: 'us-east-1',
  credentials: { accessKeyId: 'AKIAPERSON', secretAccessKey: 'x' },
});
const secret = async () =>
  (await new SecretsManagerClient(config()).send(new GetSecretValueCommand({ SecretId: simulator.outputs.KeyName }))).SecretString;

it('finds everything again after a restart, on other ports', async () => {
  const key = { basket: { S: 'ord-1' }, line: { N: '1' } };
  await new DynamoDBClient(config()).send(
    new PutItemCommand({ TableName: simulator.outputs.TableName, Item: { ...key, status: { S: 'done' } } }),
  );
  const message = { QueueUrl: simulator.outputs.DlqUrl, MessageBody: 'kept', MessageGroupId: 'g', MessageDeduplicationId: 'd' };
  await new SQSClient(config()).send(new SendMessageCommand(message));
  await new LambdaClient(config()).send(new InvokeCommand({ FunctionName: simulator.outputs.EchoName, Payload: '{"metric":true}' }));
  await simulator.clock.advance(86_400_000);
  const before = simulator.clock.now();
  const secretBefore = await secret();
  await simulator.close();

  simulator = await startForTest({ assembly, data });
  const table = simulator.outputs.TableName;
  const { Item } = await new DynamoDBClient(config()).send(new GetItemCommand({ TableName: table, Key: key }));
  expect(Item?.status).toEqual({ S: 'done' });
  expect(simulator.sqs.counts(simulator.outputs.DlqUrl!)).toEqual({ visible: 1, inFlight: 0, delayed: 0 });
  expect(simulator.parts.metrics.toJSON()).toContainEqual(expect.objectContaining({ namespace: 'Shop', metric: 'Visits', sum: 1 }));
  expect(simulator.clock.now()).toBeGreaterThanOrEqual(before);
  expect(simulator.clock.now() - Date.now()).toBeGreaterThan(86_000_000);
  expect(await secret()).toBe(secretBefore);
}, 30_000);

it('lets only the owner read the secrets', () => {
  expect(statSync(join(data, 'secrets.json')).mode & 0o777).toBe(0o600);
});

it('refuses a second simulator on the folder, and the first goes on', async () => {
  await expect(startForTest({ assembly, data })).rejects.toThrow('is in use by process');
  expect((await fetch(`${simulator.outputs.ApiUrl}anything`)).status).toBe(200);
});

it('gives the folder back when it cannot start', async () => {
  const other = temporaryDirectory();
  await expect(startForTest({ assembly: '/nonexistent', data: other })).rejects.toThrow('is not a cloud assembly');
  const second = await startForTest({ assembly, data: other });
  await second.close();
  rmSync(other, { recursive: true, force: true });
}, 30_000);
