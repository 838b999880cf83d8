import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb';
import { AWS_CLIENT_CONFIG } from '../../../functions/shared/aws-client-config';

jest.mock('../../../contract/windows', () => ({ ...jest.requireActual('../../../contract/windows'), AWS_CALL_TIMEOUT_SECONDS: 0.2 }));

let server: Server | undefined;
afterEach(() => {
  server?.close();
  server?.closeAllConnections();
});

/** Calls a table that answers so. Resolves to the error's name and how many tries there were. */
async function call(answer: RequestListener): Promise<{ readonly error: string; readonly tries: number }> {
  let tries = 0;
  const table = createServer((request, response) => {
    tries += 1;
    answer(request, response);
  });
  server = table;
  await new Promise<void>((resolve) => table.listen(0, '127.0.0.1', resolve));
  const client = new DynamoDBClient({
    ...AWS_CLIENT_CONFIG,
    region: 'us-east-1',
    endpoint: `http://127.0.0.1:${(table.address() as AddressInfo).port}`,
    credentials: { accessKeyId: 'a', secretAccessKey: 'b' },
  });
  const error: unknown = await client
    .send(new GetItemCommand({ TableName: 'T', Key: { id: { S: 'x' } } }))
    .catch((reason: unknown) => reason);
  client.destroy();
  return { error: (error as Error).name, tries };
}

it('gives up on a service that says nothing, after two tries', async () => {
  expect(await call(() => undefined)).toEqual({ error: 'TimeoutError', tries: 2 });
});

it('gives up on an answer that stops half-way, after two tries', async () => {
  const half: RequestListener = (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/x-amz-json-1.0', 'content-length': 30 });
    response.write('{"Item":{"id":');
  };
  expect(await call(half)).toEqual({ error: 'TimeoutError', tries: 2 });
}, 10_000);
